using System.Numerics;
using System.Runtime.InteropServices;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Caching;

/// <summary>
/// Which tags were removed, and when, counted in removals. An entry notes how many there had been when it was set; so removing a
/// tag touches no entry. Tags themselves are not stored, but 64 bits of a keyed hash of each.
/// </summary>
/// <remarks>
/// The table has a fixed size. When it is half full, the entries that it concerns are dropped, and it is emptied. Readers take no
/// lock: they look here before they find out whether the part they read has changed, and dropping an entry changes its part.
/// </remarks>
internal sealed unsafe class RemovedTags
{
    public const int RecordBytes = 16;
    private const uint MostRecords = 1 << 20;
    private const uint LeastRecords = 32;
    private const long LimitBytesPerRecord = 16_384;

    private readonly Lock _gate = new();
    private readonly Record* _records;
    private readonly uint _mask;
    private uint _count;
    private long _time;

    public RemovedTags(byte* start, long maximumBytes)
    {
        _mask = RecordsFor(maximumBytes) - 1;
        Invariant.Holds(BitOperations.IsPow2(_mask + 1), "Bits of a hash are an index.");
        _records = (Record*)start;
        NativeMemory.Clear(start, (nuint)BytesFor(maximumBytes));
    }

    /// <summary>How many removals there have been: what an entry notes before it is set.</summary>
    public long Time => Volatile.Read(ref _time);

    /// <summary>Bytes of the table of a cache with this limit.</summary>
    public static long BytesFor(long maximumBytes) => RecordsFor(maximumBytes) * RecordBytes;

    /// <summary>What stands for a tag; never 0.</summary>
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
    /// <param name="tag">Its hash.</param>
    /// <param name="dropRemoved">Drops all entries whose tags were removed. Called seldom, under this lock.</param>
    public void Remove(ulong tag, Action dropRemoved)
    {
        using (Uninterrupted.Enter(_gate))
        {
            if (_count > _mask / 2)
            {
                dropRemoved();
                NativeMemory.Clear(_records, (nuint)(_mask + 1) * RecordBytes);
                _count = 0;
            }

            Invariant.Holds(tag != 0 && _count <= _mask, "A search ends at a record that is free.");
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
        BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(maximumBytes / LimitBytesPerRecord, LeastRecords, MostRecords));

    private struct Record
    {
        public ulong Tag;
        public long Time;
    }
}
