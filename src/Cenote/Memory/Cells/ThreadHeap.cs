using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>What one thread has of a <see cref="SharedHeap"/>: free cells, which it takes and adds to without a lock.</summary>
/// <remarks>Stopped by the thread that holds the gate of the shared heap.</remarks>
internal sealed class ThreadHeap(SharedHeap.Key key) : ThreadOwned
{
    /// <summary>
    /// The most free cells that a thread keeps: one that frees more than it allocates would otherwise collect what others need.
    /// </summary>
    public const long MostHeld = 2048;

    /// <summary>Free cells that a thread which is done for now may keep.</summary>
    public const long FewHeld = 256;

    /// <summary>The free cells.</summary>
    public CellLists Cells;

    private long _received;

    // The counters of two heaps must not share a line, wherever the collector moves them.
#pragma warning disable CS0169, IDE0051 // It is its size that matters.
    private readonly CacheLines _padding;
#pragma warning restore CS0169, IDE0051

    /// <summary>Number of free cells.</summary>
    public long Held => _received + Cells.Freed - Cells.Taken;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOf(SharedHeap.Key ofKey) => key == ofKey;

    /// <summary>Notes that this many cells came to the lists from elsewhere.</summary>
    public void Receive(long cells)
    {
        _received += cells;
        Invariant.Holds(Held >= 0, "No more cells are taken than the lists had.");
        ScheduleLook();
    }

    /// <summary>Notes that the lists were emptied.</summary>
    public void Forget()
    {
        _received = Cells.Taken - Cells.Freed;
        ScheduleLook();
    }

    /// <summary>No sooner than there can be too many; what is taken until then puts it off.</summary>
    public void ScheduleLook() => Cells.LookAt = MostHeld - _received + Cells.Taken;

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct CacheLines;
}
