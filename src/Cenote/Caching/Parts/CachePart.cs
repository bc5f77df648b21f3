using Cenote.Memory.Rings;
using Cenote.Threading;

namespace Cenote.Caching;

/// <summary>
/// A shard of a cache: a fixed piece of its memory, and the entries whose hashes select it. Entries are in two rings, as in
/// S3-FIFO (Yang, Zhang, Qiu, Yue and Vijaya, 2023). New entries go to the small ring, large ones to the main ring. At the tail
/// of the small ring, an entry moves to the main ring. If the main ring is full, that entry competes with the oldest entry there,
/// and the one that the sketch estimates as more frequently used stays. Entries at the tail of the main ring are reinserted if
/// they were used. The index of both rings grows into the end of the main ring.
/// <code>
/// | small ring | main ring ...      ... | sketch | index |
/// </code>
/// </summary>
/// <remarks>
/// Writers take the lock. Readers read the sequence number, search, copy, and retry if the number has changed. During a race,
/// readers read only within the part, which stays readable while its memory is referenced.
/// </remarks>
internal sealed unsafe partial class CachePart
{
    // The small ring takes 1/100 of the part, or up to 1/33 of a small part, so that some entries fit.
    private const int SmallRingDivisor = 100;
    private const int MinSmallDivisor = 33;
    private const int MinSmallBytes = 16_384;

    // In large parts, the main ring uses huge pages after its first 4 MiB. All other memory starts on ordinary pages, because a
    // few entries in a large cache must not cost 2 MiB each. The index reaches huge pages only when it grows into the ring.
    private const int MinHugeBytes = 16 << 20;
    private const int OrdinaryBytes = 4 << 20;
    private const nuint HugePageBytes = 2 << 20;

    private const uint FirstUnit = 2;
    private const uint MinIndex = 64;
    private const int EstimatedEntryBytes = 1_024;

    // The maximum size of an entry in a ring is the ring's initial size divided by this number. The index leaves the main ring at
    // least half of its initial size, so every entry still fits.
    private const int MaxEntryDivisor = 4;

    private readonly CacheStore _store;
    private readonly byte* _start;
    private readonly nuint _bytes;
    private readonly uint _firstMainEnd;
    private readonly uint _hugeStart;
    private readonly uint _firstIndex;
    private readonly uint _maxUnits;
    private readonly uint _maxSmallUnits;
    private readonly long[] _drops = new long[(int)DropCause.Tag + 1];

    private Ring _small;
    private Ring _main;
    private SlotIndex _index;
    private FrequencySketch _sketch;
    private long _sets;
    private long _rejected;

    // The sequence number stays odd after disposal.
    private SequenceLock _sequence;
    private bool _isDisposed;
    private bool _isTrimmed;

    /// <param name="store">The store of the part.</param>
    /// <param name="start">
    /// The part's memory, which must be zeroed: clearing the index here would touch pages before there is an entry.
    /// </param>
    /// <param name="bytes">The size in bytes, a multiple of the page size.</param>
    public CachePart(CacheStore store, byte* start, long bytes)
    {
        _store = store;
        _start = start;
        _bytes = (nuint)bytes;
        _firstIndex = (uint)Math.Max(bytes / EstimatedEntryBytes, MinIndex) & ~15u;
        _firstMainEnd = MainEndFor(_firstIndex);
        long smallBytes = Math.Max(bytes / SmallRingDivisor, Math.Min(bytes / MinSmallDivisor, MinSmallBytes));
        uint smallEnd = FirstUnit + (uint)(smallBytes >> RingCell.UnitShift);
        _small.Initialize(FirstUnit, smallEnd);
        _main.Initialize(smallEnd, _firstMainEnd);
        _hugeStart = bytes >= MinHugeBytes ? smallEnd + (OrdinaryBytes >> RingCell.UnitShift) : uint.MaxValue;
        if (_hugeStart < _firstMainEnd)
        {
            store.Memory.PreferHugePages((byte*)At(_hugeStart), (byte*)At(_firstMainEnd));
        }

        _maxUnits = _main.Capacity / MaxEntryDivisor;
        _maxSmallUnits = _small.Capacity / MaxEntryDivisor;
        _index.Initialize(start + bytes, _firstIndex);
        _sketch.Initialize(start + ((nuint)_firstMainEnd << RingCell.UnitShift), _firstIndex);
    }

    /// <summary>The lock of writers.</summary>
    public Lock Gate { get; } = new();

    /// <summary>The approximate number of entries.</summary>
    public long Count => _index.Count;

    /// <summary>The maximum size of a cell, in bytes.</summary>
    public long MaxBytes => (long)_maxUnits << RingCell.UnitShift;

    /// <summary>The size of cells, index and sketch, in bytes. Exact under the lock, or if the sequence number is unchanged.</summary>
    private long UsedBytes =>
        _isDisposed ? 0
            : ((long)(FirstUnit + _small.Used + _main.Used) << RingCell.UnitShift) + (long)IndexBytesFor(_index.Length);

    /// <summary>The approximate number of values set.</summary>
    public long Sets => Volatile.Read(ref _sets);

    /// <summary>The approximate number of values rejected.</summary>
    public long Rejected => Volatile.Read(ref _rejected);

    /// <summary>Returns the approximate number of entries removed for a cause.</summary>
    public long CountOf(DropCause cause) => Volatile.Read(ref _drops[(int)cause]);

    private static ulong IndexBytesFor(uint length) => SlotIndex.BytesFor(length) + FrequencySketch.BytesFor(length);

    private uint MainEndFor(uint indexLength) => (uint)(((ulong)_bytes - IndexBytesFor(indexLength)) >> RingCell.UnitShift);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private RingCell* At(uint place) => (RingCell*)(_start + ((nuint)place << RingCell.UnitShift));

    private void ThrowIfDisposed()
    {
        if (_isDisposed)
        {
            Throw.CacheDisposed(_store.Owner);
        }
    }

    /// <summary>Asserts that a change is in progress and visible in the sequence number.</summary>
    [Conditional("DEBUG")]
    private void CheckChanging()
    {
        Invariant.Holds(Gate);
        Invariant.Holds(_sequence.IsChanging && !_isDisposed, "Entries change only while a ChangeScope is open.");
    }

    /// <summary>A change in progress. Until this scope is disposed, readers wait or retry.</summary>
    private readonly ref struct ChangeScope
    {
        private readonly CachePart _part;

        public ChangeScope(CachePart part)
        {
            _part = part;
            part._sequence.BeginChange();
        }

        public void Dispose()
        {
            _part.CheckChanging();
            _part._sequence.EndChange();
        }
    }
}
