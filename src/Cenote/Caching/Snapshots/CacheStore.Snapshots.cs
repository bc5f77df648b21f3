using System.Buffers;
using Cenote.Memory.Rings;
using Cenote.Memory.Snapshots;
using Cenote.Text;

namespace Cenote.Caching;

/// <content>Saving and loading entries.</content>
internal sealed unsafe partial class CacheStore
{
    /// <summary>
    /// Writes the entries part by part, each part as of one point in time. Locks are held only while a part is copied, because
    /// the stream may be user code.
    /// </summary>
    /// <param name="stream">The destination.</param>
    /// <param name="overlaps">Whether another thread may write to the stream.</param>
    public void Save(Stream stream, bool overlaps)
    {
        SnapshotSaver.ThrowIfBigEndian();
        Span<byte> start = stackalloc byte[SnapshotHeader.Size];
        using var cells = new SnapshotCells();
        using var writer = new SnapshotWriter(stream, overlaps);
        for (int i = 0; i < _parts.Length; i++)
        {
            CacheTime time = Clock.Read(withMoment: true);
            ulong count = _parts[i].CopyEntries(cells, time);
            var header = new SnapshotHeader
            {
                Kind = SnapshotKind.ByteCache,
                TextOffset = sizeof(ulong),
                Count = count,
                CellBytes = cells.Bytes,
                SavedAt = time.Moment,
                Following = (uint)(_parts.Length - 1 - i),
            };
            header.WriteTo(start);
            writer.WriteDirectly(start);
            writer.Write(cells.Start, cells.Bytes);
            writer.EndSection();
            writer.Finish();
        }

        GC.KeepAlive(this);
    }

    /// <summary>Adds the unexpired entries of a snapshot.</summary>
    /// <param name="stream">The snapshot.</param>
    /// <exception cref="InvalidDataException">The snapshot is damaged; some of its entries may have been added.</exception>
    public void Load(Stream stream)
    {
        SnapshotSaver.ThrowIfBigEndian();

        // Reads the time once, so that the remaining lifetimes of all entries start at the same time.
        CacheTime time = Clock.Read(withMoment: true);
        uint following = LoadPart(stream, time);
        while (following > 0)
        {
            if (LoadPart(stream, time) != --following)
            {
                Throw.SnapshotDamaged();
            }
        }
    }

    private uint LoadPart(Stream stream, CacheTime time)
    {
        Span<byte> start = stackalloc byte[SnapshotHeader.Size];
        SnapshotHeader header = SnapshotHeader.Read(stream, start);
        header.CheckKind(SnapshotKind.ByteCache);
        var reader = new SnapshotReader(stream, in header);
        byte[]? buffer = null;
        try
        {
            ulong left = header.CellBytes;
            for (ulong number = 0; number < header.Count; number++)
            {
                LoadEntry(reader, ref left, ref buffer, time);
            }

            reader.Skip(left);
            reader.Finish();
            return header.Following;
        }
        finally
        {
            Return(ref buffer);
        }
    }

    private void LoadEntry(SnapshotReader reader, ref ulong left, ref byte[]? buffer, CacheTime time)
    {
        var entry = default(SavedEntry);
        if (left < SavedEntry.Size)
        {
            Throw.SnapshotDamaged();
        }

        reader.Read(MemoryMarshal.AsBytes(new Span<SavedEntry>(ref entry)));
        left -= SavedEntry.Size;
        bool narrow = (entry.KeyForm & RingCell.NarrowForm) != 0;
        ulong keyBytes = (ulong)(entry.KeyForm & ~(RingCell.NarrowForm | RingCell.MomentMark)) << (narrow ? 0 : 1);
        ulong bytes = keyBytes + (uint)entry.ValueLength;
        if (entry.ValueLength < 0 || SavedEntry.Align(bytes) > left)
        {
            Throw.SnapshotDamaged();
        }

        left -= SavedEntry.Align(bytes);
        if (bytes > (ulong)MaximumEntryBytes || !TryTermsOf(in entry, time, out EntryTerms terms))
        {
            reader.Skip(SavedEntry.Align(bytes));
            return;
        }

        if (buffer is null || buffer.Length < (int)bytes)
        {
            Return(ref buffer);
            buffer = ArrayPool<byte>.Shared.Rent((int)bytes);
        }

        Span<byte> content = buffer.AsSpan(0, (int)bytes);
        reader.Read(content);
        reader.Skip(SavedEntry.Align(bytes) - bytes);
        Span<byte> key = content[..(int)keyBytes];
        Span<byte> value = content[(int)keyBytes..];
        if (narrow && !KeyText.IsAscii(key))
        {
            Throw.SnapshotDamaged();
        }

        var cacheKey = narrow ? new CacheKey(key) : new CacheKey(MemoryMarshal.Cast<byte, char>(key));
        CachePart part = PartOf(cacheKey);
        _ = narrow
            ? part.Set(cacheKey.Ascii, (uint)cacheKey.Hash, value, in terms, time)
            : part.Set(cacheKey.Chars, (uint)cacheKey.Hash, value, in terms, time);
    }

    // Returns false if the entry has expired or has an invalid time. If the system clock was set back, the last use counts as
    // now, so that no sliding expiration is extended.
    private bool TryTermsOf(in SavedEntry entry, CacheTime time, out EntryTerms terms)
    {
        terms = EntryTerms.None;
        long left = entry.End == EntryTerms.Never ? EntryTerms.Never : (entry.End - time.Moment) / TimeSpan.TicksPerMillisecond;
        long idle = entry.Sliding <= 0 ? 0 : Math.Max(0, (time.Moment - entry.LastUse) / TimeSpan.TicksPerMillisecond);
        if (left <= 0 || entry.End < 0 || entry.LastUse < 0 || entry.Sliding < 0 || (entry.Sliding > 0 && idle >= entry.Sliding))
        {
            return false;
        }

        if (left != EntryTerms.Never || entry.Sliding > 0)
        {
            bool hasMoment = (entry.KeyForm & RingCell.MomentMark) != 0;
            Volatile.Write(ref _hasMoments, _hasMoments || hasMoment);
            Volatile.Write(ref _hasExpirations, true);
            long end = left == EntryTerms.Never ? left : time.Now + left;
            terms = new EntryTerms(end, hasMoment ? entry.End : EntryTerms.Never, entry.Sliding, time.Now - idle, 0, 0);
        }

        return true;
    }
}
