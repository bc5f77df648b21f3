namespace Cenote.Heap;

/// <summary>Consecutive objects of one age.</summary>
/// <param name="Start">The address of the first of them.</param>
/// <param name="End">The address after the last one.</param>
/// <param name="Age">How old they are.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct HeapRange(ulong Start, ulong End, HeapAge Age)
{
    /// <summary>How many bytes it has.</summary>
    public long Length => (long)(End - Start);
}
