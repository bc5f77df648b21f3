using System.Runtime.InteropServices;

namespace Cenote.Memory.Cells;

/// <summary>
/// Where a text lies, and how long it is, while it is live. It belongs to its cell for as long as <see cref="TextSpace.IsStill"/>
/// says so.
/// </summary>
/// <param name="cell">The cell, or the slot that stands for it.</param>
/// <param name="text">The first byte; null if a managed string holds the text.</param>
/// <param name="bytes">Bytes of text.</param>
/// <param name="managed">Where the managed string is kept; null if there is none.</param>
internal readonly unsafe struct LiveText(byte* cell, byte* text, uint bytes, int? managed)
{
    public readonly byte* Cell = cell;
    public readonly int? Managed = managed;

    private readonly byte* _text = text;
    private readonly uint _bytes = bytes;

    public ReadOnlySpan<T> AsSpan<T>()
        where T : unmanaged => MemoryMarshal.CreateReadOnlySpan(ref *(T*)_text, (int)(_bytes / (uint)sizeof(T)));
}
