namespace Cenote.Heap;

/// <summary>A range of consecutive objects of the same age.</summary>
/// <param name="Start">The address of the first object.</param>
/// <param name="End">The end address, exclusive.</param>
/// <param name="Age">The age of the objects.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapRange(ulong Start, ulong End, HeapAge Age)
{
    /// <summary>The size in bytes.</summary>
    public long Length => (long)(End - Start);
}
