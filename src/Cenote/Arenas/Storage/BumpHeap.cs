using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// A bump allocator that frees everything at once. It fills chunks of an <see cref="AddressSpace"/>, and treats adjacent chunks
/// as one.
/// </summary>
/// <remarks>Each allocated unit has a place, a number that is never reused: see <see cref="Rewind"/>.</remarks>
internal unsafe struct BumpHeap(AddressSpace space, uint firstGranules, uint maxGranules, ulong origin, bool clears = false)
{
    /// <summary>Readable bytes after the last allocation, so that loops need no special case for the last vector.</summary>
    public const uint SlackBytes = 64;

    // Memory is populated ahead in steps of up to 128 KiB, which stay in the cache until they are written. A step is not larger
    // than the bytes in use. The first 64 KiB are not populated, because many arenas never fill them.
    private const uint MaxPopulateAheadBytes = AddressSpace.GranuleBytes;

    // A heap larger than this does not stay in a core's private caches.
    private const long LargeBytes = 512 << 10;

    /// <summary>Bump pointer, always aligned to a unit.</summary>
    public byte* Next;

    /// <summary>The end of the memory that can be allocated without <see cref="TryMakeRoom"/>.</summary>
    public byte* Limit;

    /// <summary>Whether the memory of the next allocations is mostly outside the CPU caches.</summary>
    public bool IsLarge;

    public PlaceMap Places = new(space, origin);

    private readonly List<PageRun> _chunks = [];
    private uint _growth = firstGranules;

    // Chunks before this index are in use. Later ones are left over from before the last rewind, in any order.
    private int _entered;

    // The start of the contiguous chunks that contain Next, and the bytes in use before them.
    private byte* _start;
    private long _bytesBefore;

    // The end of the chunk that contains Next; Limit approaches it in steps.
    private byte* _chunkEnd;

    // The index after the last unit that MoveLimit has made available.
    private ulong _populatedEnd;

    // The difference between a place and its address, in units.
    private ulong _bias;

    // The index after the highest unit allocated since the last rewind, not counting allocations after _start.
    private ulong _reached;

    // The index after the highest unit allocated before the last rewind.
    private ulong _everReached;

    public readonly int ChunkCount => _chunks.Count;

    public readonly long BytesUsed => _bytesBefore + (Next - _start);

    /// <summary>The place after the highest one allocated since the last rewind.</summary>
    public readonly ulong End => Places.Origin + Reached;

    private readonly ulong Reached => Next == null ? _reached : Math.Max(_reached, PlaceOf(Next) - Places.Origin);

    /// <summary>The place of an address that is being allocated.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ulong PlaceOf(byte* address) => ((nuint)address >> AddressSpace.UnitShift) + _bias;

    public readonly bool HasRoom(ulong bytes) => (ulong)(Limit - Next) >= bytes;

    /// <summary>Ensures that there are at least this many bytes between <see cref="Next"/> and <see cref="Limit"/>.</summary>
    /// <returns>False if the limit is reached, or the operating system has no memory; allocations are unchanged.</returns>
    public bool TryMakeRoom(ulong bytes)
    {
        while (!ChunkHasRoom(bytes))
        {
            if (!TryFindChunk(bytes))
            {
                return false;
            }

            Enter(CollectionsMarshal.AsSpan(_chunks)[_entered++]);
        }

        Invariant.Holds((nuint)Next % (1 << AddressSpace.UnitShift) == 0, "Every allocation begins at a multiple of the unit.");
        MoveLimit(bytes);
        Invariant.Holds(
            HasRoom(bytes) && Limit + SlackBytes <= _chunkEnd,
            "The allocation fits below the limit, and the slack between the limit and the end of the chunk.");
        return true;
    }

    /// <summary>Frees everything. Keeps the chunks, in which allocation restarts with new places.</summary>
    /// <param name="origin">The first new place: <see cref="End"/>, or the start of other unused places.</param>
    public void Rewind(ulong origin)
    {
        _everReached = Math.Max(_everReached, Reached);
        if (clears)
        {
            Clear();
        }

        Places.Origin = origin;
        Next = Limit = _start = _chunkEnd = null;
        IsLarge = false;
        _bytesBefore = 0;
        _reached = 0;
        _entered = 0;
    }

    /// <summary>
    /// Clears pages that the next owner of the addresses may get unchanged. Called after <see cref="Close"/>, before the address
    /// space is disposed.
    /// </summary>
    public readonly void Wipe() => space.WipeWarm(Math.Max(_everReached, Reached));

    /// <summary>Closes the heap: nothing is found or allocated afterwards.</summary>
    public void Close()
    {
        Rewind(End);
        _chunks.Clear();
        Places.Close();
    }

    private readonly void Clear()
    {
        for (int i = 0; i < _entered; i++)
        {
            // The last of several adjacent chunks may have been entered for an addition that then failed, so Next may be before
            // it.
            PageRun chunk = _chunks[i];
            long used = i < _entered - 1 ? (long)chunk.Bytes : Math.Max(0, Next - chunk.Address);
            NativeMemory.Clear(chunk.Address, (nuint)used);
        }
    }

    // The next chunk must be adjacent to the last one, or large enough by itself.
    private bool TryFindChunk(ulong bytes)
    {
        if (_entered < _chunks.Count && Follows(_chunks[_entered]))
        {
            return true;
        }

        int fitting = _entered;
        while (fitting < _chunks.Count && _chunks[fitting].Bytes - SlackBytes < bytes)
        {
            fitting++;
        }

        if (fitting == _chunks.Count && !TryAddChunk(bytes))
        {
            return false;
        }

        (_chunks[_entered], _chunks[fitting]) = (_chunks[fitting], _chunks[_entered]);
        return true;
    }

    private bool TryAddChunk(ulong bytes)
    {
        if (bytes > AddressSpace.MaximumReservation - SlackBytes)
        {
            return false;
        }

        _chunks.EnsureCapacity(_chunks.Count + 1);
        uint needed = (uint)((bytes + SlackBytes + AddressSpace.GranuleBytes - 1) / AddressSpace.GranuleBytes);
        bool lent = (_growth > needed && space.TryLend(_growth, indexed: true, out PageRun run))
            || space.TryLend(needed, indexed: true, out run);
        if (lent)
        {
            _chunks.Add(run);
            _growth = Math.Min(2 * _growth, maxGranules);
            Places.UpdateBase();
        }

        return lent;
    }

    private void Enter(PageRun chunk)
    {
        Invariant.Holds(Next == null || Next <= _chunkEnd, "Allocated memory is within the chunk.");
        if (!Follows(chunk))
        {
            _reached = Reached;
            _bytesBefore = BytesUsed;
            _start = Next = Limit = chunk.Address;
            _bias = Places.Origin + chunk.Index - ((nuint)chunk.Address >> AddressSpace.UnitShift);
        }

        _chunkEnd = chunk.Address + chunk.Bytes;
    }

    // Avoids a sum, which could overflow.
    private readonly bool ChunkHasRoom(ulong bytes)
    {
        ulong left = (ulong)(_chunkEnd - Next);
        return left >= SlackBytes && left - SlackBytes >= bytes;
    }

    // Moves the limit to at least this many bytes past Next. Also populates new memory: page faults dominate the creation of many
    // strings, and one call avoids a fault per page.
    private void MoveLimit(ulong bytes)
    {
        const ulong InGranule = AddressSpace.GranuleUnits - 1;
        ulong ahead = Math.Min((ulong)BytesUsed / 2, MaxPopulateAheadBytes);
        IsLarge = BytesUsed >= LargeBytes;
        ulong next = PlaceOf(Next) - Places.Origin;
        ulong end = (next + ((bytes + SlackBytes + ahead) >> AddressSpace.UnitShift) + InGranule) & ~InGranule;
        end = Math.Min(end, PlaceOf(_chunkEnd) - Places.Origin);
        Limit = Next + ((end - next) << AddressSpace.UnitShift) - SlackBytes;
        if (end > _populatedEnd)
        {
            ulong first = Math.Max(_populatedEnd, next & ~InGranule);
            _populatedEnd = end;
            if (ahead != 0)
            {
                nuint unready = (nuint)((end - first) << AddressSpace.UnitShift);
                space.Populate(Limit + SlackBytes - unready, unready);
            }
        }
    }

    // Adjacency in memory is not enough: past the end of a reservation, indexes continue elsewhere.
    private readonly bool Follows(PageRun chunk) =>
        Next != null
        && chunk.Address == _chunkEnd
        && Places.Origin + chunk.Index == PlaceOf(chunk.Address);
}
