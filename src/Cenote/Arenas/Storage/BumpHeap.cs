using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Memory that is handed out by moving a pointer and taken back all at once. It consists of chunks of an
/// <see cref="AddressSpace"/>; each is filled from its start, and where one chunk directly follows another there is no seam.
/// </summary>
/// <remarks>Every unit that is handed out has a place, a number, which is never used twice: see <see cref="Rewind"/>.</remarks>
internal unsafe struct BumpHeap(AddressSpace space, uint firstGranules, uint mostGranules, ulong origin, bool clears = false)
{
    /// <summary>
    /// How many bytes past what was handed out last may be read, so that loops need not treat the rest of a vector specially.
    /// </summary>
    public const uint SlackBytes = 64;

    // Memory is readied in steps of up to 128 KiB, which the processor still has in its cache when they are written, of at most
    // as much as is in use, and not in the first 64 KiB, which many arenas never fill.
    private const uint MostAhead = AddressSpace.GranuleBytes;

    // More than this does not stay in a processor's own caches.
    private const long LargeBytes = 512 << 10;

    /// <summary>Where the next bytes come from; always a whole unit.</summary>
    public byte* Next;

    /// <summary>End of what can be handed out without asking for more.</summary>
    public byte* Limit;

    /// <summary>Whether what is handed out next is hardly in the processor's caches.</summary>
    public bool IsLarge;

    public PlaceMap Places = new(space, origin);

    private readonly List<PageRun> _chunks = [];
    private uint _growth = firstGranules;

    // Chunks before this one are in use. Those after it are kept from before the last rewind, in any order.
    private int _entered;

    // Start of the seamless run of chunks that Next lies in, and what is in use before them.
    private byte* _start;
    private long _bytesBefore;

    // End of the chunk that Next lies in; Limit goes there in steps.
    private byte* _chunkEnd;

    // One past the last index whose memory was readied or handed out before.
    private ulong _readied;

    // What turns an address of these chunks, in units, into a place.
    private ulong _bias;

    // One past the last index that was handed out, since the last rewind and ever, not counting those since _start.
    private ulong _reached;
    private ulong _everReached;

    public readonly int ChunkCount => _chunks.Count;

    public readonly long BytesUsed => _bytesBefore + (Next - _start);

    /// <summary>One past the last place that was handed out.</summary>
    public readonly ulong End => Places.Origin + Reached;

    private readonly ulong Reached => Next == null ? _reached : Math.Max(_reached, PlaceOf(Next) - Places.Origin);

    /// <summary>The place of an address that is being handed out.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ulong PlaceOf(byte* address) => ((nuint)address >> AddressSpace.UnitShift) + _bias;

    /// <summary>Whether this many bytes lie between <see cref="Next"/> and <see cref="Limit"/>.</summary>
    public readonly bool HasRoom(ulong bytes) => (ulong)(Limit - Next) >= bytes;

    /// <summary>Makes sure that at least this many bytes lie between <see cref="Next"/> and <see cref="Limit"/>.</summary>
    /// <returns>False if the limit or the operating system refuses the memory; what was handed out is as it was.</returns>
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

        Invariant.Holds((nuint)Next % (1 << AddressSpace.UnitShift) == 0, "Allocations are whole units.");
        MoveLimit(bytes);
        Invariant.Holds(HasRoom(bytes) && Limit + SlackBytes <= _chunkEnd, "The limit leaves room, and slack in the chunk.");
        return true;
    }

    /// <summary>Takes everything back. The chunks are kept and filled again from the first one, under other places.</summary>
    /// <param name="origin">The first new place, <see cref="End"/> or any place that is never handed out otherwise.</param>
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

    /// <summary>Wipes what the next owner of the addresses may find warm. The last call before the heap is closed.</summary>
    public readonly void Wipe() => space.WipeWarm(Math.Max(_everReached, Reached));

    /// <summary>Closes the heap: from now on nothing is found and nothing handed out.</summary>
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
            // Where chunks follow each other, the last one may have been entered for a text that was refused, so Next may lie
            // before it.
            PageRun chunk = _chunks[i];
            long used = i < _entered - 1 ? (long)chunk.Bytes : Math.Max(0, Next - chunk.Address);
            NativeMemory.Clear(chunk.Address, (nuint)used);
        }
    }

    // The next chunk must directly follow the last one, or be large enough on its own.
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

        if (fitting == _chunks.Count && !TryLend(bytes))
        {
            return false;
        }

        (_chunks[_entered], _chunks[fitting]) = (_chunks[fitting], _chunks[_entered]);
        return true;
    }

    private bool TryLend(ulong bytes)
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
            _growth = Math.Min(2 * _growth, mostGranules);
            Places.Follow();
        }

        return lent;
    }

    private void Enter(PageRun chunk)
    {
        Invariant.Holds(Next == null || Next <= _chunkEnd, "Allocated memory lies in the chunk.");
        if (!Follows(chunk))
        {
            _reached = Reached;
            _bytesBefore = BytesUsed;
            _start = Next = Limit = chunk.Address;
            _bias = Places.Origin + chunk.Index - ((nuint)chunk.Address >> AddressSpace.UnitShift);
        }

        _chunkEnd = chunk.Address + chunk.Bytes;
    }

    // No sum, which might overflow.
    private readonly bool ChunkHasRoom(ulong bytes)
    {
        ulong left = (ulong)(_chunkEnd - Next);
        return left >= SlackBytes && left - SlackBytes >= bytes;
    }

    // To this many bytes past Next at least. New memory is readied on the way: most of what it takes to create many strings is
    // the work of the system, and less of it if it need not be interrupted for each page.
    private void MoveLimit(ulong bytes)
    {
        const ulong InGranule = AddressSpace.GranuleUnits - 1;
        ulong ahead = Math.Min((ulong)BytesUsed / 2, MostAhead);
        IsLarge = BytesUsed >= LargeBytes;
        ulong next = PlaceOf(Next) - Places.Origin;
        ulong end = (next + ((bytes + SlackBytes + ahead) >> AddressSpace.UnitShift) + InGranule) & ~InGranule;
        end = Math.Min(end, PlaceOf(_chunkEnd) - Places.Origin);
        Limit = Next + ((end - next) << AddressSpace.UnitShift) - SlackBytes;
        if (end > _readied)
        {
            ulong first = Math.Max(_readied, next & ~InGranule);
            _readied = end;
            if (ahead != 0)
            {
                nuint unready = (nuint)((end - first) << AddressSpace.UnitShift);
                space.Populate(Limit + SlackBytes - unready, unready);
            }
        }
    }

    // Neighbours in memory may still be strangers: past a reservation that is used up, indexes continue elsewhere.
    private readonly bool Follows(PageRun chunk) =>
        Next != null
        && chunk.Address == _chunkEnd
        && Places.Origin + chunk.Index == PlaceOf(chunk.Address);
}
