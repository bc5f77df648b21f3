using System.Runtime;
using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// The addresses of one owner. They go to the <see cref="RangeCache"/> when the owner is disposed or collected.
/// </summary>
/// <remarks>It is a separate object, because it must outlive the owner: see <see cref="FinalizationGuard"/>.</remarks>
internal sealed unsafe class MemoryHolding(PageSource pages)
{
    // A page of 4 KiB takes 8 bytes in a page table.
    private const int BytesPerPageTableByte = 512;

    // The cost charged per mapping: a Linux process may have 65,530 mappings, which can run out before its memory does.
    private const long MappingBytes = 64 << 10;

    // Committed memory, and the reserved addresses after it.
    private const int MappingsPerRange = 2;

    private readonly List<AddressRange> _ranges = [];
    private readonly List<AddressRange> _mapped = [];
    private readonly HoldingGuard _guard = new();
    private long _waitingBytes;
    private long _taken;
    private int _isReleased;

    /// <inheritdoc cref="MemoryBudget.TryCharge"/>
    public bool TryCharge(long bytes)
    {
        bool taken = pages.Budget?.TryCharge(bytes) ?? true;
        if (taken)
        {
            Interlocked.Add(ref _taken, bytes);
        }

        return taken;
    }

    /// <inheritdoc cref="MemoryBudget.Uncharge"/>
    public void Uncharge(long bytes)
    {
        Interlocked.Add(ref _taken, -bytes);
        pages.Budget?.Uncharge(bytes);
    }

    /// <summary>Takes addresses that may have belonged to another owner; null if they are refused.</summary>
    /// <inheritdoc cref="RangeCache.TryRent"/>
    public AddressRange? TryRent(nuint bytes, bool zeroed, bool isNeeded)
    {
        Invariant.Holds(_isReleased == 0, "No memory is taken after disposal, because it would leak.");

        // Grows the list before taking the addresses, so that a failed growth leaks no addresses.
        _ranges.EnsureCapacity(_ranges.Count + 1);
        AddressRange? range = pages.Cache is { } cache ? cache.TryRent(pages, bytes, zeroed, isNeeded) : TryReserveOnly(bytes);
        if (range != null)
        {
            _ranges.Add(range);
        }

        return range;
    }

    /// <summary>Takes new addresses and commits them for a single run; null if that is refused.</summary>
    public AddressRange? TryMap(nuint bytes)
    {
        Invariant.Holds(_isReleased == 0, "No memory is taken after disposal, because it would leak.");
        _mapped.EnsureCapacity(_mapped.Count + 1);
        AddressRange? range = pages.Cache is { } cache ? cache.TryReserve(pages, bytes, slack: 0) : TryReserveOnly(bytes);
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
            // TryCommit may throw, because reading the process limits allocates.
            if (!isCommitted)
            {
                ReleaseAll(range, RangeState.Writable, keepWarm: false);
            }
        }

        if (isCommitted)
        {
            range.Touched = bytes;
            _mapped.Add(range);
        }

        return isCommitted ? range : null;
    }

    /// <summary>Takes new addresses and maps a file there; null if that is refused.</summary>
    public AddressRange? TryMapFile(SafeHandle file, nuint bytes)
    {
        Invariant.Holds(_isReleased == 0, "No memory is taken after disposal, because it would leak.");

        // Rounds to pages, not granules, because the unused rest of a granule would be a separate mapping.
        nuint page = (nuint)Environment.SystemPageSize;
        nuint whole = (bytes + page - 1) & ~(page - 1);
        _mapped.EnsureCapacity(_mapped.Count + 1);
        AddressRange? range = pages.Cache is { } cache ? cache.TryReserve(pages, whole, slack: 0) : TryReserveOnly(whole);
        if (range != null)
        {
            range.MapsFile = true;
            if (!pages.TryMapFile(file, range.Address, bytes))
            {
                ReleaseAll(range, RangeState.Writable, keepWarm: false);
                return null;
            }

            _mapped.Add(range);
        }

        return range;
    }

    /// <summary>Returns a range that turned out to be unusable.</summary>
    public void Drop(AddressRange range)
    {
        bool isRemoved = _ranges.Remove(range);
        Invariant.Holds(isRemoved, "Only the holding that took a range drops it.");
        ReleaseAll(range, RangeState.Writable, keepWarm: false);
    }

    /// <summary>Passes uncommitted addresses to other owners, because this owner needs no more memory.</summary>
    public void PassOn()
    {
        foreach (AddressRange range in CollectionsMarshal.AsSpan(_ranges))
        {
            pages.Cache?.PassOn(range);
        }
    }

    /// <summary>
    /// Returns all memory to the operating system and keeps the addresses until the owner is collected. Reports their cost to the
    /// GC as memory pressure, because native memory alone triggers no collection. Reports nothing in a no-GC region, because
    /// memory pressure would end the region.
    /// </summary>
    public void AwaitCollection()
    {
        Invariant.Holds(_isReleased == 0, "The memory still belongs to this owner.");
        long bytes = ((MappingsPerRange * _ranges.Count) + _mapped.Count) * MappingBytes;
        bytes += Discard(_ranges) + Discard(_mapped);
        if (bytes > 0 && GCSettings.LatencyMode != GCLatencyMode.NoGCRegion
            && Interlocked.CompareExchange(ref _waitingBytes, bytes, 0) == 0)
        {
            GC.AddMemoryPressure(bytes);
            pages.Cache?.NoteWait();
        }
    }

    /// <summary>Returns all ranges, once.</summary>
    /// <param name="state">The content of the memory.</param>
    /// <param name="keepWarm">Whether some memory may be kept for the next owner.</param>
    public void ReleaseAll(RangeState state, bool keepWarm)
    {
        if (Interlocked.Exchange(ref _isReleased, 1) == 0)
        {
            foreach (AddressRange range in CollectionsMarshal.AsSpan(_ranges))
            {
                ReleaseAll(range, state, keepWarm);
            }

            foreach (AddressRange range in CollectionsMarshal.AsSpan(_mapped))
            {
                ReleaseAll(range, RangeState.Writable, keepWarm: false);
            }

            Uncharge(_taken);
            if (_waitingBytes > 0)
            {
                GC.RemoveMemoryPressure(_waitingBytes);
            }
        }
    }

    /// <summary>Returns all ranges once the owner, which is being finalized, is collected.</summary>
    public void ReleaseAfter(object owner)
    {
        try
        {
            _guard.Holding = this;
            _guard.Watch(owner);
        }
        catch (OutOfMemoryException)
        {
            // There is no memory for a GC handle. The next collection tries again, because an exception would end the process.
            GC.ReRegisterForFinalize(owner);
        }
    }

    // Returns the memory of ranges to the operating system. The result is the cost of keeping their addresses.
    private long Discard(List<AddressRange> ranges)
    {
        long cost = 0;
        foreach (AddressRange range in CollectionsMarshal.AsSpan(ranges))
        {
            if (range.Resident > 0)
            {
                bool isReturned = pages.Discard(range.Address, range.Resident) && !pages.CountsCommitted;
                cost += (long)(isReturned ? range.Resident / BytesPerPageTableByte : range.Resident);
            }
        }

        return cost;
    }

    private static void ReleaseAll(AddressRange range, RangeState state, bool keepWarm)
    {
        Invariant.Holds(range.Touched <= range.Bytes, "No owner touches memory beyond its range.");
        Reservation reservation = range.Reservation;
        if (reservation.Pages.Cache is { } cache)
        {
            cache.Return(range, state, keepWarm);
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

    private sealed class HoldingGuard : FinalizationGuard
    {
        public MemoryHolding? Holding { get; set; }

        protected override void Release() => Holding!.ReleaseAll(RangeState.Writable, keepWarm: false);
    }
}
