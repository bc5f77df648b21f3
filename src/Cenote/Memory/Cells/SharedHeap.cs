using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// One <see cref="TextHeap"/> for many threads. Each thread caches free cells in a <see cref="ThreadHeap"/>, taken from the
/// common heap in batches. The common heap, which holds all large strings, is used under a lock.
/// </summary>
/// <remarks>
/// <para>The thread that frees a cell owns it: a compare-and-swap increments the generation, which makes every handle stale. The
/// cell joins the free lists of that thread, whose CPU cache now contains the cell. Cells do not return to the thread that
/// allocated them: a thread with a surplus moves cells to the common heap, as in the transfer caches of TCMalloc.</para>
/// <para>Lock order: the lock, then a heap. A thread that needs both takes the lock before it enters its heap; it never waits for
/// the lock once it has entered.</para>
/// </remarks>
internal sealed unsafe partial class SharedHeap
{
    [ThreadStatic]
    private static ThreadHeap? s_last;

    // Thread statics and heaps refer to a key instead of the shared heap: otherwise an unreachable pool would stay alive as long
    // as its threads.
    private readonly Key _key = new();
    private readonly Lock _gate = new();
    private readonly AddressSpace _space;
    private readonly ManagedTexts _managedTexts;
    private readonly uint _maxCellBytes;
    private readonly int _classes;
    private TextHeap _common;
    private volatile bool _closed;

    private readonly List<ThreadHeap> _heaps = [];
    private byte* _scratch;
    private uint _scratchLeft;

    public SharedHeap(AddressSpace space, HeapSizes sizes, ManagedTexts managedTexts)
    {
        _space = space;
        _managedTexts = managedTexts;
        _maxCellBytes = sizes.MaxCellBytes;
        _classes = SlabTier.HeadsBytes(sizes.MaxCellBytes) / sizeof(uint);
        _common.Initialize(space, sizes, ownerBytes: AddressSpace.GranuleBytes);
    }

    public int SlabCount => _common.SlabCount;

    public int SegmentCount => _common.SegmentCount;

    /// <summary>
    /// The calling thread's heap; null if it must be looked up, and the shared heap is closed or out of memory.
    /// </summary>
    public ThreadHeap? Current => s_last is { } last && last.IsOf(_key) ? last : FindCurrent();

    /// <summary>The number of live strings, exact while no thread allocates or frees.</summary>
    public long LiveCount
    {
        get
        {
            using Lock.Scope held = UninterruptibleLock.Enter(_gate);
            return CountLive();
        }
    }

    /// <summary>
    /// The total numbers of strings allocated and freed, without waiting: null while another thread holds the lock. Their
    /// difference is as exact as <see cref="LiveCount"/>.
    /// </summary>
    public (long Allocated, long Freed)? TryCountTurnover()
    {
        if (!_gate.TryEnter())
        {
            return null;
        }

        try
        {
            long freed = CountFreed();
            return (CountAllocated(), freed);
        }
        finally
        {
            _gate.Exit();
        }
    }

    /// <summary>
    /// The minimum limit at which an empty heap can hold a string of this many bytes and the lists of its first threads.
    /// </summary>
    public long MinBytesFor(uint bytes) => AddressSpace.GranuleBytes + _common.MinBytesFor(bytes);

    /// <summary>Allocates a string when the thread has no free cell of its size.</summary>
    /// <returns>The address of the string, with the heap entered: the caller must write the string, then exit the heap. Null,
    /// without entering, if the heap is closed or there is not enough memory.</returns>
    public byte* TryAllocate(ThreadHeap heap, uint bytes, out CellId id)
    {
        CheckNotEntered();
        using Lock.Scope held = UninterruptibleLock.Enter(_gate);
        id = default;
        if (_closed)
        {
            return null;
        }

        RelievePressure();
        byte* text = TakeCommon(heap, bytes, out id);
        if (text == null && (TryGather(bytes) || TryRelieve()))
        {
            text = TakeCommon(heap, bytes, out id);
        }

        text = text == null ? _common.TakeLarger(bytes, out id) : text;
        if (text != null)
        {
            // The thread enters before it releases the lock; otherwise another thread could clear the string during the write.
            bool isEntered = heap.TryEnter();
            Invariant.Holds(isEntered, "No heap is stopped while this thread holds the gate.");
        }

        return text;
    }

    /// <summary>
    /// Takes a slot for a string that the pool itself stores, and enters the heap; null in the same cases as
    /// <see cref="TryAllocate"/>.
    /// </summary>
    public LargeSlot* TryAllocateSlot(ThreadHeap heap, out CellId id)
    {
        CheckNotEntered();
        using Lock.Scope held = UninterruptibleLock.Enter(_gate);
        id = default;
        if (_closed)
        {
            return null;
        }

        LargeSlot* slot = _common.TakeSlot(out id);
        if (slot == null && TryRelieve())
        {
            slot = _common.TakeSlot(out id);
        }

        if (slot != null)
        {
            bool isEntered = heap.TryEnter();
            Invariant.Holds(isEntered, "No heap is stopped while this thread holds the gate.");
        }

        return slot;
    }

    /// <summary>
    /// The slow path after <see cref="CellLists.TryFreeShared"/>: frees strings that the fast path does not handle, and moves the
    /// thread's surplus cells to the common heap. Needs no native memory.
    /// </summary>
    /// <param name="heap">The calling thread's heap; null if there is no memory for one.</param>
    /// <param name="id">The id of the string to free; a stale id has no effect.</param>
    public void Free(ThreadHeap? heap, CellId id)
    {
        CheckNotEntered();
        if (heap is not null && heap.Cells.Freed >= heap.Cells.NextCheckAt)
        {
            ReturnSurplus(heap, ThreadHeap.MaxHeld);
        }

        // The id is checked before the lock is taken, so that freeing a stale id does not wait for the lock.
        if (_space.Find(id) == null)
        {
            return;
        }

        using Lock.Scope held = UninterruptibleLock.Enter(_gate);
        if (_closed)
        {
            return;
        }

        // If freed strings are zeroed, every string is freed here.
        if (id.IsSlot || id.Index >= _space.Limit || _common.Cells.ClearsFreed)
        {
            FreeCommon(id);
            return;
        }

        // The fast path failed because the slab is newer than the thread's lists, the cell's generations are used up, or the
        // thread has no lists.
        ref CellLists lists = ref _common.Cells.Lists;
        if (heap is not null)
        {
            lists = ref heap.Cells;
            _common.Cells.SetCellTables(ref lists);
        }

        _ = lists.TryFreeShared(id);
        lists.TryRetireShared(id);
    }

    /// <summary>Moves the thread's free cells to the common heap if there are at least this many.</summary>
    public void ReturnSurplus(ThreadHeap heap, long surplus)
    {
        CheckNotEntered();
        using Lock.Scope held = UninterruptibleLock.Enter(_gate);
        if (_closed || heap.Held < surplus)
        {
            heap.ScheduleCheck();
            return;
        }

        TakeOver(heap);
    }

    /// <summary>Identifies a shared heap and may outlive it.</summary>
    internal sealed class Key;
}
