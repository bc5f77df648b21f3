namespace Cenote.Measurement;

/// <summary>The garbage of this process, as far as a slot would have to pay for what was left there before it.</summary>
internal sealed class Garbage
{
    // What a measurement itself leaves behind in a slot, and far below what brings about a collection.
    private const long Negligible = 1 << 16;

    private long? _allocatedBefore;

    /// <summary>Collects everything, unless next to nothing was allocated since the last time.</summary>
    public void Collect()
    {
        if (GC.GetTotalAllocatedBytes(precise: true) - _allocatedBefore < Negligible)
        {
            return;
        }

        // Twice: the first collection finds finalizable garbage, the second frees what its finalizers let go.
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        _allocatedBefore = GC.GetTotalAllocatedBytes(precise: true);
    }
}
