using System.Diagnostics;
using System.Runtime.CompilerServices;
using Cenote.Memory.Rings;
using Cenote.Threading;

namespace Cenote.Caching;

/// <summary>
/// A part of a cache: a fixed piece of its memory, with the entries whose hashes lead here. Entries live in two rings (as in
/// S3-FIFO, Yang, Zhang, Qiu, Yue and Vijaya, 2023). New ones enter the small one. At its tail each competes with the oldest
/// entry of the main one, and whichever a sketch says was asked for more often stays. At the tail of the main ring whatever was
/// asked for since goes round again. An index finds the cells of both, and grows into the end of the main ring.
/// <code>
/// | small ring | main ring ...            ... | sketch | index |
/// </code>
/// </summary>
/// <remarks>
/// Writers take the lock. Readers note the sequence number, search, copy, and begin anew if the number has changed. Whatever they
/// find in between, they read within the part only, which stays readable as long as the memory is referred to.
/// </remarks>
internal sealed unsafe partial class CachePart
{
    // The small ring: a hundredth of the part, but in small parts up to a 33rd, so that some entries fit.
    private const int SmallShare = 100;
    private const int LargestSmallShare = 33;
    private const int LeastSmallBytes = 16_384;

    private const uint FirstUnit = 2;
    private const uint LeastIndex = 64;
    private const int GuessedEntryBytes = 1_024;

    // An entry takes at most this share of the main ring as it is at its smallest, which is half of what it was at first.
    private const int LargestShare = 4;

    private readonly CacheStore _store;
    private readonly byte* _start;
    private readonly nuint _bytes;
    private readonly uint _firstMainEnd;
    private readonly uint _firstIndex;
    private readonly uint _largestUnits;
    private readonly uint _largestSmallUnits;
    private readonly long[] _drops = new long[(int)DropCause.Tag + 1];

    private Ring _small;
    private Ring _main;
    private SlotIndex _index;
    private FrequencySketch _sketch;
    private long _sets;
    private long _refused;

    // Changing after the end, too.
    private SequenceLock _sequence;
    private bool _isEnded;
    private bool _isTrimmed;

    /// <param name="store">What the part belongs to.</param>
    /// <param name="start">Its memory, which may hold anything.</param>
    /// <param name="bytes">How much; whole pages.</param>
    public CachePart(CacheStore store, byte* start, long bytes)
    {
        _store = store;
        _start = start;
        _bytes = (nuint)bytes;
        _firstIndex = (uint)Math.Max(bytes / GuessedEntryBytes, LeastIndex) & ~15u;
        _firstMainEnd = MainEndFor(_firstIndex);
        long smallBytes = Math.Max(bytes / SmallShare, Math.Min(bytes / LargestSmallShare, LeastSmallBytes));
        uint smallEnd = FirstUnit + (uint)(smallBytes >> RingCell.UnitShift);
        _small.Initialize(FirstUnit, smallEnd);
        _main.Initialize(smallEnd, _firstMainEnd);
        _largestUnits = _main.Capacity / LargestShare;
        _largestSmallUnits = _small.Capacity / LargestShare;
        _index.Initialize(start + bytes, _firstIndex);
        _sketch.Initialize(start + ((nuint)_firstMainEnd << RingCell.UnitShift), _firstIndex);
    }

    /// <summary>The lock of writers.</summary>
    public Lock Gate { get; } = new();

    /// <summary>Entries, at approximately this moment.</summary>
    public long Count => _index.Count;

    /// <summary>Bytes of the largest cell.</summary>
    public long LargestBytes => (long)_largestUnits << RingCell.UnitShift;

    /// <summary>
    /// Bytes of the cells, of the index and of the sketch. Exact under the lock, or if the sequence number is unchanged
    /// afterwards.
    /// </summary>
    private long UsedBytes =>
        _isEnded ? 0
            : ((long)(FirstUnit + _small.Used + _main.Used) << RingCell.UnitShift) + (long)IndexBytesFor(_index.Length);

    /// <summary>How often a value was set, at approximately this moment.</summary>
    public long Sets => Volatile.Read(ref _sets);

    /// <summary>Values that were not stored, at approximately this moment.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Entries that left for this reason, at approximately this moment.</summary>
    public long CountOf(DropCause cause) => Volatile.Read(ref _drops[(int)cause]);

    private static ulong IndexBytesFor(uint length) => SlotIndex.BytesFor(length) + FrequencySketch.BytesFor(length);

    private uint MainEndFor(uint indexLength) => (uint)(((ulong)_bytes - IndexBytesFor(indexLength)) >> RingCell.UnitShift);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private RingCell* At(uint place) => (RingCell*)(_start + ((nuint)place << RingCell.UnitShift));

    private void ThrowIfEnded()
    {
        if (_isEnded)
        {
            Throw.CacheDisposed(_store.Owner);
        }
    }

    /// <summary>Checks that a change is in progress, which the sequence number shows to readers.</summary>
    [Conditional("DEBUG")]
    private void CheckChanging()
    {
        Invariant.Holds(Gate);
        Invariant.Holds(_sequence.IsChanging && !_isEnded, "Entries are changed between the begin and the end of a change.");
    }

    /// <summary>From its creation until its disposal readers wait, or begin anew.</summary>
    private readonly ref struct Change
    {
        private readonly CachePart _part;

        public Change(CachePart part)
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
