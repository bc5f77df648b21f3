using System.Runtime.InteropServices;
using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// The addresses that one owner holds. They go to the <see cref="RangeKeeper"/> when the owner is disposed, or when it has been
/// collected.
/// </summary>
/// <remarks>An object of its own, because it has to outlive the owner: see <see cref="Successor"/>.</remarks>
internal sealed unsafe class MemoryHolding(PageSource pages)
{
    // 4 KiB of memory have 8 bytes in a page table.
    private const int PageTableShare = 512;

    // A process on Linux may have 65,530 mappings, which is less than its memory has room for.
    private const long MappingBytes = 64 << 10;

    // Memory, and addresses behind it.
    private const int MappingsPerRange = 2;

    private readonly List<AddressRange> _ranges = [];
    private readonly List<AddressRange> _mapped = [];
    private long _waitingBytes;
    private long _taken;
    private int _hasEnded;

    /// <inheritdoc cref="MemoryBudget.TryTake"/>
    public bool TryTake(long bytes)
    {
        bool taken = pages.Budget?.TryTake(bytes) ?? true;
        if (taken)
        {
            Interlocked.Add(ref _taken, bytes);
        }

        return taken;
    }

    /// <inheritdoc cref="MemoryBudget.Give"/>
    public void Give(long bytes)
    {
        Interlocked.Add(ref _taken, -bytes);
        pages.Budget?.Give(bytes);
    }

    /// <summary>Takes addresses, which another owner may have had before; null if they are refused.</summary>
    /// <inheritdoc cref="RangeKeeper.TryRent"/>
    public AddressRange? TryRent(nuint bytes, bool zeroed, bool isNeeded)
    {
        Invariant.Holds(_hasEnded == 0, "No memory is taken after disposal, because it would leak.");

        // Before the addresses are taken, so that none are lost.
        _ranges.EnsureCapacity(_ranges.Count + 1);
        AddressRange? range = pages.Keeper is { } keeper ? keeper.TryRent(pages, bytes, zeroed, isNeeded) : TryReserveOnly(bytes);
        if (range != null)
        {
            _ranges.Add(range);
        }

        return range;
    }

    /// <summary>Takes addresses that nobody had before, and commits them, for a single run; null if that is refused.</summary>
    public AddressRange? TryMap(nuint bytes)
    {
        Invariant.Holds(_hasEnded == 0, "No memory is taken after disposal, because it would leak.");
        _mapped.EnsureCapacity(_mapped.Count + 1);
        AddressRange? range = pages.Keeper is { } keeper ? keeper.TryReserve(pages, bytes, slack: 0) : TryReserveOnly(bytes);
        if (range == null)
        {
            return null;
        }

        bool isCommitted = false;
        try
        {
            isCommitted = range.TryCommit(bytes);
        }
        finally
        {
            // Reading the limits of the process may fail for lack of memory.
            if (!isCommitted)
            {
                End(range, RangeState.Writable, keepWarm: false);
            }
        }

        if (isCommitted)
        {
            range.Touched = bytes;
            _mapped.Add(range);
        }

        return isCommitted ? range : null;
    }

    /// <summary>Takes addresses that nobody had before, and lets them show a file; null if that is refused.</summary>
    public AddressRange? TryMapFile(SafeHandle file, nuint bytes)
    {
        Invariant.Holds(_hasEnded == 0, "No memory is taken after disposal, because it would leak.");

        // No more, as what would be left of a granule would be a mapping of its own.
        nuint page = (nuint)Environment.SystemPageSize;
        nuint whole = (bytes + page - 1) & ~(page - 1);
        _mapped.EnsureCapacity(_mapped.Count + 1);
        AddressRange? range = pages.Keeper is { } keeper ? keeper.TryReserve(pages, whole, slack: 0) : TryReserveOnly(whole);
        if (range != null)
        {
            range.ShowsFile = true;
            if (!pages.TryMapFile(file, range.Address, bytes))
            {
                End(range, RangeState.Writable, keepWarm: false);
                return null;
            }

            _mapped.Add(range);
        }

        return range;
    }

    /// <summary>Gives back a range that turned out to be of no use.</summary>
    public void Drop(AddressRange range)
    {
        bool isRemoved = _ranges.Remove(range);
        Invariant.Holds(isRemoved, "A range is returned by its holding.");
        End(range, RangeState.Writable, keepWarm: false);
    }

    /// <summary>
    /// Lets others have the addresses that the owner will not need, because it is about to end. Those that are committed stay.
    /// </summary>
    public void PassOn()
    {
        foreach (AddressRange range in CollectionsMarshal.AsSpan(_ranges))
        {
            pages.Keeper?.PassOn(range);
        }
    }

    /// <summary>
    /// Gives all memory back and keeps the addresses until the owner has been collected. What they cost the system is told to the
    /// collector, which would not run for it otherwise.
    /// </summary>
    public void AwaitCollection()
    {
        Invariant.Holds(_hasEnded == 0, "The memory still belongs to this owner.");
        long bytes = ((MappingsPerRange * _ranges.Count) + _mapped.Count) * MappingBytes;
        foreach (AddressRange range in _ranges.Concat(_mapped))
        {
            if (range.Touched > 0)
            {
                bool isGiven = pages.Discard(range.Address, range.Touched)
                    && pages.MaximumRestingBytes >= RangeKeeper.MaximumRestingBytes;
                bytes += (long)(isGiven ? range.Touched / PageTableShare : range.Touched);
            }
        }

        if (bytes > 0 && Interlocked.CompareExchange(ref _waitingBytes, bytes, 0) == 0)
        {
            GC.AddMemoryPressure(bytes);
            pages.Keeper?.NoteWait();
        }
    }

    /// <summary>Ends the holding, once.</summary>
    /// <param name="state">What the memory holds.</param>
    /// <param name="keepWarm">Whether some of it may be kept for the next owner.</param>
    public void End(RangeState state, bool keepWarm)
    {
        if (Interlocked.Exchange(ref _hasEnded, 1) == 0)
        {
            foreach (AddressRange range in CollectionsMarshal.AsSpan(_ranges))
            {
                End(range, state, keepWarm);
            }

            foreach (AddressRange range in CollectionsMarshal.AsSpan(_mapped))
            {
                End(range, RangeState.Writable, keepWarm: false);
            }

            Give(_taken);
            if (_waitingBytes > 0)
            {
                GC.RemoveMemoryPressure(_waitingBytes);
            }
        }
    }

    /// <summary>Ends the holding when its owner, which is being finalized, has been collected.</summary>
    public void EndAfter(object owner) => _ = new HoldingSuccessor(this, owner);

    private static void End(AddressRange range, RangeState state, bool keepWarm)
    {
        Invariant.Holds(range.Touched <= range.Bytes, "No owner touches more than its range.");
        Reservation reservation = range.Reservation;
        if (reservation.Pages.Keeper is { } keeper)
        {
            keeper.Return(range, state, keepWarm);
        }
        else
        {
            _ = reservation.Pages.TryRelease(reservation.Address, reservation.Bytes);
        }
    }

    private AddressRange? TryReserveOnly(nuint bytes)
    {
        byte* address = pages.TryReserve(bytes);
        return address == null ? null : new AddressRange(new Reservation(pages, address, bytes), address, bytes);
    }

    private sealed class HoldingSuccessor(MemoryHolding holding, object owner) : Successor(owner)
    {
        protected override void End() => holding.End(RangeState.Writable, keepWarm: false);
    }
}
