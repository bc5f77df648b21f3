using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Memory.Entries;

/// <summary>
/// Fixed-size entries without gaps, in runs from an <see cref="AddressSpace"/>. They are in insertion order until one is removed.
/// Entries never move, except that the last one fills the gap when another entry is removed.
/// </summary>
/// <remarks>The heap is a struct, which saves a collection's fast path an indirection.</remarks>
internal unsafe struct EntryHeap<TKey, TValue> : ICells<EntryHeap<TKey, TValue>>
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    /// <summary>The cursor after all entries. No run has this number.</summary>
    public const ulong EndOfEntries = ulong.MaxValue << 32;

    /// <summary>Key equality and hashing.</summary>
    public KeyRule<TKey> Rule;

    // A new run is an eighth of the total size of the existing runs, up to MaxRunGranules, so small collections stay small and
    // large ones rarely allocate a run.
    private const int RunGrowthDivisor = 8;
    private const uint MaxRunGranules = 64;
    private const int MinRuns = 4;

    // The minimum number of entries per run, unless there is too little memory. It limits the waste at the end of a run, where no
    // whole entry fits.
    private const uint MinEntriesPerRun = 8;

    private AddressSpace _space;
    private byte* _base;

    // Entries with smaller indexes are in contiguous memory from the base address on.
    private nuint _nearEnd;
    private uint _units;
    private bool _storesHash;
    private PageRun[] _runs;
    private int _runCount;
    private long _granules;

    // The run for bump allocation. Earlier runs are full, later ones empty.
    private int _current;
    private uint _bump;
    private uint _end;

    /// <summary>Whether entries store their hashes, which saves calls to user code.</summary>
    public readonly bool StoresHash => _storesHash;

    public readonly uint EntryBytes => _units << AddressSpace.UnitShift;

    /// <summary>The minimum bytes that the heap needs for its first entry.</summary>
    public readonly long MinBytes => GranulesFor(1) * (long)AddressSpace.GranuleBytes;

    public readonly long RunBytes => _granules * AddressSpace.GranuleBytes;

    public readonly long ManagedBytes => (long)_runs.Length * sizeof(PageRun);

    public void Initialize(AddressSpace space, KeyRule<TKey> rule)
    {
        _space = space;
        Rule = rule;
        _storesHash = !rule.HashesBytes;
        _units = EntryLayout<TKey, TValue>.Size(_storesHash) >> AddressSpace.UnitShift;
        _runs = [];
        _current = -1;
        UpdateBase();
    }

    static uint ICells<EntryHeap<TKey, TValue>>.HashOf(in EntryHeap<TKey, TValue> cells, uint index) => cells.HashOf(index);

    static void* ICells<EntryHeap<TKey, TValue>>.AddressOf(in EntryHeap<TKey, TValue> cells, uint index) => cells.At(index);

    static KeyWalk ICells<EntryHeap<TKey, TValue>>.Walk(in EntryHeap<TKey, TValue> cells) => default;

    static bool ICells<EntryHeap<TKey, TValue>>.MoveToIndexed(in EntryHeap<TKey, TValue> cells, ref KeyWalk walk)
    {
        while (cells.MoveNext(ref walk))
        {
            if (!cells._storesHash || LinkOf((byte*)walk.Cell) == StrayEntries.NoStray)
            {
                return true;
            }
        }

        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref TKey KeyOf(byte* entry) => ref Unsafe.AsRef<TKey>(entry);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref TValue ValueOf(byte* entry) => ref Unsafe.AsRef<TValue>(entry + EntryLayout<TKey, TValue>.ValueOffset);

    public static ref uint StoredHashOf(byte* entry) => ref *(uint*)(entry + EntryLayout<TKey, TValue>.HashOffset);

    /// <summary>The <see cref="StrayEntries"/> link of an entry, if hashes are stored.</summary>
    public static ref uint LinkOf(byte* entry) => ref *(uint*)(entry + EntryLayout<TKey, TValue>.LinkOffset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* At(uint index) => IsNear(index) ? NearAt(index) : Far(index);

    /// <summary>Whether <see cref="NearAt"/> accepts an unvalidated index.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsNear(uint index) => index < _nearEnd;

    /// <summary>The entry with an index that passed <see cref="IsNear"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* NearAt(uint index) => _base + ((nuint)index << AddressSpace.UnitShift);

    /// <summary>
    /// The entry with an unvalidated index, for reads concurrent with a writer. Null unless the whole entry is in the space,
    /// whose memory stays readable until the space is released.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* TryAt(uint index) => IsNear(index) ? NearAt(index) : _space.TryAddress(index, _units);

    /// <summary>Whether another copy of this heap finds entries at the same addresses.</summary>
    public readonly bool HasSameLayout(in EntryHeap<TKey, TValue> other) => _nearEnd == other._nearEnd && _base == other._base;

    public readonly KeyValuePair<TKey, TValue> CopyOf(uint index)
    {
        byte* entry = At(index);
        return new KeyValuePair<TKey, TValue>(KeyOf(entry), ValueOf(entry));
    }

    public readonly uint HashOf(uint index)
    {
        byte* entry = At(index);
        return _storesHash ? StoredHashOf(entry) : (uint)Rule.HashOf(in KeyOf(entry));
    }

    /// <summary>Allocates an entry after the last one; null, with no change, if there is not enough memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte* TryTake(out uint index)
    {
        if (_bump == _end && !TryEnterNextRun() && !TryAddRun())
        {
            index = 0;
            return null;
        }

        Invariant.Holds(_bump < _end && (_end - _bump) % _units == 0, "A run contains only whole entries.");
        index = _bump;
        _bump += _units;
        return At(index);
    }

    public readonly uint Last
    {
        get
        {
            Invariant.Holds(_current >= 0 && _bump > _runs[_current].Index, "There is at least one entry.");
            return _bump - _units;
        }
    }

    public void DropLast()
    {
        Invariant.Holds(_current >= 0 && _bump > _runs[_current].Index, "There is at least one entry.");
        _bump -= _units;
        if (_bump == _runs[_current].Index && _current > 0)
        {
            PageRun run = _runs[--_current];
            _bump = _end = EndOf(run);
        }
    }

    /// <summary>Removes all entries and keeps the runs.</summary>
    public void Clear()
    {
        _current = -1;
        _bump = _end = 0;
        _ = TryEnterNextRun();
    }

    /// <summary>Frees the empty runs.</summary>
    public void Trim()
    {
        int used = _bump == 0 || _bump == _runs[_current].Index ? 0 : _current + 1;
        while (_runCount > used)
        {
            PageRun run = _runs[--_runCount];
            Invariant.Holds(_granules >= run.Granules, "The count of granules in runs includes this run.");
            _granules -= run.Granules;
            _space.Return(run);
        }

        if (used == 0)
        {
            _current = -1;
            _bump = _end = 0;
        }
    }

    public readonly EntryPosition End => new() { Run = _current, Index = _bump };

    /// <summary>Steps back to the previous entry; false before the first one.</summary>
    public readonly bool TryStepBack(ref EntryPosition position)
    {
        if (position.Run >= 0 && position.Index == _runs[position.Run].Index && --position.Run >= 0)
        {
            position.Index = EndOf(_runs[position.Run]);
        }

        Invariant.Holds(position.Run < 0 || position.Index > _runs[position.Run].Index, "A position is within its run.");
        position.Index -= _units;
        return position.Run >= 0;
    }

    /// <summary>Advances to the next entry; false after the last one. Start a walk with the default value.</summary>
    public readonly bool MoveNext(ref KeyWalk walk)
    {
        while (walk.Next == walk.End)
        {
            if (walk.Runs > _current)
            {
                return false;
            }

            PageRun run = _runs[walk.Runs];
            walk.Run = run;
            walk.Next = run.Address;
            uint end = walk.Runs == _current ? _bump : EndOf(run);
            walk.End = run.Address + ((nuint)(end - run.Index) << AddressSpace.UnitShift);
            walk.Runs++;
        }

        Invariant.Holds(walk.Next < walk.End, "A run ends with a whole entry.");
        walk.Cell = (KeyCell*)walk.Next;
        walk.Next += EntryBytes;
        return true;
    }

    /// <summary>
    /// The first and the last entry of a run; null if the run does not exist or is empty. All memory between these entries
    /// belongs to the space, even if another thread writes concurrently.
    /// </summary>
    public readonly byte* FirstOfRun(uint number, out byte* last)
    {
        last = null;
        PageRun[] runs = _runs;
        if (number > _current || number >= (uint)runs.Length)
        {
            return null;
        }

        PageRun run = runs[number];
        uint entries = (uint)(BytesUsed(in run, number) / EntryBytes);
        byte* first = entries == 0 ? null : _space.TryAddress(run.Index, entries * _units);
        last = first == null ? null : first + ((nuint)(entries - 1) * EntryBytes);
        return first;
    }

    /// <summary>
    /// The entry before an enumerator's cursor; null if no entry precedes it. Accepts any value: the upper half is the run
    /// number, the lower half the number of entries before the cursor in that run.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly byte* EntryBefore(ulong place)
    {
        ulong number = place >> 32;
        PageRun[] runs = _runs;
        if ((long)number > _current || number >= (ulong)runs.Length)
        {
            return null;
        }

        ref readonly PageRun run = ref runs[number];
        ulong end = (ulong)(uint)place * EntryBytes;
        return end - 1 < BytesUsed(in run, number) ? run.Address + (nuint)(end - EntryBytes) : null;
    }

    /// <summary>Moves a cursor past the next entry. Accepts any cursor.</summary>
    /// <param name="place">The cursor, initially 0; <see cref="EndOfEntries"/> after the last entry.</param>
    /// <returns>False if there is no next entry.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool TryMoveNext(ref ulong place)
    {
        if (EntryBefore(place + 1) != null)
        {
            place++;
            return true;
        }

        return TryMoveToNextRun(ref place);
    }

    private readonly bool TryMoveToNextRun(ref ulong place)
    {
        // The initial cursor and the first run both have the run number 0.
        for (ulong number = (place >> 32) + ((uint)place == 0 ? 0ul : 1); (long)number <= _current; number++)
        {
            if (BytesUsed(in _runs[number], number) >= EntryBytes)
            {
                place = (number << 32) + 1;
                return true;
            }
        }

        place = EndOfEntries;
        return false;
    }

    /// <summary>Removes all entries, and clears the memory that the next owner may reuse as warm memory.</summary>
    public void Close()
    {
        foreach (PageRun run in _runs.AsSpan(0, _runCount))
        {
            if (_space.IsWarm(run))
            {
                NativeMemory.Clear(run.Address, run.Bytes);
            }
        }

        Forget();
    }

    /// <summary>Drops all entries and runs without freeing them.</summary>
    public void Forget()
    {
        _runs = [];
        _runCount = 0;
        _granules = 0;
        _current = -1;
        _bump = _end = 0;
    }

    // The bytes of a run that may contain entries. A concurrent writer may have changed only one of _current and _bump, so the
    // result is limited to the size of the run.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly nuint BytesUsed(in PageRun run, ulong number) =>
        (long)number == _current ? Math.Min((nuint)(_bump - run.Index) << AddressSpace.UnitShift, run.Bytes) : run.Bytes;

    private readonly uint EndOf(PageRun run)
    {
        uint units = run.Granules * AddressSpace.GranuleUnits;
        return run.Index + units - (units % _units);
    }

    private void UpdateBase()
    {
        _base = _space.Base;
        _nearEnd = _space.Limit < _units ? 0 : _space.Limit - _units + 1;
    }

    private bool TryEnterNextRun()
    {
        if (_current + 1 >= _runCount)
        {
            return false;
        }

        PageRun run = _runs[++_current];
        _bump = run.Index;
        _end = EndOf(run);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryAddRun()
    {
        if (_runCount == _runs.Length)
        {
            Array.Resize(ref _runs, Math.Max(MinRuns, 2 * _runCount));
        }

        uint least = GranulesFor(1);
        uint granules = Math.Max((uint)Math.Min(_granules / RunGrowthDivisor, MaxRunGranules), GranulesFor(MinEntriesPerRun));
        if (!_space.TryLend(granules, indexed: true, out PageRun run)
            && (granules == least || !_space.TryLend(least, indexed: true, out run)))
        {
            return false;
        }

        _runs[_runCount++] = run;
        _granules += run.Granules;
        UpdateBase();
        return TryEnterNextRun();
    }

    private readonly uint GranulesFor(uint entries) =>
        (uint)((((ulong)entries * _units) + AddressSpace.GranuleUnits - 1) / AddressSpace.GranuleUnits);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private readonly byte* Far(uint index) => _space.Address(index);
}
