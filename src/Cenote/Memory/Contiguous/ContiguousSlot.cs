namespace Cenote.Memory.Contiguous;

/// <summary>
/// The table entry that a handle of a <see cref="ContiguousHeap"/> refers to. Compaction moves strings but never slots. The
/// generation of a slot is never reset while the heap exists.
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

    /// <summary>Offset of its block, in 8-byte units; meaningless while the slot is bare.</summary>
    [FieldOffset(8)]
    public uint Offset;

    /// <summary>In a free slot: the next slot on its list.</summary>
    [FieldOffset(12)]
    public uint Next;
}
