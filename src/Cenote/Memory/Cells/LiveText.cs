namespace Cenote.Memory.Cells;

/// <summary>
/// Address and length of a live string. They are valid as long as <see cref="TextSpace.IsUnchanged"/> returns true.
/// </summary>
/// <param name="cell">The cell that contains the string, or its <see cref="LargeSlot"/>.</param>
/// <param name="text">The first byte; null if a managed object holds the string.</param>
/// <param name="bytes">Length in bytes.</param>
/// <param name="managed">Index of the managed object; null if there is none.</param>
internal readonly unsafe struct LiveText(byte* cell, byte* text, uint bytes, int? managed)
{
    public readonly byte* Cell = cell;
    public readonly int? Managed = managed;

    private readonly byte* _text = text;
    private readonly uint _bytes = bytes;

    public ReadOnlySpan<T> AsSpan<T>()
        where T : unmanaged => MemoryMarshal.CreateReadOnlySpan(ref *(T*)_text, (int)(_bytes / (uint)sizeof(T)));
}
