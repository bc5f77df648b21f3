namespace Cenote.Memory.Cells;

/// <summary>
/// The cell of a string stored elsewhere. The generation cannot be in the block of a large string: blocks split and merge, so
/// string data could overwrite it. A slot is an ordinary cell and keeps its generation as long as the pool exists.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 24)]
internal unsafe struct LargeSlot
{
    public const uint Units = 3;

    /// <summary>
    /// The generation, as in every cell. The id of the string contains it, tagged with <see cref="CellId.SlotTag"/>.
    /// </summary>
    [FieldOffset(0)]
    public uint Generation;

    /// <summary>
    /// The size of the block in units of <see cref="BlockTier.UnitBytes"/>; 0 if a managed object holds the string.
    /// </summary>
    [FieldOffset(4)]
    public uint BlockUnits;

    /// <summary>In a free slot: the next slot of the list.</summary>
    [FieldOffset(8)]
    public uint Next;

    [FieldOffset(12)]
    public uint Bytes;

    [FieldOffset(16)]
    public BlockHeader* Block;

    /// <summary>The index of the managed object if <see cref="BlockUnits"/> is 0.</summary>
    [FieldOffset(16)]
    public int ManagedIndex;

    /// <summary>The index of the managed object that holds the string; null if the string is in the cell or a block.</summary>
    public static int? ManagedTextOf(byte* cell, CellId id) =>
        id.IsSlot && ((LargeSlot*)cell)->BlockUnits == 0 ? ((LargeSlot*)cell)->ManagedIndex : null;
}
