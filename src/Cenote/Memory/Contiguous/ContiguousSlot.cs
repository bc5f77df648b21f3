namespace Cenote.Memory.Contiguous;

/// <summary>
/// The table entry that a handle of a <see cref="ContiguousHeap"/> refers to. Compaction moves strings but never slots. A slot's
/// generation is never reset while the heap exists.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 16)]
internal struct ContiguousSlot
{
    /// <summary>The generation in the lower half, the length in bytes in the upper half.</summary>
    [FieldOffset(0)]
    public ulong Header;

    /// <summary>Odd while the string is live.</summary>
    [FieldOffset(0)]
    public uint Generation;

    [FieldOffset(4)]
    public uint Bytes;

    /// <summary>The offset of the slot's block, in 8-byte units; meaningless while the slot is bare.</summary>
    [FieldOffset(8)]
    public uint Offset;

    /// <summary>In a free slot: the next slot on its list.</summary>
    [FieldOffset(12)]
    public uint Next;
}
