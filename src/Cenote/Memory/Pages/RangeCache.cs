using System.Runtime.ConstrainedExecution;
using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// Recycles the addresses of disposed owners. Spans and references into these addresses may still be in use. So only untouched
/// ranges, and small ranges without writable references, are reused at once. All other addresses are quarantined for at least 10
/// seconds and two gen 2 collections: readable, writable and without memory. A few of their warm pages may be moved to a new
/// owner's addresses.
/// </summary>
/// <param name="clock">Measures the time in quarantine.</param>
/// <param name="countCollections">Returns the number of gen 2 collections so far.</param>
/// <remarks>
/// <para>A reservation serves many short-lived owners one after another. It is released as a whole, as Windows requires, so it
/// stays while an owner or a cached range uses any part of it. Its quarantine is timed from the disposal of its last
/// owner.</para>
/// <para>Quarantines are cut short, oldest first, above 16 GiB of formerly used memory, 16 TiB of addresses, or 4,096
/// reservations. If the system still counts quarantined memory as used, the limit is at most 1 % of machine memory. All
/// quarantines end when the system or a process limit refuses memory or mappings. Once addresses have been refused, at most
/// 256 MiB of them stay quarantined, and no part of a larger reservation is cached: the process needs addresses elsewhere.</para>
/// <para>A live owner keeps the memory that came with its range, even if the owner stays small. All owners together inherit at
/// most 1 % of machine memory.</para>
/// <para>The finalizer is for collectible assembly load contexts; in other contexts, the cache lives as long as the
/// process.</para>
/// </remarks>
internal sealed unsafe class RangeCache(TimeProvider clock, Func<int> countCollections) : CriticalFinalizerObject
{
    /// <summary>The maximum number of granules of a range that may stay warm.</summary>
    public const uint WarmGranules = (4u << 20) / AddressSpace.GranuleBytes;

    public const nuint WarmBytes = WarmGranules * AddressSpace.GranuleBytes;

    /// <summary>A quarantine lasts at least this many gen 2 collections.</summary>
    public const int QuarantineCollections = 2;

    /// <summary>
    /// If quarantined memory is not returned to the operating system, its limit is the machine's memory divided by this number.
    /// </summary>
    public const int QuarantineDivisor = 100;

    /// <summary>The limit of quarantined bytes if they are returned to the operating system.</summary>
    public const long MaximumQuarantineBytes = 16L << 30;

    private const int MaxCached = 16;
    private const int MaxGrowthOfMoved = 2;
    private const long MaxCachedBytes = 16 << 20;
    private const long MaxQuarantineAddressBytes = 16L << 40;
    private const int MaxQuarantined = 4_096;
    private const int MaxWaiting = 4_096;
    private const long MaxAddressBytesWhenScarce = 256 << 20;

    // A reservation is larger than its first owner needs, by 1/SlackDivisor of the owner's size, to serve later owners.
    private const int SlackDivisor = 16;

    // A disposed or unreachable owner is finalized after one collection, and its finalization guard after the next.
    private const int CollectionsToRelieve = 3;
    private const int MaxBackoff = 1_024;
    private static readonly TimeSpan s_betweenCollections = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_finalizationTime = TimeSpan.FromMilliseconds(200);

    private readonly Lock _gate = new();
    private readonly Lock _collecting = new();

    // Returning a range must not fail for lack of memory: the list never grows, and quarantined reservations link to each
    // other.
    private readonly List<CachedRange> _cached = new(MaxCached + 1);
    private Reservation? _oldestQuarantined;
    private Reservation? _newestQuarantined;
    private int _quarantined;
    private long _cachedBytes;

    // Bytes of disposed owners that live owners inherited with their ranges.
    private long _inheritedBytes;
    private long _quarantinedBytes;
    private long _quarantinedAddressBytes;
    private bool _isWatched;
    private bool _isClosed;
    private volatile bool _isScarce;

    // Whether discarded memory stays with the process, as on Windows or under mlockall.
    private volatile bool _keepsMemory;

    // The number of released reservations, and the number of ranges that were taken. An owner that begins to wait for a
    // collection counts as MaxBackoff taken ranges.
    private long _releases;
    private long _takings;
    private long _takingsAtCollection;
    private long _collectedAt;
    private long _collectionBackoff = 1;

    // The number of ranges that owners returned.
    private long _returns;

    // The number of owners that began to wait since the number of gen 2 collections reached the value below.
    private int _waits;
    private int _collectionsAtWait;

    /// <summary>Releases all cached and quarantined memory: the code that could use it is being unloaded.</summary>
    ~RangeCache()
    {
        // _gate is null if the constructor failed before it was set.
        if (_gate is not null)
        {
            Close();
        }
    }

    public long Releases => Volatile.Read(ref _releases);

    /// <summary>A quarantine lasts at least this long.</summary>
    public static TimeSpan MinQuarantineTime { get; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Rents an address range: that of a disposed owner, or a new reservation. Null if a process limit or the operating system
    /// refuses.
    /// </summary>
    /// <param name="pages">The source of pages.</param>
    /// <param name="bytes">Bytes of addresses, in whole granules.</param>
    /// <param name="zeroed">Whether the owner relies on zeros in memory that it has not written.</param>
    /// <param name="isNeeded">Whether the owner fails without them.</param>
    public AddressRange? TryRent(PageSource pages, nuint bytes, bool zeroed, bool isNeeded = false)
    {
        CachedRange kept;
        using (UninterruptibleLock.Enter(_gate))
        {
            ReleaseQuarantined();
            long inheritable = Math.Max(0, OnePercent(pages) - _inheritedBytes);
            int position = _cached.FindLastIndex(range => range.Serves(bytes, zeroed) && range.InheritedBytes <= inheritable);
            if (position < 0)
            {
                kept = default;
            }
            else
            {
                kept = _cached[position];
                _cached.RemoveAt(position);
                Uncount(in kept);
                _inheritedBytes += kept.InheritedBytes;
            }
        }

        if (kept.Reservation is null)
        {
            return TryReserve(pages, bytes, RoundUpToGranules(bytes / SlackDivisor), isNeeded);
        }

        Interlocked.Increment(ref _takings);
        CheckZeros(in kept);
        if (kept.IsInPlace)
        {
            kept.Range!.Inherited = kept.InheritedBytes;
            return kept.Range;
        }

        AddressRange? range = null;
        try
        {
            range = MoveIn(pages, in kept, zeroed, isNeeded);
            return range;
        }
        finally
        {
            using (UninterruptibleLock.Enter(_gate))
            {
                if (kept.Range == null)
                {
                    RemoveUser(kept.Reservation);
                }

                if (range is null)
                {
                    _inheritedBytes -= kept.InheritedBytes;
                }
                else
                {
                    range.Inherited = kept.InheritedBytes;
                }
            }
        }
    }

    /// <summary>Reserves addresses from the operating system. Null if a process limit or the operating system refuses.</summary>
    /// <param name="pages">The source of pages.</param>
    /// <param name="bytes">Bytes of addresses for the owner.</param>
    /// <param name="slack">Bytes to add for later owners, if available.</param>
    /// <param name="isNeeded">Whether the owner fails without them.</param>
    public AddressRange? TryReserve(PageSource pages, nuint bytes, nuint slack, bool isNeeded = true)
    {
        Invariant.Holds(
            !_gate.IsHeldByCurrentThread,
            "The caller does not hold the lock, because eviction takes it if addresses are refused.");
        long releases = Releases;
        while (true)
        {
            if (!pages.MayMap())
            {
                if (!TryRelieve(ref releases))
                {
                    return null;
                }

                continue;
            }

            bool hasAddresses = pages.MayReserve(bytes + slack, isNeeded);
            byte* address = hasAddresses ? pages.TryReserve(bytes + slack) : null;
            if (address != null)
            {
                Interlocked.Increment(ref _takings);
                return new AddressRange(new Reservation(pages, address, bytes + slack), address, bytes);
            }

            if (!hasAddresses && !isNeeded)
            {
                return null;
            }

            EvictCached();
            if (slack == 0 && !TryReleaseOldest((long)bytes) && !(isNeeded && TryCollect(ref releases)))
            {
                return null;
            }

            slack = 0;
        }
    }

    /// <summary>
    /// Records that an owner waits for a garbage collection to find it. Starts a collection if many owners have begun to wait
    /// since the last one: memory pressure alone triggers collections at unpredictable times, and each waiting owner holds
    /// mappings.
    /// </summary>
    public void NoteWait()
    {
        Interlocked.Add(ref _takings, MaxBackoff);
        int collections = countCollections();
        if (Interlocked.Exchange(ref _collectionsAtWait, collections) != collections)
        {
            Volatile.Write(ref _waits, 0);
        }

        if (Interlocked.Increment(ref _waits) % MaxWaiting == 0)
        {
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: false);
        }
    }

    /// <summary>
    /// Releases all cached and quarantined memory, because memory was refused to a live owner. If that releases no reservation, a
    /// garbage collection finds disposed or unreachable owners.
    /// </summary>
    /// <param name="releases">The value of <see cref="Releases"/> before the refusal; set to the current one.</param>
    /// <returns>Whether any thread released memory, so that a retry may succeed.</returns>
    public bool TryRelieve(ref long releases) => TryReleaseAll(ref releases) || TryCollect(ref releases);

    /// <summary>
    /// Finds disposed or unreachable owners by a garbage collection, because a limit on the memory of all owners was reached.
    /// Quarantines continue if their memory was returned to the operating system: ending them would free nothing.
    /// </summary>
    /// <param name="releases">As in <see cref="TryRelieve"/>.</param>
    /// <returns>Whether any owner returned memory, or any reservation was released.</returns>
    public bool TryReclaim(ref long releases) => _keepsMemory ? TryRelieve(ref releases) : TryCollectOwners();

    /// <summary>Takes back the range of a disposed owner.</summary>
    /// <param name="range">The range. It is unused, except through spans and references that outlived the owner.</param>
    /// <param name="state">The content of its memory.</param>
    /// <param name="keepWarm">Whether memory may be kept for the next owner; otherwise all of it is returned to the operating
    /// system.</param>
    public void Return(AddressRange range, RangeState state, bool keepWarm)
    {
        Reservation reservation = range.Reservation;
        using (UninterruptibleLock.Enter(_gate))
        {
            _returns++;
            Invariant.Holds(_inheritedBytes >= range.Inherited, "The count of inherited bytes includes this range.");
            _inheritedBytes -= range.Inherited;
            reservation.EndedAt = (clock.GetTimestamp(), countCollections());
            if (range.MapsFile)
            {
                RemoveUser(reservation);
                ReleaseQuarantined();
                return;
            }

            bool isUntouched = range.Touched == 0;
            bool staysWarm = keepWarm && (isUntouched || state != RangeState.Writable) && UsedBytes(range) <= (long)WarmBytes;
            if ((range.Resident == 0 || staysWarm) && !range.IsPassedOn)
            {
                Keep(new CachedRange
                {
                    Reservation = reservation,
                    Bytes = range.Bytes,
                    State = isUntouched ? RangeState.Zeroed : state,
                    Range = range,
                    Warm = range.Address,
                    WarmBytes = range.Resident,
                });
            }
            else
            {
                reservation.QuarantinedBytes += range.IsPassedOn ? 0 : (long)range.Touched;
                nuint warm = keepWarm && MayStay(reservation) ? WarmBytesOf(range) : 0;
                if (range.Resident > warm && !reservation.Pages.Discard(range.Address + warm, range.Resident - warm))
                {
                    _keepsMemory = true;
                    warm = MayStay(reservation) ? warm : 0;
                }

                AddressRange? next = MayStay(reservation) ? range.TryPassOn(RoundUpToGranules(range.Touched)) : null;
                if (!range.IsPassedOn)
                {
                    reservation.QuarantinedBytes += UsedBytes(range) - (long)range.Touched;
                }

                Keep(new CachedRange
                {
                    Reservation = reservation,
                    Bytes = range.Bytes,
                    State = state,
                    Range = next,
                    Warm = range.Address,
                    WarmBytes = warm,
                });
            }

            ReleaseQuarantined();
        }
    }

    /// <summary>
    /// Passes the addresses after the committed part of a range to another owner, because the range's owner needs no more memory.
    /// </summary>
    public void PassOn(AddressRange range)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            if (MayStay(range.Reservation, UsedBytes(range)) && range.TryPassOn(RoundUpToGranules(range.Committed)) is { } next)
            {
                range.Reservation.QuarantinedBytes += UsedBytes(range);
                range.Reservation.Users++;
                Keep(new CachedRange
                {
                    Reservation = range.Reservation,
                    Bytes = range.Bytes,
                    State = RangeState.Writable,
                    Range = next,
                });
            }
        }
    }

    // Linux before 6.17 moves pages of one mapping only, and moved pages are a separate mapping. If they are few, fresh pages are
    // cheaper than moving them again.
    private static nuint WarmBytesOf(AddressRange range)
    {
        nuint movable = range.Moved == 0 ? range.Touched : Math.Min(range.Moved, range.Touched);
        return range.Touched > MaxGrowthOfMoved * movable ? 0 : Math.Min(movable, WarmBytes);
    }

    private static nuint RoundUpToGranules(nuint bytes) =>
        (bytes + AddressSpace.GranuleBytes - 1) & ~(nuint)(AddressSpace.GranuleBytes - 1);

    // The old addresses get new pages, so that the kernel can merge their mapping with its neighbors. Stale references can still
    // write there, but no longer to the moved pages, which are therefore wiped after the move.
    private AddressRange? MoveIn(PageSource pages, in CachedRange kept, bool zeroed, bool isNeeded)
    {
        Invariant.Holds(kept.WarmBytes <= kept.Bytes, "The next owner has addresses for the warm pages.");
        Invariant.Holds(!_gate.IsHeldByCurrentThread, "Pages are moved outside the lock.");
        AddressRange? range = kept.Range ?? TryReserve(pages, kept.Bytes, RoundUpToGranules(kept.Bytes / SlackDivisor), isNeeded);
        if (kept.WarmBytes > 0)
        {
            AddressRange? target = pages.CanMove ? range : null;
            if (target != null && pages.TryMove(kept.Warm, target.Address, kept.WarmBytes))
            {
                target.Moved = kept.WarmBytes;
                target.Committed = Math.Max(target.Committed, kept.WarmBytes);
                kept.Reservation.IsLost |= !pages.TryRenew(kept.Warm, kept.WarmBytes);
                if (zeroed || kept.State == RangeState.Writable)
                {
                    NativeMemory.Clear(target.Address, kept.WarmBytes);
                }
                else
                {
                    target.Touched = kept.WarmBytes;
                }
            }
            else
            {
                range = target == null ? range : TryReplace(pages, target, isNeeded);
                pages.Discard(kept.Warm, kept.WarmBytes);
            }
        }

        return range;
    }

    // Replaces a range to which the system refused to move pages. Its addresses are lost.
    private AddressRange? TryReplace(PageSource pages, AddressRange range, bool isNeeded)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            range.Reservation.IsLost = true;
            RemoveUser(range.Reservation);
        }

        return TryReserve(pages, range.Bytes, slack: 0, isNeeded);
    }

    // Owners rely on zeros: a disposed owner that leaves anything else has not wiped its memory.
    [Conditional("DEBUG")]
    private static void CheckZeros(in CachedRange kept) =>
        Invariant.Holds(
            kept.State != RangeState.Zeroed || kept.Range is null
                || !new ReadOnlySpan<byte>(kept.Range.Address, (int)Math.Min(kept.Range.Touched, int.MaxValue)).ContainsAnyExcept((byte)0),
            "A range marked as zeroed holds only zeros.");

    // A range that has only addresses evicts no other range.
    private void Keep(in CachedRange range)
    {
        Invariant.Holds(_gate);
        Invariant.Holds(range.Reservation.Users > 0, "The reservation of a kept range has at least one user.");
        bool isWorthless = (range.WarmBytes == 0 && (range.Range == null || _cached.Count >= MaxCached))
            || (_isScarce && (long)range.Reservation.Bytes > MaxAddressBytesWhenScarce);
        if (_isClosed || isWorthless)
        {
            Drop(in range);
            return;
        }

        long used = CountsDiscarded(range.Reservation)
            ? range.Reservation.QuarantinedBytes + (long)(range.Range?.Committed ?? 0)
            : (long)range.WarmBytes;
        _cached.Add(range with { UsedBytes = used });
        _cachedBytes += used;
        while (_cached.Count > MaxCached || _cachedBytes > MaxCachedBytes)
        {
            DropOldest();
        }
    }

    private void DropOldest()
    {
        Invariant.Holds(_gate);
        CachedRange range = _cached[0];
        _cached.RemoveAt(0);
        Uncount(in range);
        Drop(in range);
    }

    private void Uncount(in CachedRange range)
    {
        Invariant.Holds(_cachedBytes >= range.UsedBytes, "The count of cached bytes includes this range.");
        _cachedBytes -= range.UsedBytes;
    }

    private void Drop(in CachedRange range)
    {
        if (range.WarmBytes > 0)
        {
            _keepsMemory |= !range.Reservation.Pages.Discard(range.Warm, range.WarmBytes);
        }

        range.Reservation.QuarantinedBytes += range.Range is { } left ? UsedBytes(left) : 0;
        RemoveUser(range.Reservation);
    }

    private void RemoveUser(Reservation reservation)
    {
        Invariant.Holds(_gate);
        Invariant.Holds(reservation.Users > 0, "The reservation has at least one user to remove.");
        if (--reservation.Users > 0)
        {
            return;
        }

        Quarantine(reservation);
        if (_isClosed)
        {
            ReleaseOldest();
        }
        else if (!_isWatched && !typeof(RangeCache).Assembly.IsCollectible)
        {
            // In a collectible context, an object that is finalized repeatedly would prevent unloading.
            Watch();
        }
    }

    private void Quarantine(Reservation reservation)
    {
        Invariant.Holds(reservation.Next is null && reservation != _newestQuarantined, "A reservation is quarantined only once.");
        if (_newestQuarantined is null)
        {
            _oldestQuarantined = reservation;
        }
        else
        {
            _newestQuarantined.Next = reservation;
        }

        _newestQuarantined = reservation;
        _quarantined++;
        _quarantinedBytes += reservation.QuarantinedBytes;
        _quarantinedAddressBytes += (long)reservation.Bytes;
    }

    private void Watch()
    {
        try
        {
            _ = new Gen2Callback(this);
            _isWatched = true;
        }
        catch (OutOfMemoryException)
        {
            // The next owner that is disposed tries again.
        }
    }

    private void ReleaseQuarantined()
    {
        Invariant.Holds(_gate);
        bool isReleased = true;
        while (isReleased && _oldestQuarantined is { } oldest && (HasServedQuarantine(oldest) || IsOverQuarantineLimit(oldest)))
        {
            isReleased = ReleaseOldest();
        }
    }

    // A reservation is released as a whole, so its quarantined memory stays while another owner uses a part of it, or while its
    // warm pages wait for an owner. There may be many such reservations, so each keeps little memory if the system counts it.
    private bool MayStay(Reservation reservation, long added = 0)
    {
        long bytes = MaxQuarantineBytes(reservation) / 2;
        bytes = CountsDiscarded(reservation) ? Math.Min(bytes, (long)WarmBytes) : bytes;
        return reservation.QuarantinedBytes + added <= bytes;
    }

    // Where discarded memory counts as used, even a single reservation above the limit is released.
    private bool IsOverQuarantineLimit(Reservation oldest)
    {
        if (_isScarce && _quarantinedAddressBytes > MaxAddressBytesWhenScarce)
        {
            return true;
        }

        long maxBytes = MaxQuarantineBytes(oldest);
        return (_quarantinedBytes > maxBytes && (_quarantined > 1 || CountsDiscarded(oldest)))
            || (_quarantined > 1 && (_quarantinedAddressBytes > MaxQuarantineAddressBytes || _quarantined > MaxQuarantined));
    }

    private long MaxQuarantineBytes(Reservation reservation) =>
        _keepsMemory ? OnePercent(reservation.Pages) : reservation.Pages.MaximumQuarantineBytes;

    private static long OnePercent(PageSource pages) =>
        (long)Math.Min(pages.MemoryBytes / QuarantineDivisor, (ulong)pages.MaximumQuarantineBytes);

    private bool CountsDiscarded(Reservation reservation) => _keepsMemory || reservation.Pages.CountsCommitted;

    // Bytes of a range that the system counts as used once its owner is disposed.
    private long UsedBytes(AddressRange range) => (long)(CountsDiscarded(range.Reservation) ? range.Committed : range.Resident);

    private bool HasServedQuarantine(Reservation reservation) =>
        clock.GetElapsedTime(reservation.EndedAt.Time) >= MinQuarantineTime
            && countCollections() - reservation.EndedAt.Collections >= QuarantineCollections;

    private void EvictCached()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            _isScarce = true;
            while (_cached.Count > 0)
            {
                DropOldest();
            }

            ReleaseQuarantined();
        }
    }

    private bool TryReleaseAll(ref long releases)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            ReleaseAll();
        }

        return HasReleased(ref releases);
    }

    private bool HasReleased(ref long releases)
    {
        long before = releases;
        releases = Releases;
        return releases != before;
    }

    private bool TryCollect(ref long releases)
    {
        using Lock.Scope scope = UninterruptibleLock.Enter(_collecting);
        if (HasReleased(ref releases))
        {
            return true;
        }

        return Collect() && AdjustBackoff(TryReleaseAll(ref releases));
    }

    private bool TryCollectOwners()
    {
        using Lock.Scope scope = UninterruptibleLock.Enter(_collecting);
        long before = Volatile.Read(ref _returns);
        return Collect() && AdjustBackoff(Volatile.Read(ref _returns) != before);
    }

    private bool AdjustBackoff(bool hasReturnedRanges)
    {
        Invariant.Holds(_collecting);
        _collectionBackoff = hasReturnedRanges ? 1 : Math.Min(2 * _collectionBackoff, MaxBackoff);
        return hasReturnedRanges;
    }

    // Collections are slow, so no collection runs if it would probably find nothing, like the last one. After ten seconds, one
    // new owner is enough to start a collection. The wait for finalizers is bounded, because a finalizer may wait for a lock
    // that this thread holds.
    private bool Collect()
    {
        Invariant.Holds(_collecting);
        long takings = Volatile.Read(ref _takings);
        if (takings == _takingsAtCollection
            || (takings - _takingsAtCollection < _collectionBackoff && clock.GetElapsedTime(_collectedAt) < s_betweenCollections))
        {
            return false;
        }

        _takingsAtCollection = takings;
        for (int i = 0; i < CollectionsToRelieve; i++)
        {
            var marked = new StrongBox<bool>();
            FinalizersRanSignal.Make(marked);
            GC.Collect();
            var wait = default(SpinBackoff);
            for (long start = Stopwatch.GetTimestamp();
                !Volatile.Read(ref marked.Value) && Stopwatch.GetElapsedTime(start) < s_finalizationTime;)
            {
                wait.Once();
            }
        }

        _collectedAt = clock.GetTimestamp();
        return true;
    }

    private void ReleaseAll()
    {
        while (_cached.Count > 0)
        {
            DropOldest();
        }

        for (int left = _quarantined; left > 0; left--)
        {
            ReleaseOldest();
        }
    }

    private bool TryReleaseOldest(long bytes)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            return _quarantinedAddressBytes >= bytes && ReleaseOldest();
        }
    }

    // A reservation that the system does not release is quarantined again.
    private bool ReleaseOldest()
    {
        Invariant.Holds(_gate);
        Reservation oldest = _oldestQuarantined!;
        _oldestQuarantined = oldest.Next;
        _newestQuarantined = oldest.Next is null ? null : _newestQuarantined;
        oldest.Next = null;
        _quarantined--;
        _quarantinedBytes -= oldest.QuarantinedBytes;
        _quarantinedAddressBytes -= (long)oldest.Bytes;
        Invariant.Holds(
            _quarantinedBytes >= 0 && _quarantinedAddressBytes >= 0, "Neither count of quarantined bytes is negative.");
        Invariant.Holds(oldest.Users == 0, "A quarantined reservation has no users.");
        bool isReleased = oldest.IsLost || oldest.Pages.TryRelease(oldest.Address, oldest.Bytes);
        if (isReleased)
        {
            Interlocked.Increment(ref _releases);
        }
        else
        {
            oldest.EndedAt = (clock.GetTimestamp(), countCollections());
            Quarantine(oldest);
        }

        return isReleased;
    }

    private void Close()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            _isClosed = true;
            ReleaseAll();
        }
    }

    private bool ReleaseIdle()
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            ReleaseQuarantined();
            _isWatched = _quarantined > 0;
            return _isWatched;
        }
    }

    /// <summary>Ends quarantines after a gen 2 collection, even if no owner is created or disposed.</summary>
    private sealed class Gen2Callback(RangeCache keeper)
    {
        ~Gen2Callback()
        {
            if (keeper?.ReleaseIdle() == true)
            {
                GC.ReRegisterForFinalize(this);
            }
        }
    }

    /// <summary>
    /// Signals that the finalizers of a collection have run. Its own finalizer is critical, so it runs after the finalizers of
    /// owners and guards, which are not critical.
    /// </summary>
    private sealed class FinalizersRanSignal : CriticalFinalizerObject
    {
        private readonly StrongBox<bool>? _isFinalized;

        private FinalizersRanSignal(StrongBox<bool> isFinalized) => _isFinalized = isFinalized;

        ~FinalizersRanSignal()
        {
            if (_isFinalized is not null)
            {
                Volatile.Write(ref _isFinalized.Value, true);
            }
        }

        // The method is not inlined, so that the caller's stack does not keep the object reachable.
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static void Make(StrongBox<bool> isFinalized) => _ = new FinalizersRanSignal(isFinalized);
    }
}
