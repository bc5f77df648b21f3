using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// One thread's cache of a <see cref="SharedHeap"/>: free cells that the thread takes and returns without a lock.
/// </summary>
/// <remarks>Only the thread that holds the lock of the shared heap may stop this heap.</remarks>
internal sealed class ThreadHeap(SharedHeap.Key key) : ThreadOwned
{
    /// <summary>
    /// The maximum number of free cells that a thread keeps. Without a maximum, a thread that frees more than it allocates would
    /// hold cells that others need.
    /// </summary>
    public const long MaxHeld = 2048;

    /// <summary>A disposed writer returns its thread's free cells if there are at least this many.</summary>
    public const long FewHeld = 256;

    public CellLists Cells;

    private long _received;

    // Prevents false sharing between the counters of two heaps, wherever the GC moves them.
#pragma warning disable CS0169, IDE0051 // Only its size matters.
    private readonly CacheLines _padding;
#pragma warning restore CS0169, IDE0051

    public long Held => _received + Cells.Freed - Cells.Taken;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOf(SharedHeap.Key ofKey) => key == ofKey;

    /// <summary>Records that this many cells from elsewhere were added to the lists.</summary>
    public void Receive(long cells)
    {
        _received += cells;
        Invariant.Holds(Held >= 0, "No more cells are taken than the lists had.");
        ScheduleCheck();
    }

    /// <summary>Records that the lists were emptied.</summary>
    public void Forget()
    {
        _received = Cells.Taken - Cells.Freed;
        ScheduleCheck();
    }

    /// <summary>
    /// Schedules the next check for the earliest time at which there can be too many cells. If cells were taken until then, the
    /// check only schedules the next one.
    /// </summary>
    public void ScheduleCheck() => Cells.NextCheckAt = MaxHeld - _received + Cells.Taken;

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct CacheLines;
}
