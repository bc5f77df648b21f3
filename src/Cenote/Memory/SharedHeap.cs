namespace Cenote.Memory;

/// <summary>
/// One <see cref="TextHeap"/> for many threads. Each thread has free cells of its own in a <see cref="ThreadHeap"/>, taken from the
/// common heap in batches; the common heap itself, with all large texts, is used under a gate.
/// </summary>
/// <remarks>
/// <para>Only the heap a cell was taken from changes its generation, so that frees on the allocating thread need no interlocked
/// operation. Another thread marks the header by compare-and-swap, which makes every handle stale at once, and hands the cell back
/// in a <see cref="FreedBatch"/>. The idea of returning cells to their owner is that of mimalloc and snmalloc; theirs link the cells.</para>
/// <para>The gate comes before everything else: a thread that has entered its heap never waits for the gate, so whoever holds the gate
/// can wait until the other threads have left their heaps.</para>
/// </remarks>
internal sealed unsafe partial class SharedHeap
{
    /// <summary>In the generation of a live cell: freed by a thread it does not belong to.</summary>
    public const uint FreedMark = 1u << 31;

    [ThreadStatic]
    private static ThreadHeap? s_last;

    // Thread statics and heaps refer to a key and not to the shared heap, or a pool that was forgotten would live as long as its threads.
    private readonly Key _key = new();
    private readonly Lock _gate = new();
    private readonly AddressSpace _space;
    private readonly uint _largestCellBytes;
    private readonly int _classes;
    private TextHeap _common;
    private volatile bool _closed;

    // By owner, from 1. Replaced by a longer copy as it grows, so that a thread that hands strings back needs no gate.
    private ThreadHeap?[] _heaps = new ThreadHeap?[8];
    private int _heapCount;
    private byte* _scratch;
    private uint _scratchLeft;
    private long _reclaimAt;

    // Empty batches: those that heaps gave away, and those that were taken from there under the gate.
    private nint _surplus;
    private FreedBatch* _fresh;

    public SharedHeap(AddressSpace space, HeapSizes sizes)
    {
        _space = space;
        _largestCellBytes = sizes.LargestCellBytes;
        _classes = SlabTier.HeadsBytes(sizes.LargestCellBytes) / sizeof(uint);
        _common.Initialize(space, sizes);
    }

    public int SlabCount => _common.SlabCount;

    public int SegmentCount => _common.SegmentCount;

    /// <summary>The calling thread's heap; null once the shared heap is closed.</summary>
    public ThreadHeap? Current => s_last is { } last && last.IsOf(_key) ? last : FindCurrent();

    /// <summary>Live texts, exact while no thread is at work.</summary>
    public long LiveCount
    {
        get
        {
            lock (_gate)
            {
                return CountLive();
            }
        }
    }

    /// <summary>Finds room for a text where the thread has no free cell of its size.</summary>
    /// <returns>Where the text goes, with the heap entered: the caller writes the text, then leaves. Null once the heap is closed.</returns>
    /// <exception cref="OutOfMemoryException">The memory is not to be had; the heap is unchanged and not entered.</exception>
    public byte* Allocate(ThreadHeap heap, uint bytes, out CellId id)
    {
        if (bytes <= _largestCellBytes)
        {
            if (!Enter(heap))
            {
                id = default;
                return null;
            }

            if (heap.HasReturns)
            {
                heap.TakeReturns(ref _surplus);
            }

            byte* text = heap.Cells.TakeFree(bytes, out id);
            if (text != null)
            {
                return text;
            }

            SendAll(heap);
            heap.Leave();
        }

        lock (_gate)
        {
            id = default;
            if (_closed)
            {
                return null;
            }

            byte* text = TakeCommon(heap, bytes, out id);
            if (text == null)
            {
                GatherAndTrim();
                text = TakeCommon(heap, bytes, out id);
            }

            if (text == null)
            {
                _common.ThrowNoMemory(bytes);
            }

            // Before the gate opens, or the text could be cleared away while it is being written.
            _ = heap.TryEnter();
            return text;
        }
    }

    /// <summary>Takes a slot for a text that the pool keeps itself, with the heap entered; null once the heap is closed.</summary>
    /// <exception cref="OutOfMemoryException">The memory is not to be had; the heap is unchanged and not entered.</exception>
    public LargeSlot* AllocateSlot(ThreadHeap heap, out CellId id)
    {
        lock (_gate)
        {
            id = default;
            if (_closed)
            {
                return null;
            }

            LargeSlot* slot = _common.TryAllocateSlot(out id);
            if (slot == null)
            {
                GatherAndTrim();
                slot = _common.TryAllocateSlot(out id);
            }

            if (slot == null)
            {
                _common.ThrowNoMemory((ulong)sizeof(LargeSlot));
            }

            _ = heap.TryEnter();
            return slot;
        }
    }

    /// <summary>Frees a text that the thread's own free lists do not take.</summary>
    /// <returns>The index of the managed text that the freed string stood for; null if there is none.</returns>
    public int? Free(ThreadHeap heap, CellId id)
    {
        if (id.IsSlot || id.Index >= _space.Limit)
        {
            return FreeCommon(id);
        }

        while (Enter(heap))
        {
            if (heap.Cells.TryFree(id))
            {
                heap.Leave();
                return null;
            }

            byte* text = _space.Address(id.Index) + CellLists.HeaderBytes;
            ref ulong header = ref CellLists.HeaderOf(text);
            ulong seen = Volatile.Read(ref header);
            ushort owner = CellLists.OwnerIn(seen);
            if ((uint)seen != id.Generation || !Generation.IsLive(id.Generation))
            {
                heap.Leave();
                return null;
            }

            if (owner == heap.Owner)
            {
                heap.Cells.Retire(text);
                heap.Leave();
                return null;
            }

            if (owner == 0 || HeapOf(owner) is not { } to)
            {
                heap.Leave();
                return FreeCommon(id);
            }

            FreedBatch* batch = heap.OpenBatch(owner);
            if (batch != null)
            {
                if (Interlocked.CompareExchange(ref header, seen | FreedMark, seen) == seen)
                {
                    heap.Cells.Freed++;
                    batch->Add(id);
                    if (batch->Count == FreedBatch.Capacity)
                    {
                        heap.Send(to);
                    }
                }

                heap.Leave();
                return null;
            }

            heap.Leave();
            if (!TrySupply(heap))
            {
                FreeStopped(id);
                return null;
            }
        }

        return null;
    }

    /// <summary>Hands the thread's begun batches to the heaps their strings belong to.</summary>
    public void HandBack(ThreadHeap heap)
    {
        if (Enter(heap))
        {
            SendAll(heap);
            heap.Leave();
        }
    }

    /// <summary>Identity of a shared heap, which outlives it.</summary>
    internal sealed class Key;
}
