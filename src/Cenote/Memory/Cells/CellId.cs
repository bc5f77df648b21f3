namespace Cenote.Memory.Cells;

/// <summary>
/// Identifies a string by its index (in 8-byte units) and generation, which differs for each string at that index.
/// </summary>
internal readonly struct CellId(uint index, uint generation)
{
    /// <summary>
    /// Set in the generation of an id whose cell is a <see cref="LargeSlot"/>, but never in the header of a live cell.
    /// </summary>
    public const uint SlotTag = 1u << 31;

    public readonly uint Index = index;
    public readonly uint Generation = generation;

    public bool IsSlot => (Generation & SlotTag) != 0;
}
