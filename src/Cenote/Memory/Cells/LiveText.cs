namespace Cenote.Memory.Cells;

/// <summary>The address and length of a live string, valid while <see cref="TextSpace.IsUnchanged"/> returns true.</summary>
/// <param name="cell">The cell that contains the string, or its <see cref="LargeSlot"/>.</param>
/// <param name="text">The first byte; null if a managed object holds the string.</param>
/// <param name="bytes">The length in bytes.</param>
/// <param name="managed">The index of the managed object; null if no object holds the string.</param>
internal readonly unsafe struct LiveText(byte* cell, byte* text, uint bytes, int? managed)
{
    public readonly byte* Cell = cell;
    public readonly int? Managed = managed;

    private readonly byte* _text = text;
    private readonly uint _bytes = bytes;

    public ReadOnlySpan<T> AsSpan<T>()
        where T : unmanaged => MemoryMarshal.CreateReadOnlySpan(ref *(T*)_text, (int)(_bytes / (uint)sizeof(T)));
}
