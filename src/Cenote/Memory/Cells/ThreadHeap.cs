using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// What one thread has of a <see cref="SharedHeap"/>: free cells of its own, which it takes and adds to without asking anybody.
/// </summary>
/// <remarks>
/// It belongs to its thread between <see cref="TryEnter"/> and <see cref="Leave"/>, and otherwise to the holder of the gate of
/// the shared heap who has stopped it. Entering costs two moves and a comparison: whoever stops it pays for both sides with a
/// barrier across all processors (asymmetric Dekker, as in biased locks).
/// </remarks>
internal sealed class ThreadHeap(SharedHeap.Key key, Thread thread)
{
    /// <summary>
    /// The most free cells that a thread keeps: one that frees more than it allocates would otherwise collect what others need.
    /// </summary>
    public const long MostHeld = 2048;

    /// <summary>Free cells that a thread which is done for now may keep.</summary>
    public const long FewHeld = 256;

    /// <summary>The free cells.</summary>
    public CellLists Cells;

    private bool _entered;
    private bool _stopped;
    private long _received;

    // The counters of two heaps must not share a line, wherever the collector moves them.
#pragma warning disable CS0169, IDE0051 // It is its size that matters.
    private readonly CacheLines _padding;
#pragma warning restore CS0169, IDE0051

    /// <summary>The thread that uses the heap; once it has ended, another one may take over.</summary>
    public Thread Thread { get; set; } = thread;

    /// <summary>Whether its thread is at work in it.</summary>
    public bool IsEntered => Volatile.Read(ref _entered);

    /// <summary>Whether its thread cannot enter it until it is resumed.</summary>
    public bool IsStopped => Volatile.Read(ref _stopped);
    /// <summary>Number of free cells.</summary>
    public long Held => _received + Cells.Freed - Cells.Taken;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOf(SharedHeap.Key ofKey) => key == ofKey;

    /// <summary>Begins an operation of the heap's thread; false if the heap is stopped.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnter()
    {
        Invariant.Holds(Thread == Thread.CurrentThread, "A heap is entered by its own thread.");
        Invariant.Holds(!_entered, "A heap is not entered twice without leaving.");
        Volatile.Write(ref _entered, true);
        if (!Volatile.Read(ref _stopped))
        {
            return true;
        }

        Volatile.Write(ref _entered, false);
        return false;
    }

    /// <summary>Ends an operation.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Leave()
    {
        Invariant.Holds(Thread == Thread.CurrentThread && _entered, "A heap is left by the thread that entered it.");
        Volatile.Write(ref _entered, false);
    }

    public void Stop() => Volatile.Write(ref _stopped, true);

    public void Resume() => Volatile.Write(ref _stopped, false);

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
