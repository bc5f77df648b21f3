using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Caching;

/// <summary>
/// Records which tags were removed and when, counted in tag removals. An entry stores how many tag removals preceded the time it
/// was set, so removing a tag touches no entry. Tags are stored only as a 64-bit keyed hash.
/// </summary>
/// <remarks>
/// The table has a fixed size. Once it is half full, the next removal drops all entries with removed tags and clears the table.
/// Readers take no lock: they look up the tag before they validate the part's sequence number, which dropping an entry changes.
/// </remarks>
internal sealed unsafe class RemovedTags
{
    public const int RecordBytes = 16;
    private const uint MaxRecords = 1 << 20;
    private const uint MinRecords = 32;
    private const long LimitBytesPerRecord = 16_384;

    private readonly Lock _gate = new();
    private readonly Record* _records;
    private readonly uint _mask;
    private uint _count;
    private long _time;

    /// <param name="start">Zeroed memory of the size that <see cref="BytesFor"/> returns.</param>
    /// <param name="maximumBytes">The limit of the cache.</param>
    public RemovedTags(byte* start, long maximumBytes)
    {
        _mask = RecordsFor(maximumBytes) - 1;
        Invariant.Holds(BitOperations.IsPow2(_mask + 1), "The number of records is a power of two.");
        _records = (Record*)start;
    }

    /// <summary>The number of removals so far. Read it before setting an entry.</summary>
    public long Time => Volatile.Read(ref _time);

    /// <summary>Returns the bytes of the table for a cache with this limit.</summary>
    public static long BytesFor(long maximumBytes) => RecordsFor(maximumBytes) * RecordBytes;

    /// <summary>Returns the hash of a tag, never 0.</summary>
    public static ulong HashOf(ReadOnlySpan<char> tag)
    {
        ulong hash = KeyHash.ComputeLong(tag);
        return hash == 0 ? 1 : hash;
    }

    /// <summary>Whether a tag was removed after an entry was set.</summary>
    public bool IsRemoved(ulong tag, long time)
    {
        if (tag == 0 || Volatile.Read(ref _time) == time)
        {
            return false;
        }

        for (uint i = (uint)tag & _mask; ; i = (i + 1) & _mask)
        {
            ulong found = Volatile.Read(ref _records[i].Tag);
            if (found == tag)
            {
                return Volatile.Read(ref _records[i].Time) > time;
            }

            if (found == 0)
            {
                return false;
            }
        }
    }

    /// <summary>Removes a tag.</summary>
    /// <param name="tag">The hash of the tag.</param>
    /// <param name="dropRemoved">
    /// Drops all entries whose tags were removed. Called only when the table is half full, while the lock is held.
    /// </param>
    public void Remove(ulong tag, Action dropRemoved)
    {
        using (UninterruptibleLock.Enter(_gate))
        {
            if (_count > _mask / 2)
            {
                dropRemoved();
                NativeMemory.Clear(_records, (nuint)(_mask + 1) * RecordBytes);
                _count = 0;
            }

            Invariant.Holds(tag != 0 && _count <= _mask, "A search ends at a free record.");
            uint i = (uint)tag & _mask;
            while (_records[i].Tag != 0 && _records[i].Tag != tag)
            {
                i = (i + 1) & _mask;
            }

            Volatile.Write(ref _records[i].Time, _time + 1);
            if (_records[i].Tag == 0)
            {
                Volatile.Write(ref _records[i].Tag, tag);
                _count++;
            }

            Volatile.Write(ref _time, _time + 1);
        }
    }

    private static uint RecordsFor(long maximumBytes) =>
        BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(maximumBytes / LimitBytesPerRecord, MinRecords, MaxRecords));

    private struct Record
    {
        public ulong Tag;
        public long Time;
    }
}
