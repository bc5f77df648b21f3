using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// Native memory of a pool or collection. The space is finalizable, so the pool need not be. The space reserves addresses,
/// commits them from the start, and lends runs of 64 KiB granules. An index counts 8-byte units from the base. Beyond the
/// reservation, each run is mapped separately and found through a table. Until the space is disposed or collected, its memory
/// stays readable, even memory that was returned.
/// </summary>
/// <remarks>
/// One thread at a time may change the space; <see cref="Address"/> may be called concurrently. The finalizer releases nothing
/// itself, because other finalizers may still use or resurrect the pool: see <see cref="MemoryHolding"/>.
/// </remarks>
internal sealed unsafe class AddressSpace : IDisposable
{
    public const int UnitShift = 3;
    public const uint GranuleBytes = 1 << 16;
    public const uint GranuleUnits = GranuleBytes >> UnitShift;

    /// <summary>
    /// A 32-bit index of 8-byte units reaches 32 GiB. The last granule stays unused, so that limits fit into 32 bits.
    /// </summary>
    public const uint MaximumGranules = (uint)((1UL << 32) / GranuleUnits) - 1;

    public const long MaximumReservation = (long)MaximumGranules * GranuleBytes;

    // macOS has a map entry for each 128 MiB of a reservation.
    private const long MacReservation = 4L << 30;

    /// <summary>Bytes that owners reserve by default; 0 in a 32-bit process.</summary>
    public static long DefaultReservation { get; } =
        !Environment.Is64BitProcess ? 0 : OperatingSystem.IsMacOS() ? MacReservation : MaximumReservation;

    /// <summary>
    /// The maximum reservation that parts share. Each part keeps the other half of the indices for runs beyond the reservation.
    /// </summary>
    public const long MaximumSharedReservation = MaximumReservation / 2;

    private const int GranuleIndexShift = 13;

    // Larger runs that need no index are mapped separately, so that a huge string does not use up the indices of millions of
    // small ones.
    private const uint MaxReservedRun = (16u << 20) / GranuleBytes;

    private readonly PageSource _pages;
    private readonly SharedLimit? _sharedLimit;
    private readonly List<PageRun> _vacant = [];
    private readonly MemoryHolding _holding;

    // The space that this one is a part of, or null. It owns the addresses, and all parts take its lock to change them.
    private readonly AddressSpace? _whole;
    private readonly Lock _partGate;
    private AddressRange? _range;
    private byte* _base;
    private uint _reserved;
    private uint _committed;
    private uint _used;
    private uint _tableCount;
    private bool _isRetired;
    private int _isDisposed;
    private bool _isWritable;
    private bool _discardsLeaveZeros = true;

    // Per granule: 0 if it holds no records, otherwise 1 plus the number of units before the granule's start that belong to the
    // record crossing that start. Growth replaces the array, like _table.
    private byte[] _records = [];

    // Addresses of the granules outside the reservation. Growth replaces the array with a longer copy, so readers need no lock.
    private nint[] _table = [];

    /// <param name="pages">The source of pages.</param>
    /// <param name="reservation">Bytes of address space to reserve.</param>
    /// <param name="maximumBytes">The maximum number of bytes to lend.</param>
    /// <param name="isWritable">Whether writable references to the memory leave the library. If so, its addresses must not be
    /// reused soon.</param>
    /// <param name="sharedLimit">A limit that several spaces share; null for none.</param>
    public AddressSpace(
        PageSource pages,
        long reservation,
        long maximumBytes,
        bool isWritable = false,
        SharedLimit? sharedLimit = null)
    {
        _pages = pages;
        _isWritable = isWritable;
        _sharedLimit = sharedLimit;
        _partGate = new Lock();
        _holding = new MemoryHolding(pages);
        MaximumBytes = maximumBytes;
        uint granules = (uint)(Math.Min(Math.Min(reservation, MaximumReservation), nint.MaxValue) / GranuleBytes);
        _range = granules == 0 ? null : _holding.TryRent((nuint)granules * GranuleBytes, zeroed: true, isNeeded: false);

        // Does not retry with a smaller reservation: if addresses are scarce, the rest of the process needs them.
        if (_range != null)
        {
            _base = _range.Address;
            _reserved = granules;
            _committed = (uint)(_range.Committed / GranuleBytes);
        }
    }

    /// <summary>
    /// Creates a part of another space. The part takes runs from the reservation of the whole, which also releases the memory, so
    /// any number of parts needs only one range. The maximum applies to each part, and the shared limit to all parts together.
    /// Threads may change different parts concurrently.
    /// </summary>
    /// <param name="whole">The space that owns the addresses. It lends nothing itself. Its reservation must leave indices for the
    /// runs that a part lends beyond the reservation: see <see cref="MaximumSharedReservation"/>.</param>
    public AddressSpace(AddressSpace whole)
    {
        GC.SuppressFinalize(this);
        _whole = whole;
        _partGate = whole._partGate;
        _pages = whole._pages;
        _sharedLimit = whole._sharedLimit;
        _holding = whole._holding;
        _base = whole._base;
        _reserved = whole._reserved;
        MaximumBytes = whole.MaximumBytes;
    }

    // _holding may be null if the constructor threw.
    ~AddressSpace() => _holding?.ReleaseAfter(this);

    /// <summary>Start of the reservation; null if there is none.</summary>
    public byte* Base => _base;

    /// <summary>Committed units from <see cref="Base"/>.</summary>
    public uint Limit => _committed * GranuleUnits;

    public long MaximumBytes { get; }

    public long BytesLent { get; private set; }

    /// <summary>Whether the space's limit or the shared limit refused the last request.</summary>
    public bool LimitReached { get; private set; }

    public long ManagedBytes =>
        256 + _records.Length + ((long)_table.Length * sizeof(nint)) + ((long)_vacant.Capacity * sizeof(PageRun));

    /// <summary>Whether every run contains only zeros when it is lent, even if its memory was returned before.</summary>
    public bool LendsZeros { get; private set; } = true;

    /// <summary>The address of a unit; null if the index is in no granule of this space.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* Address(uint index) => index < Limit ? _base + ((nuint)index << UnitShift) : TableAddress(index);

    /// <summary>
    /// The address of a unit with an arbitrary index, for concurrent readers. Null unless this many units from that address on
    /// belong to this space. These units stay readable until the space is released.
    /// </summary>
    public byte* TryAddress(uint index, uint units)
    {
        byte* first = Address(index);
        if (first == null || index > uint.MaxValue - units)
        {
            return null;
        }

        // Checks one unit per granule, because each granule may be mapped elsewhere.
        uint last = index + units - 1;
        for (uint unit = index; unit != last;)
        {
            unit = Math.Min(last, (unit | (GranuleUnits - 1)) + 1);
            if (Address(unit) - first != (nint)(unit - index) << UnitShift)
            {
                return null;
            }
        }

        return first;
    }

    /// <summary>Marks a run as filled with records of this many units, up to 255.</summary>
    public void MarkRecords(PageRun run, uint units)
    {
        Invariant.Holds(units is > 0 and <= byte.MaxValue, "The size of a record fits in a byte.");
        Invariant.Holds(run.Index % GranuleUnits == 0, "A run begins at a granule.");
        uint first = run.Index / GranuleUnits;
        byte[] records = _records;
        if (first + run.Granules > (uint)records.Length)
        {
            Array.Resize(ref records, (int)Math.Max(first + run.Granules, 2 * (uint)records.Length));
        }

        for (uint granule = 0; granule < run.Granules; granule++)
        {
            records[first + granule] = (byte)(1 + (granule * GranuleUnits % units));
        }

        Volatile.Write(ref _records, records);
    }

    /// <summary>Whether a record starts at this index of a run that was marked with this size.</summary>
    public bool StartsRecord(uint index, uint units)
    {
        byte[] records = Volatile.Read(ref _records);
        uint granule = index / GranuleUnits;
        return granule < (uint)records.Length
            && records[granule] != 0
            && ((index % GranuleUnits) + records[granule] - 1) % units == 0;
    }

    /// <summary>The end of the granules in use once another run of this many granules is taken from the reservation.</summary>
    public uint ReservedEndAfter(uint granules) => Math.Min(_reserved, _used + granules);

    /// <summary>
    /// Lends a run. The run contains zeros while <see cref="LendsZeros"/> is true; otherwise it may contain old data.
    /// </summary>
    /// <param name="granules">The number of granules, at least one.</param>
    /// <param name="indexed">Whether the run needs an index; a segment needs only its address.</param>
    /// <param name="run">The run.</param>
    /// <returns>False if a limit or the operating system refuses, no index is left, or the space is retired.</returns>
    public bool TryLend(uint granules, bool indexed, out PageRun run)
    {
        Invariant.Holds(granules > 0, "A run has at least one granule.");
        long bytes = (long)granules * GranuleBytes;
        MemoryRefusal.Forget();
        if (_isRetired || !TryCount(bytes))
        {
            run = default;
            return false;
        }

        bool lent = false;
        try
        {
            lent = TryLendVacant(granules, indexed, out run)
                || ((indexed || granules <= MaxReservedRun) && TryLendReserved(granules, out run))
                || TryLendMapped(granules, indexed, out run);
        }
        finally
        {
            if (!lent)
            {
                Uncount(bytes);
            }
        }

        Invariant.Holds(!lent || run.Granules == granules, "The run has the requested number of granules.");
        Invariant.Holds(!lent || !indexed || Address(run.Index) == run.Address, "The index of a run refers to its address.");
        Invariant.Holds(BytesLent <= MaximumBytes, "The lent memory is within the limit.");
        return lent;
    }

    /// <summary>Whether the limit and the memory available to the process allow lending this many bytes, run by run.</summary>
    public bool MayLend(long bytes)
    {
        LimitReached = bytes > MaximumBytes - BytesLent;
        return !LimitReached && HasMemory(bytes);
    }

    public bool HasMemory(long bytes) => _pages.HasMemory((ulong)bytes);

    /// <summary>Prefaults whole lent granules that are about to be written; see <see cref="PageSource.Populate"/>.</summary>
    public void Populate(byte* address, nuint bytes) => _pages.Populate(address, bytes);

    /// <summary>Takes back a run for reuse and returns its memory to the operating system.</summary>
    public void Return(PageRun run)
    {
        LendsZeros &= Discard(run);
        int position = 0;
        while (position < _vacant.Count && _vacant[position].Address < run.Address)
        {
            position++;
        }

        Invariant.Holds(
            position == _vacant.Count || run.Address + run.Bytes <= _vacant[position].Address,
            "A returned run was lent, and is not already vacant.");
        Invariant.Holds(
            position == 0 || _vacant[position - 1].Address + _vacant[position - 1].Bytes <= run.Address,
            "A returned run was lent, and is not already vacant.");
        if (position < _vacant.Count && run.IsFollowedBy(_vacant[position]))
        {
            run = run.Join(_vacant[position]);
            _vacant.RemoveAt(position);
        }

        if (position > 0 && _vacant[position - 1].IsFollowedBy(run))
        {
            _vacant[position - 1] = _vacant[position - 1].Join(run);
            return;
        }

        _vacant.Insert(position, run);
    }

    /// <summary>
    /// Returns a run's memory to the operating system, but keeps its addresses, which the borrower may use again after
    /// <see cref="TryReuse"/>.
    /// </summary>
    /// <returns>Whether the memory now contains zeros.</returns>
    public bool Discard(PageRun run)
    {
        Invariant.Holds(_isDisposed == 0, "The memory still belongs to this space.");
        Uncount((long)run.Bytes);
        (_whole ?? this)._range?.AvoidHugePagesFor(run.Address, run.Bytes);
        bool zeros = _pages.Discard(run.Address, run.Bytes);
        _discardsLeaveZeros &= zeros;
        return zeros;
    }

    /// <summary>Counts a discarded run as used again; false if a limit or the memory budget refuses.</summary>
    public bool TryReuse(PageRun run) => TryCount((long)run.Bytes);

    /// <summary>Whether the next pool may get this run unchanged. If so, the borrower must wipe it before disposal.</summary>
    public bool IsWarm(PageRun run) =>
        StaysInPlace && run.Address >= _base && run.Address < _base + ((nuint)_used * GranuleBytes);

    /// <summary>Zeroes a run. Discarding is cheaper than clearing if little of the run was used.</summary>
    public void Wipe(PageRun run)
    {
        Invariant.Holds(_isDisposed == 0, "The memory still belongs to this space.");
        if (!_pages.Discard(run.Address, run.Bytes))
        {
            NativeMemory.Clear(run.Address, run.Bytes);
        }
    }

    /// <summary>
    /// Zeroes the units below an index if the next pool may get them unchanged. Used by borrowers without headers to wipe.
    /// </summary>
    public void WipeWarm(ulong endIndex)
    {
        if (StaysInPlace)
        {
            NativeMemory.Clear(_base, (nuint)Math.Min(endIndex, _used * GranuleUnits) << UnitShift);
        }
    }

    /// <summary>Records that writable references to the memory have left the library; see the constructor.</summary>
    public void MarkWritable() => _isWritable = true;

    /// <summary>
    /// Releases the pool's memory, once. The borrowers must have wiped runs that stay warm (<see cref="IsWarm"/>).
    /// </summary>
    public void Dispose()
    {
        // On a second call the addresses may belong to another space, or be unmapped.
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
        {
            return;
        }

        // The base stays set: another thread may have checked the limit and be about to use the base.
        _committed = 0;
        _table = [];
        _tableCount = 0;
        _isRetired = true;
        Uncount(BytesLent);
        if (_whole is not null)
        {
            return;
        }

        bool staysInPlace = IsSmall;
        if (staysInPlace && !_discardsLeaveZeros)
        {
            // Runs that were returned before were not wiped.
            NativeMemory.Clear(_base, (nuint)_used * GranuleBytes);
        }

        _holding.ReleaseAll(
            staysInPlace ? RangeState.Zeroed : _isWritable ? RangeState.Writable : RangeState.Unknown, keepWarm: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>
    /// Returns all memory to the operating system, but keeps the addresses readable for other threads until the space is
    /// collected. They then contain zeros or old data. Nothing is lent afterwards. Parts must be retired before the whole.
    /// </summary>
    public void Retire()
    {
        if (!Interlocked.Exchange(ref _isRetired, true))
        {
            Uncount(BytesLent);
            if (_whole is null)
            {
                _holding.AwaitCollection();
                _holding.PassOn();
            }
        }
    }

    private bool StaysInPlace => _isDisposed == 0 && IsSmall;

    // Wiping a larger pool costs more than warm memory saves the next pool.
    private bool IsSmall => _whole is null && !_isWritable && _base != null && _used <= RangeCache.WarmGranules;

    private bool TryCount(long bytes)
    {
        LimitReached = BytesLent + bytes > MaximumBytes || _sharedLimit?.TryCharge(BytesLent, bytes) == false;
        if (LimitReached)
        {
            return false;
        }

        bool taken = _holding.TryCharge(bytes);
        if (taken)
        {
            BytesLent += bytes;
        }
        else
        {
            _sharedLimit?.Uncharge(BytesLent + bytes, bytes);
        }

        return taken;
    }

    private void Uncount(long bytes)
    {
        _sharedLimit?.Uncharge(BytesLent, bytes);
        BytesLent -= bytes;
        Invariant.Holds(BytesLent >= 0, "No more memory is returned than was lent.");
        _holding.Uncharge(bytes);
    }

    private byte* TableAddress(uint index)
    {
        nint[] table = Volatile.Read(ref _table);
        uint granule = (index >> GranuleIndexShift) - _reserved;
        return granule < (uint)table.Length && table[granule] != 0
            ? (byte*)table[granule] + ((index & (GranuleUnits - 1)) << UnitShift)
            : null;
    }

    private bool TryLendVacant(uint granules, bool indexed, out PageRun run)
    {
        int best = -1;
        for (int i = 0; i < _vacant.Count; i++)
        {
            bool fits = _vacant[i].Granules >= granules && (!indexed || _vacant[i].Index != 0);
            best = fits && (best < 0 || _vacant[i].Granules < _vacant[best].Granules) ? i : best;
        }

        if (best < 0)
        {
            run = default;
            return false;
        }

        Invariant.Holds(!indexed || _vacant[best].Index % GranuleUnits == 0, "A run's index is at a granule boundary.");
        run = _vacant[best].Take(granules);
        if (_vacant[best].Granules == granules)
        {
            _vacant.RemoveAt(best);
        }
        else
        {
            _vacant[best] = _vacant[best].Skip(granules);
        }

        return true;
    }

    private bool TryLendReserved(uint granules, out PageRun run)
    {
        if (_whole is null)
        {
            return TryTakeReserved(granules, out run);
        }

        using (UninterruptibleLock.Enter(_partGate))
        {
            bool taken = _whole.TryTakeReserved(granules, out run);
            _committed = taken ? _whole._committed : _committed;
            return taken;
        }
    }

    private bool TryTakeReserved(uint granules, out PageRun run)
    {
        run = new PageRun(_base + ((nuint)_used * GranuleBytes), _used * GranuleUnits, granules);
        uint end = _used + granules;
        if (end > _reserved)
        {
            return false;
        }

        if (end > _committed && !TryCommit(end))
        {
            DropUnusedReservation();
            return false;
        }

        Invariant.Holds(end <= _committed, "A run is lent only if it is committed.");
        _used = end;
        _range!.Touched = Math.Max(_range.Touched, (nuint)end * GranuleBytes);
        return true;
    }

    // Commits ahead in steps that grow with the pool, because a system call costs as much as allocating a hundred strings.
    private bool TryCommit(uint end)
    {
        uint ahead = Math.Min(_reserved, _committed + Math.Clamp(_committed / 2, 16, 512));
        return TryCommitTo(Math.Max(end, ahead)) || TryCommitTo(end);
    }

    private bool TryCommitTo(uint end)
    {
        if (!_range!.TryCommit((nuint)end * GranuleBytes))
        {
            return false;
        }

        _range.PreferHugePages();
        _committed = end;
        Invariant.Holds(_committed <= _reserved, "Nothing beyond the reservation is committed.");
        return true;
    }

    // The first granule lent must have index 0. If that granule of the reservation cannot be committed, the reservation is
    // dropped, and the table starts at index 0.
    private void DropUnusedReservation()
    {
        if (_used == 0)
        {
            _holding.Drop(_range!);
            _range = null;
            _base = null;
            _reserved = _committed = 0;
        }
    }

    private bool TryLendMapped(uint granules, bool indexed, out PageRun run)
    {
        run = default;
        uint first = _reserved + _tableCount;
        if (indexed && first + granules > MaximumGranules)
        {
            return false;
        }

        nint[] table = indexed ? GrownTable(granules) : _table;
        AddressRange? mapped;
        using (UninterruptibleLock.Enter(_partGate))
        {
            mapped = _holding.TryMap((nuint)granules * GranuleBytes);
        }

        if (mapped == null)
        {
            return false;
        }

        run = new PageRun(mapped.Address, indexed ? first * GranuleUnits : 0, granules);
        if (indexed)
        {
            for (uint i = 0; i < granules; i++)
            {
                Invariant.Holds(table[_tableCount + i] == 0, "The index of a new granule is unused.");
                table[_tableCount + i] = (nint)(mapped.Address + ((nuint)i * GranuleBytes));
            }

            _tableCount += granules;
            Volatile.Write(ref _table, table);
        }

        return true;
    }

    private nint[] GrownTable(uint granules)
    {
        uint needed = _tableCount + granules;
        if (needed <= (uint)_table.Length)
        {
            return _table;
        }

        nint[] table = new nint[Math.Max(needed, 2 * (uint)_table.Length)];
        _table.CopyTo(table, 0);
        return table;
    }
}
