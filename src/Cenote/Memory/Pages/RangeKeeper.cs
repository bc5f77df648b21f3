using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ConstrainedExecution;
using System.Runtime.InteropServices;
using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// Where the addresses of ended owners go. Nothing is unmapped while a span or reference into it may be in use: it rests,
/// readable and writable and without memory behind it, for 10 seconds and two full collections. What was handed out writable goes
/// to no other owner during that time, except for a few warm pages, which are moved to other addresses.
/// </summary>
/// <param name="clock">What measures rests.</param>
/// <param name="countCollections">How many full collections there have been.</param>
/// <remarks>
/// <para>A reservation serves many short-lived owners, each after the one before, and is released as a whole, as it must be on
/// Windows: so there is no moment at which a part of one is neither free nor in use. It rests from the end of its last owner
/// on.</para>
/// <para>Rests are cut short, the oldest first, when more than 16 GiB of memory that was in use, 16 TiB of addresses, or 4,096
/// reservations are resting; of memory that the system still counts as used, 1 % of the machine. All end when the system refuses
/// memory or mappings. Once the operating system has refused addresses, which the rest of the process needs as well, no more than 256 MiB
/// wait or rest.</para>
/// <para>It has a finalizer for the sake of collectible assembly load contexts: in any other it lives as long as the
/// process.</para>
/// </remarks>
internal sealed unsafe class RangeKeeper(TimeProvider clock, Func<int> countCollections) : CriticalFinalizerObject
{
    /// <summary>How much of a range may stay warm.</summary>
    public const uint WarmGranules = (4u << 20) / AddressSpace.GranuleBytes;

    public const nuint WarmBytes = WarmGranules * AddressSpace.GranuleBytes;

    /// <summary>How many full collections end a rest that was long enough by the clock.</summary>
    public const int RestCollections = 2;

    /// <summary>The share of the machine's memory that may rest where resting memory is not returned to the operating
    /// system.</summary>
    public const int RestingShare = 100;

    /// <summary>The number of bytes that may rest where resting memory is returned to the operating system.</summary>
    public const long MaximumRestingBytes = 16L << 30;

    private const int MostKept = 16;
    private const int MostGrowthOfMoved = 2;
    private const nuint MostWarmBytes = 16 << 20;
    private const long MostRestingAddresses = 16L << 40;
    private const int MostResting = 4_096;
    private const long MostAddressesWhereScarce = 256 << 20;

    // A reservation is longer than its first owner needs, by one byte for this many, to serve others after it.
    private const int SlackShare = 16;

    // A disposed or unreachable owner is finalized after one collection, and its successor after the next one.
    private const int CollectionsToRelieve = 3;
    private const int MaximumPatience = 1_024;
    private static readonly TimeSpan s_betweenCollections = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_finalizationTime = TimeSpan.FromMilliseconds(200);

    private readonly Lock _gate = new();
    private readonly Lock _collecting = new();
    private readonly List<KeptRange> _kept = [];
    private readonly Queue<Reservation> _resting = [];
    private nuint _warmBytes;
    private long _restingBytes;
    private long _restingAddresses;
    private bool _isWatched;
    private bool _isClosed;
    private volatile bool _isScarce;

    // Whether memory that is discarded stays with the process, as on Windows or under mlockall.
    private volatile bool _keepsMemory;

    // Counts of reservations that were released, and of ranges that were taken or began to wait for a collection.
    private long _releases;
    private long _takings;
    private long _takingsAtCollection;
    private long _collectedAt;
    private long _patience = 1;

    // Ranges that owners returned.
    private long _returns;

    /// <summary>Gives back whatever waits or rests: the code that could use it is being unloaded.</summary>
    ~RangeKeeper()
    {
        // Null if the constructor was interrupted.
        if (_gate is not null)
        {
            Close();
        }
    }

    /// <summary>How many reservations were released so far.</summary>
    public long Releases => Volatile.Read(ref _releases);

    /// <summary>How long a rest is, by the clock.</summary>
    public static TimeSpan RestTime { get; } = TimeSpan.FromSeconds(10);

    /// <summary>Addresses for an owner: those of an ended one, or fresh ones. Null if the operating system refuses.</summary>
    /// <param name="pages">Where pages come from.</param>
    /// <param name="bytes">Bytes of addresses, in whole granules.</param>
    /// <param name="zeroed">Whether the owner relies on finding zeros in memory that it has not written.</param>
    /// <param name="isNeeded">Whether the owner fails without them.</param>
    public AddressRange? TryRent(PageSource pages, nuint bytes, bool zeroed, bool isNeeded = false)
    {
        KeptRange kept;
        using (Uninterrupted.Enter(_gate))
        {
            EndRests();
            int position = _kept.FindLastIndex(range => range.Serves(bytes, zeroed));
            if (position < 0)
            {
                kept = default;
            }
            else
            {
                kept = _kept[position];
                _kept.RemoveAt(position);
                Invariant.Holds(_warmBytes >= kept.WarmBytes, "The warm bytes of each kept range are counted.");
                _warmBytes -= kept.WarmBytes;
            }
        }

        if (kept.Reservation is null)
        {
            return TryReserve(pages, bytes, WholeGranules(bytes / SlackShare), isNeeded);
        }

        Interlocked.Increment(ref _takings);
        CheckZeros(in kept);
        return kept.IsInPlace ? kept.Range : MoveIn(pages, in kept, zeroed, isNeeded);
    }

    /// <summary>Addresses that nobody had before. Null if the operating system refuses.</summary>
    /// <param name="pages">Where pages come from.</param>
    /// <param name="bytes">Bytes of addresses for the owner.</param>
    /// <param name="slack">Bytes to add for owners to come, if they are available.</param>
    /// <param name="isNeeded">Whether the owner fails without them.</param>
    public AddressRange? TryReserve(PageSource pages, nuint bytes, nuint slack, bool isNeeded = true)
    {
        Invariant.Holds(!_gate.IsHeldByCurrentThread, "Refused addresses are taken from the kept ranges, which takes the lock.");
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

            bool hasAddresses = pages.HasAddresses(bytes + slack, isNeeded);
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

            LetGo();
            if (slack == 0 && !TryEndOldest((long)bytes) && !(isNeeded && TryCollect(ref releases)))
            {
                return null;
            }

            slack = 0;
        }
    }

    /// <summary>Records that an owner waits for a garbage collection, which will find it.</summary>
    public void NoteWait() => Interlocked.Add(ref _takings, MaximumPatience);

    /// <summary>
    /// Releases all waiting and resting memory, because the system refused memory to a live owner. If there is none, it runs a
    /// garbage collection to find disposed or unreachable owners.
    /// </summary>
    /// <param name="releases">The <see cref="Releases"/> before the refusal, and then those of now.</param>
    /// <returns>Whether any thread released memory, so that a retry may succeed.</returns>
    public bool TryRelieve(ref long releases) => TryEndAll(ref releases) || TryCollect(ref releases);

    /// <summary>
    /// Finds disposed or unreachable owners by a garbage collection, because a limit on the memory of all owners was reached. Rests
    /// go on where resting memory was returned to the operating system: ending them would free nothing.
    /// </summary>
    /// <param name="releases">As in <see cref="TryRelieve"/>.</param>
    /// <returns>Whether any owner returned memory.</returns>
    public bool TryReclaim(ref long releases) => _keepsMemory ? TryRelieve(ref releases) : TryFindEnded();

    /// <summary>Takes the range of an owner that has ended.</summary>
    /// <param name="range">The range. Nobody uses it any more, except through spans and references that outlived the
    /// owner.</param>
    /// <param name="state">What it holds.</param>
    /// <param name="keepWarm">Whether memory may be kept for the next owner, or all of it is to be given back.</param>
    public void Return(AddressRange range, RangeState state, bool keepWarm)
    {
        Reservation reservation = range.Reservation;
        using (Uninterrupted.Enter(_gate))
        {
            _returns++;
            reservation.EndedAt = (clock.GetTimestamp(), countCollections());
            if (range.ShowsFile)
            {
                Leave(reservation);
                EndRests();
                return;
            }

            bool isUntouched = range.Touched == 0;
            bool isReadOnly = keepWarm && state != RangeState.Writable && range.Touched <= WarmBytes;
            if ((isUntouched || isReadOnly) && !range.IsPassedOn)
            {
                Keep(new KeptRange
                {
                    Reservation = reservation,
                    Bytes = range.Bytes,
                    State = isUntouched ? RangeState.Zeroed : state,
                    Range = range,
                    Warm = range.Address,
                    WarmBytes = range.Touched,
                });
            }
            else
            {
                nuint warm = keepWarm ? WarmBytesOf(range) : 0;
                if (range.Touched > warm && !reservation.Pages.Discard(range.Address + warm, range.Touched - warm))
                {
                    _keepsMemory = true;
                }

                reservation.RestingBytes += range.IsPassedOn ? 0 : (long)range.Touched;
                Keep(new KeptRange
                {
                    Reservation = reservation,
                    Bytes = range.Bytes,
                    State = state,
                    Range = GoesOn(reservation)
                        ? range.TryPassOn(WholeGranules(range.HasHugePages ? range.Committed : range.Touched))
                        : null,
                    Warm = range.Address,
                    WarmBytes = warm,
                });
            }

            EndRests();
        }
    }

    /// <summary>Lets another owner have what lies after the committed part of a range whose own owner is about to end.</summary>
    public void PassOn(AddressRange range)
    {
        using (Uninterrupted.Enter(_gate))
        {
            range.Reservation.RestingBytes += (long)range.Touched;
            if (GoesOn(range.Reservation) && range.TryPassOn(WholeGranules(range.Committed)) is { } next)
            {
                range.Reservation.Users++;
                Keep(new KeptRange
                {
                    Reservation = range.Reservation,
                    Bytes = range.Bytes,
                    State = RangeState.Writable,
                    Range = next,
                });
            }
        }
    }

    // Linux before 6.17 moves pages of one mapping only, and pages that were moved are a separate mapping. If they are few, fresh
    // pages are better than moving them again.
    private static nuint WarmBytesOf(AddressRange range)
    {
        nuint movable = range.Moved == 0 ? range.Touched : Math.Min(range.Moved, range.Touched);
        return range.Touched > MostGrowthOfMoved * movable ? 0 : Math.Min(movable, WarmBytes);
    }

    private static nuint WholeGranules(nuint bytes) =>
        (bytes + AddressSpace.GranuleBytes - 1) & ~(nuint)(AddressSpace.GranuleBytes - 1);

    // The addresses that pages leave are mapped afresh, because the kernel counts pages that were moved as mappings of their own.
    // Whoever still holds a reference can write to those addresses, but no longer to the pages that were moved: so these are
    // wiped afterwards.
    private AddressRange? MoveIn(PageSource pages, in KeptRange kept, bool zeroed, bool isNeeded)
    {
        Invariant.Holds(kept.WarmBytes <= kept.Bytes, "The next owner has addresses for the warm pages.");
        Invariant.Holds(!_gate.IsHeldByCurrentThread, "Pages are moved outside the lock.");
        AddressRange? range = kept.Range ?? TryReserve(pages, kept.Bytes, WholeGranules(kept.Bytes / SlackShare), isNeeded);
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

        if (kept.Range == null)
        {
            using (Uninterrupted.Enter(_gate))
            {
                Leave(kept.Reservation);
            }
        }

        return range;
    }

    // Reserves other addresses for a range to which the system refused to move pages. The addresses of the range are lost.
    private AddressRange? TryReplace(PageSource pages, AddressRange range, bool isNeeded)
    {
        using (Uninterrupted.Enter(_gate))
        {
            range.Reservation.IsLost = true;
            Leave(range.Reservation);
        }

        return TryReserve(pages, range.Bytes, slack: 0, isNeeded);
    }

    // Owners rely on zeros: a disposed owner that leaves anything else has forgotten to wipe it.
    [Conditional("DEBUG")]
    private static void CheckZeros(in KeptRange kept) =>
        Invariant.Holds(
            kept.State != RangeState.Zeroed || kept.Range is null
                || !new ReadOnlySpan<byte>(kept.Range.Address, (int)Math.Min(kept.Range.Touched, int.MaxValue)).ContainsAnyExcept((byte)0),
            "A range that is said to hold zeros does so.");

    // A range that is only addresses displaces no other.
    private void Keep(in KeptRange range)
    {
        Invariant.Holds(_gate);
        Invariant.Holds(range.Reservation.Users > 0, "A kept range is a user of its reservation.");
        bool isWorthless = (range.WarmBytes == 0 && (range.Range == null || _kept.Count >= MostKept))
            || (_isScarce && (long)range.Reservation.Bytes > MostAddressesWhereScarce);
        if (_isClosed || isWorthless)
        {
            Drop(in range);
            return;
        }

        _kept.Add(range);
        _warmBytes += range.WarmBytes;
        while (_kept.Count > MostKept || _warmBytes > MostWarmBytes)
        {
            DropOldest();
        }
    }

    private void DropOldest()
    {
        Invariant.Holds(_gate);
        KeptRange range = _kept[0];
        Invariant.Holds(_warmBytes >= range.WarmBytes, "The warm bytes of each kept range are counted.");
        _kept.RemoveAt(0);
        _warmBytes -= range.WarmBytes;
        Drop(in range);
    }

    private void Drop(in KeptRange range)
    {
        if (range.WarmBytes > 0)
        {
            range.Reservation.Pages.Discard(range.Warm, range.WarmBytes);
        }

        Leave(range.Reservation);
    }

    private void Leave(Reservation reservation)
    {
        Invariant.Holds(_gate);
        Invariant.Holds(reservation.Users > 0, "A reservation is left by one of its users.");
        if (--reservation.Users > 0)
        {
            return;
        }

        _resting.Enqueue(reservation);
        _restingBytes += reservation.RestingBytes;
        _restingAddresses += (long)reservation.Bytes;
        if (_isClosed)
        {
            EndOldest();
        }
        else if (!_isWatched && !typeof(RangeKeeper).Assembly.IsCollectible)
        {
            // In a collectible context an object that is finalized again and again would keep the context from being unloaded.
            _isWatched = true;
            _ = new Watch(this);
        }
    }

    private void EndRests()
    {
        Invariant.Holds(_gate);
        bool isReleased = true;
        while (isReleased && _resting.TryPeek(out Reservation? oldest) && (IsRested(oldest) || IsCrowded(oldest)))
        {
            isReleased = EndOldest();
        }
    }

    // A reservation is released as a whole, so resting memory in it stays while another owner uses the reservation.
    private bool GoesOn(Reservation reservation) => reservation.RestingBytes <= MostRestingBytes(reservation) / 2;

    // Where the system limits committed memory, even the last disposed owner may exceed the limit.
    private bool IsCrowded(Reservation oldest)
    {
        if (_isScarce)
        {
            return _restingAddresses > MostAddressesWhereScarce;
        }

        long mostBytes = MostRestingBytes(oldest);
        return (_restingBytes > mostBytes && (_resting.Count > 1 || mostBytes < MaximumRestingBytes))
            || (_resting.Count > 1 && (_restingAddresses > MostRestingAddresses || _resting.Count > MostResting));
    }

    private long MostRestingBytes(Reservation reservation) => _keepsMemory
        ? (long)Math.Min(reservation.Pages.MemoryBytes / RestingShare, (ulong)reservation.Pages.MaximumRestingBytes)
        : reservation.Pages.MaximumRestingBytes;

    private bool IsRested(Reservation reservation) =>
        clock.GetElapsedTime(reservation.EndedAt.Time) >= RestTime
            && countCollections() - reservation.EndedAt.Collections >= RestCollections;

    private void LetGo()
    {
        using (Uninterrupted.Enter(_gate))
        {
            _isScarce = true;
            while (_kept.Count > 0)
            {
                DropOldest();
            }

            EndRests();
        }
    }

    private bool TryEndAll(ref long releases)
    {
        using (Uninterrupted.Enter(_gate))
        {
            EndAll();
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
        using Lock.Scope scope = Uninterrupted.Enter(_collecting);
        if (HasReleased(ref releases))
        {
            return true;
        }

        return Collect() && NotePatience(TryEndAll(ref releases));
    }

    private bool TryFindEnded()
    {
        using Lock.Scope scope = Uninterrupted.Enter(_collecting);
        long before = Volatile.Read(ref _returns);
        return Collect() && NotePatience(Volatile.Read(ref _returns) != before);
    }

    private bool NotePatience(bool isRelieved)
    {
        Invariant.Holds(_collecting);
        _patience = isRelieved ? 1 : Math.Min(2 * _patience, MaximumPatience);
        return isRelieved;
    }

    // Collections are slow, so none runs if it would probably find nothing, as the last one did. After ten seconds, one new
    // owner is enough. The wait for finalizers is bounded, because a finalizer may wait for a lock that this thread holds.
    private bool Collect()
    {
        Invariant.Holds(_collecting);
        long takings = Volatile.Read(ref _takings);
        if (takings == _takingsAtCollection
            || (takings - _takingsAtCollection < _patience && clock.GetElapsedTime(_collectedAt) < s_betweenCollections))
        {
            return false;
        }

        _takingsAtCollection = takings;
        for (int i = 0; i < CollectionsToRelieve; i++)
        {
            var marked = new StrongBox<bool>();
            Mark.Make(marked);
            GC.Collect();
            var wait = default(BriefWait);
            for (long start = Stopwatch.GetTimestamp();
                !Volatile.Read(ref marked.Value) && Stopwatch.GetElapsedTime(start) < s_finalizationTime;)
            {
                wait.Once();
            }
        }

        _collectedAt = clock.GetTimestamp();
        return true;
    }

    private void EndAll()
    {
        while (_kept.Count > 0)
        {
            DropOldest();
        }

        for (int left = _resting.Count; left > 0; left--)
        {
            EndOldest();
        }
    }

    // Only if that many addresses rest at all.
    private bool TryEndOldest(long bytes)
    {
        using (Uninterrupted.Enter(_gate))
        {
            return _restingAddresses >= bytes && EndOldest();
        }
    }

    // What the system does not take back is offered to it again after another rest.
    private bool EndOldest()
    {
        Invariant.Holds(_gate);
        Reservation oldest = _resting.Dequeue();
        _restingBytes -= oldest.RestingBytes;
        _restingAddresses -= (long)oldest.Bytes;
        Invariant.Holds(_restingBytes >= 0 && _restingAddresses >= 0, "Each resting reservation is counted.");
        Invariant.Holds(oldest.Users == 0, "A resting reservation has no users.");
        bool isReleased = oldest.IsLost || oldest.Pages.TryRelease(oldest.Address, oldest.Bytes);
        if (isReleased)
        {
            Interlocked.Increment(ref _releases);
        }
        else
        {
            oldest.EndedAt = (clock.GetTimestamp(), countCollections());
            _resting.Enqueue(oldest);
            _restingBytes += oldest.RestingBytes;
            _restingAddresses += (long)oldest.Bytes;
        }

        return isReleased;
    }

    private void Close()
    {
        using (Uninterrupted.Enter(_gate))
        {
            _isClosed = true;
            EndAll();
        }
    }

    private bool LookAgain()
    {
        using (Uninterrupted.Enter(_gate))
        {
            EndRests();
            _isWatched = _resting.Count > 0;
            return _isWatched;
        }
    }

    /// <summary>Ends rests after a full collection, even if no owner comes or goes.</summary>
    private sealed class Watch(RangeKeeper keeper)
    {
        ~Watch()
        {
            if (keeper?.LookAgain() == true)
            {
                GC.ReRegisterForFinalize(this);
            }
        }
    }

    /// <summary>Shows that the finalizers of a collection have run as far as this one.</summary>
    private sealed class Mark : CriticalFinalizerObject
    {
        private readonly StrongBox<bool>? _isFinalized;

        private Mark(StrongBox<bool> isFinalized) => _isFinalized = isFinalized;

        ~Mark()
        {
            if (_isFinalized is not null)
            {
                Volatile.Write(ref _isFinalized.Value, true);
            }
        }

        // Not inlined, so that nothing refers to the object.
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static void Make(StrongBox<bool> isFinalized) => _ = new Mark(isFinalized);
    }
}
