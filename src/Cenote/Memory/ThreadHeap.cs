using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Memory;

/// <summary>
/// What one thread has of a <see cref="SharedHeap"/>: free cells of its own, from which it allocates without asking anybody, and
/// an inbox of strings of its that other threads freed.
/// </summary>
/// <remarks>
/// It belongs to its thread between <see cref="TryEnter"/> and <see cref="Leave"/>, and otherwise to the holder of the gate of the
/// shared heap who has stopped it. Entering costs two moves and a comparison: the one who stops pays for both sides with a
/// barrier across all processors (asymmetric Dekker, as in biased locks).
/// </remarks>
internal sealed unsafe class ThreadHeap
{
    // A thread that only allocates would otherwise collect all the batches of those that only free.
    private const int MostSpare = 8;

    /// <summary>The free cells.</summary>
    public CellLists Cells;

    private readonly SharedHeap.Key _key;
    private bool _entered;
    private bool _stopped;
    private nint _inbox;
    private FreedBatch* _spare;
    private int _spareCount;
    private nint[] _outgoing = [];

    // The counters of two heaps must not share a line, wherever the collector moves them.
#pragma warning disable CS0169 // It is its size that matters.
    private readonly CacheLines _padding;
#pragma warning restore CS0169

    public ThreadHeap(SharedHeap.Key key, ushort owner, Thread thread)
    {
        _key = key;
        Owner = owner;
        Thread = thread;
    }

    /// <summary>What the headers of this heap's live cells say.</summary>
    public ushort Owner { get; }

    /// <summary>The thread that uses the heap; once it has ended, another one may take over.</summary>
    public Thread Thread { get; set; }

    /// <summary>Whether other threads have freed strings of this heap.</summary>
    public bool HasReturns => Volatile.Read(ref _inbox) != 0;

    /// <summary>Whether its thread is at work in it.</summary>
    public bool IsEntered => Volatile.Read(ref _entered);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOf(SharedHeap.Key key) => _key == key;

    /// <summary>Begins an operation of the heap's thread; false if the heap is stopped.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnter()
    {
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
    public void Leave() => Volatile.Write(ref _entered, false);

    public void Stop() => Volatile.Write(ref _stopped, true);

    public void Resume() => Volatile.Write(ref _stopped, false);

    /// <summary>A batch with room for one more string of another heap; null if a fresh one must be supplied first.</summary>
    public FreedBatch* OpenBatch(ushort owner)
    {
        if (owner >= (uint)_outgoing.Length)
        {
            return null;
        }

        var batch = (FreedBatch*)_outgoing[owner];
        if (batch == null && _spare != null)
        {
            batch = _spare;
            _spare = batch->Next;
            _spareCount--;
            batch->Count = 0;
            _outgoing[owner] = (nint)batch;
        }

        return batch;
    }

    /// <summary>Makes room for batches to so many owners, and keeps a fresh one for later.</summary>
    public void Supply(FreedBatch* fresh, int owners)
    {
        if (_outgoing.Length < owners)
        {
            Array.Resize(ref _outgoing, Math.Max(owners, 2 * _outgoing.Length));
        }

        Keep(fresh);
    }

    /// <summary>Hands a batch to the heap whose strings are in it.</summary>
    public void Send(ThreadHeap to)
    {
        var batch = (FreedBatch*)_outgoing[to.Owner];
        _outgoing[to.Owner] = 0;
        FreedBatch.Push(ref to._inbox, batch);
    }

    /// <summary>Whether a batch to this owner has been begun.</summary>
    public bool HasOutgoing(int owner) => owner < _outgoing.Length && _outgoing[owner] != 0;

    /// <summary>Puts the strings that others freed on the lists.</summary>
    /// <param name="surplus">Takes the empty batches that this heap has no use for.</param>
    public void TakeReturns(ref nint surplus)
    {
        FreedBatch* batch = FreedBatch.TakeAll(ref _inbox);
        while (batch != null)
        {
            FreedBatch* next = batch->Next;
            for (int i = 0; i < batch->Count; i++)
            {
                Cells.TakeBack(batch->At(i));
            }

            if (_spareCount < MostSpare)
            {
                Keep(batch);
            }
            else
            {
                FreedBatch.Push(ref surplus, batch);
            }

            batch = next;
        }
    }

    private void Keep(FreedBatch* batch)
    {
        batch->Next = _spare;
        _spare = batch;
        _spareCount++;
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct CacheLines;
}
