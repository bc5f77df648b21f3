using System.Runtime.InteropServices;

namespace Cenote.Memory.Contiguous;

/// <summary>
/// The entry that a handle of a <see cref="ContiguousHeap"/> points to. Compaction moves strings but never slots. A slot keeps
/// its generation as long as the heap lives.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 16)]
internal struct ContiguousSlot
{
    /// <summary>Generation in the lower half, length in bytes in the upper one.</summary>
    [FieldOffset(0)]
    public ulong Header;

    /// <summary>Odd while the string is live.</summary>
    [FieldOffset(0)]
    public uint Generation;

    [FieldOffset(4)]
    public uint Bytes;

    /// <summary>Start of its block, in 8-byte units; meaningless while the slot is bare.</summary>
    [FieldOffset(8)]
    public uint Offset;

    /// <summary>While free: the next slot of the list.</summary>
    [FieldOffset(12)]
    public uint Next;
}
