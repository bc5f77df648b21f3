using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// One <see cref="TextHeap"/> for many threads. Each thread has free cells of its own in a <see cref="ThreadHeap"/>, taken from
/// the common heap in batches; the common heap itself, with all large texts, is used under a gate.
/// </summary>
/// <remarks>
/// <para>Whoever frees a cell owns it: one compare-and-swap increments its generation, which makes every handle stale, and it
/// joins the free lists of the freeing thread, in whose cache it is now. Cells therefore never travel back to where they came
/// from; a thread that has more of them than it needs gives them to the common heap, as the transfer caches of TCMalloc
/// do.</para>
/// <para>The gate comes before everything else: whoever holds it has entered no heap, and a thread that has entered its heap
/// never waits for the gate.</para>
/// </remarks>
internal sealed unsafe partial class SharedHeap
{
    [ThreadStatic]
    private static ThreadHeap? s_last;

    // Thread statics and heaps refer to a key and not to the shared heap, or a pool that nothing refers to any more would live as
    // long as its threads.
    private readonly Key _key = new();
    private readonly Lock _gate = new();
    private readonly AddressSpace _space;
    private readonly ManagedTexts _managedTexts;
    private readonly uint _largestCellBytes;
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
        _largestCellBytes = sizes.LargestCellBytes;
        _classes = SlabTier.HeadsBytes(sizes.LargestCellBytes) / sizeof(uint);
        _common.Initialize(space, sizes, ownersBytes: AddressSpace.GranuleBytes);
    }

    public int SlabCount => _common.SlabCount;

    public int SegmentCount => _common.SegmentCount;

    /// <summary>
    /// The calling thread's heap; null once the shared heap is closed, or if there is no memory for another thread.
    /// </summary>
    public ThreadHeap? Current => s_last is { } last && last.IsOf(_key) ? last : FindCurrent();

    /// <summary>Live texts, exact while no thread is at work.</summary>
    public long LiveCount
    {
        get
        {
            using Lock.Scope held = Uninterrupted.Enter(_gate);
            return CountLive();
        }
    }

    /// <summary>
    /// Texts that were allocated and freed, without waiting: null while another thread holds the gate. Their difference is as
    /// exact as <see cref="LiveCount"/>.
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

    /// <summary>The least limit below which an empty heap takes a text of this many bytes from its first threads.</summary>
    public long LeastBytesFor(uint bytes) => AddressSpace.GranuleBytes + _common.LeastBytesFor(bytes);

    /// <summary>Finds room for a text where the thread has no free cell of its size.</summary>
    /// <returns>
    /// Where the text goes, with the heap entered: the caller writes the text, then leaves. Null once the heap is closed, or if
    /// there is not enough memory; the heap is not entered then.
    /// </returns>
    public byte* TryAllocate(ThreadHeap heap, uint bytes, out CellId id)
    {
        CheckNotEntered();
        using Lock.Scope held = Uninterrupted.Enter(_gate);
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
            // Before the gate opens; otherwise the text could be cleared away while it is being written.
            bool isEntered = heap.TryEnter();
            Invariant.Holds(isEntered, "No heap is stopped while this thread holds the gate.");
        }

        return text;
    }

    /// <summary>
    /// Takes a slot for a text that the pool keeps itself, with the heap entered; null in the same cases as
    /// <see cref="TryAllocate"/>.
    /// </summary>
    public LargeSlot* TryAllocateSlot(ThreadHeap heap, out CellId id)
    {
        CheckNotEntered();
        using Lock.Scope held = Uninterrupted.Enter(_gate);
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
    /// Does what <see cref="CellLists.TryFreeShared"/> leaves undone: frees other texts, and gives away what the thread has too
    /// much of. Never throws and needs no memory.
    /// </summary>
    /// <param name="heap">The calling thread's heap; null if there is no memory for one.</param>
    /// <param name="id">What to free, unless it is stale.</param>
    public void Free(ThreadHeap? heap, CellId id)
    {
        CheckNotEntered();
        if (heap is not null && heap.Cells.Freed >= heap.Cells.LookAt)
        {
            GiveBack(heap, ThreadHeap.MostHeld);
        }

        // A stale id is no reason to wait for the gate.
        if (_space.Find(id) == null)
        {
            return;
        }

        using Lock.Scope held = Uninterrupted.Enter(_gate);
        if (_closed)
        {
            return;
        }

        // Texts that are to be overwritten are freed only here, too.
        if (id.IsSlot || id.Index >= _space.Limit || _common.Cells.ClearsFreed)
        {
            FreeCommon(id);
            return;
        }

        // Its slab is younger than what the thread knows of slabs, or its generations are used up, or the thread has no lists.
        ref CellLists lists = ref _common.Cells.Lists;
        if (heap is not null)
        {
            lists = ref heap.Cells;
            _common.Cells.Lead(ref lists);
        }

        _ = lists.TryFreeShared(id);
        lists.TryRetireShared(id);
    }

    /// <summary>Gives the thread's free cells to the common heap if there are at least this many.</summary>
    public void GiveBack(ThreadHeap heap, long surplus)
    {
        CheckNotEntered();
        using Lock.Scope held = Uninterrupted.Enter(_gate);
        if (_closed || heap.Held < surplus)
        {
            heap.ScheduleLook();
            return;
        }

        TakeOver(heap);
    }

    /// <summary>Identity of a shared heap, which outlives it.</summary>
    internal sealed class Key;
}
