using System.Runtime.InteropServices;

namespace Cenote.Memory.Contiguous;

/// <summary>
/// What a handle of a <see cref="ContiguousHeap"/> looks at. Text moves when the heap is compacted; the slot never does, and it
/// keeps its generation for as long as the heap lives.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 16)]
internal struct ContiguousSlot
{
    /// <summary>Generation in the lower half, bytes of text in the upper one.</summary>
    [FieldOffset(0)]
    public ulong Header;

    /// <summary>Odd while the text is live.</summary>
    [FieldOffset(0)]
    public uint Generation;

    /// <summary>Bytes of text.</summary>
    [FieldOffset(4)]
    public uint Bytes;

    /// <summary>Where its block starts, in 8-byte units; meaningless while the slot is bare.</summary>
    [FieldOffset(8)]
    public uint Offset;

    /// <summary>While free: the next slot of the list.</summary>
    [FieldOffset(12)]
    public uint Next;
}
