using Cenote.Threading;

namespace Cenote.Collections;

/// <summary>
/// Values with references, in managed arrays that the GC scans. The arrays are chunks, so that growth copies at most one chunk.
/// A cell stores the slot of its value.
/// </summary>
internal struct ManagedValues<TValue>
{
    private const int ChunkShift = 12;
    private const int ChunkSlots = 1 << ChunkShift;
    private const int FirstSlots = 16;

    // Marks the end of the free list.
    private const int None = -1;

    private Chunk[] _chunks;
    private int _used;
    private int _free;
    private bool _clears;

    public readonly long ManagedBytes
    {
        get
        {
            long bytes = _chunks.LongLength * 16;
            foreach (Chunk chunk in _chunks)
            {
                bytes += (chunk.Values?.LongLength ?? 0) * (Unsafe.SizeOf<TValue>() + sizeof(int));
            }

            return bytes;
        }
    }

    public readonly ref TValue this[int slot] => ref _chunks[slot >> ChunkShift].Values[slot & (ChunkSlots - 1)];

    /// <summary>
    /// Reads a slot concurrently with a writer. Any slot number is allowed; returns false if it does not exist. The value may be
    /// torn, or belong to another key.
    /// </summary>
    public readonly bool TryRead(int slot, [MaybeNullWhen(false)] out TValue value)
    {
        Chunk[] chunks = _chunks;
        int chunk = slot >> ChunkShift;
        TValue[]? values = (uint)chunk < (uint)chunks.Length ? chunks[chunk].Values : null;
        int place = slot & (ChunkSlots - 1);
        bool exists = values is not null && place < values.Length;
        value = exists ? values![place] : default;
        return exists;
    }

    /// <summary>Initializes the storage without values.</summary>
    /// <param name="clears">Whether arrays are cleared when they are dropped.</param>
    public void Initialize(bool clears)
    {
        _clears = clears;
        _chunks = [];
        _free = None;
    }

    public void Clear()
    {
        WipeCleared(0);
        _chunks = [];
        _used = 0;
        _free = None;
    }

    /// <summary>Ensures that <see cref="Take"/> finds a slot.</summary>
    public void EnsureSlot()
    {
        if (_free == None)
        {
            int chunk = _used >> ChunkShift;
            if (chunk >= _chunks.Length)
            {
                Array.Resize(ref _chunks, Math.Max(1, 2 * chunk));
            }

            if ((_used & (ChunkSlots - 1)) >= (_chunks[chunk].Values?.Length ?? 0))
            {
                Chunk old = _chunks[chunk];
                _chunks[chunk] = Chunk.Grown(old, chunk == 0 ? FirstSlots : ChunkSlots);
                if (_clears)
                {
                    old.Values.AsSpan().Clear();
                }
            }
        }
    }

    /// <summary>Takes the slot that was freed last, or an unused one.</summary>
    public int Take()
    {
        int slot = _free;
        if (slot == None)
        {
            Invariant.Holds(
                (_used & (ChunkSlots - 1)) < (_chunks[_used >> ChunkShift].Values?.Length ?? 0), "There is a free slot.");
            return _used++;
        }

        _free = NextOf(slot);
        return slot;
    }

    public void Free(int slot)
    {
        Invariant.Holds((uint)slot < (uint)_used && slot != _free, "A slot is freed once.");
        this[slot] = default!;
        NextOf(slot) = _free;
        _free = slot;
    }

    /// <summary>
    /// Moves the value of a live slot to a free slot below <paramref name="live"/>, in preparation for <see cref="Shrink"/>. A
    /// value whose slot is already below <paramref name="live"/> stays there.
    /// </summary>
    /// <param name="slot">The slot.</param>
    /// <param name="live">Number of live slots.</param>
    /// <returns>The new slot of the value.</returns>
    public int MoveToFront(int slot, int live)
    {
        if (slot < live)
        {
            return slot;
        }

        int front;
        do
        {
            front = Take();
        }
        while (front >= live);
        this[front] = this[slot];
        return front;
    }

    /// <summary>Drops all free slots. The live slots must come first; see <see cref="MoveToFront"/>.</summary>
    public void Shrink(int live)
    {
        Invariant.Holds(live >= 0 && live <= _used, "The live slots are among the used ones.");
        _used = live;
        _free = None;
        int chunks = (live + ChunkSlots - 1) >> ChunkShift;
        WipeCleared(chunks);
        for (int i = chunks; i < _chunks.Length; i++)
        {
            _chunks[i] = default;
        }

        int rest = live & (ChunkSlots - 1);
        if (rest != 0)
        {
            _chunks[chunks - 1].Values.AsSpan(rest).Clear();
        }
    }

    private readonly void WipeCleared(int firstChunk)
    {
        for (int i = firstChunk; _clears && i < _chunks.Length; i++)
        {
            _chunks[i].Values.AsSpan().Clear();
        }
    }

    private readonly ref int NextOf(int slot) => ref _chunks[slot >> ChunkShift].Next[slot & (ChunkSlots - 1)];

    private struct Chunk
    {
        public TValue[] Values;

        /// <summary>The free list: for each free slot, the next free slot.</summary>
        public int[] Next;

        public static Chunk Grown(Chunk chunk, int slots)
        {
            int length = Math.Max(slots, 2 * (chunk.Values?.Length ?? 0));
            var grown = new Chunk { Values = new TValue[length], Next = new int[length] };
            chunk.Values?.CopyTo(grown.Values, 0);
            return grown;
        }
    }
}
