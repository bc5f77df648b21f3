using System.Buffers;
using System.Runtime.InteropServices;
using Cenote.Memory.Rings;
using Cenote.Memory.Snapshots;
using Cenote.Text;

namespace Cenote.Caching;

/// <content>Saving the entries, and loading them.</content>
internal sealed unsafe partial class CacheStore
{
    /// <summary>Writes all entries as they are at one moment: no entry is set meanwhile.</summary>
    /// <param name="stream">Where to.</param>
    /// <param name="overlaps">Whether another thread may write to the stream.</param>
    public void Save(Stream stream, bool overlaps)
    {
        SnapshotSaver.ThrowIfBigEndian();
        int held = 0;
        try
        {
            for (; held < _parts.Length; held++)
            {
                _parts[held].Gate.Enter();
            }

            _parts[0].AwaitSaving();
            SetBeingSaved(true);
            try
            {
                SaveHeld(stream, overlaps);
            }
            finally
            {
                SetBeingSaved(false);
            }
        }
        finally
        {
            while (held > 0)
            {
                _parts[--held].Gate.Exit();
            }
        }
    }

    /// <summary>Sets the entries of a snapshot that have not expired meanwhile.</summary>
    /// <param name="stream">The snapshot.</param>
    /// <param name="moment">The time, UTC.</param>
    /// <exception cref="InvalidDataException">The snapshot is damaged; some of its entries may have been set.</exception>
    public void Load(Stream stream, DateTime moment)
    {
        SnapshotSaver.ThrowIfBigEndian();
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
                LoadEntry(reader, ref left, ref buffer, moment);
            }

            reader.Skip(left);
            reader.Finish();
        }
        finally
        {
            Return(ref buffer);
        }
    }

    // Locks may be entered again by who holds them: without this a stream could change what is being written.
    private void SetBeingSaved(bool isBeingSaved)
    {
        foreach (CachePart part in _parts)
        {
            part.IsBeingSaved = isBeingSaved;
        }
    }

    private void SaveHeld(Stream stream, bool overlaps)
    {
        long now = Clock.Now;
        DateTime moment = Clock.Moment;
        var header = new SnapshotHeader
        {
            Kind = SnapshotKind.ByteCache,
            TextOffset = sizeof(ulong),
            SavedAt = moment.Ticks,
        };
        foreach (CachePart part in _parts)
        {
            part.ForEach(now, moment, (in SavedEntry entry, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) =>
            {
                header.Count++;
                header.CellBytes += SavedEntry.Align(SavedEntry.Size + (ulong)key.Length + (ulong)value.Length);
            });
        }

        Span<byte> start = stackalloc byte[SnapshotHeader.Size];
        header.WriteTo(start);
        stream.Write(start);
        using var writer = new SnapshotWriter(stream, overlaps);
        foreach (CachePart part in _parts)
        {
            part.ForEach(now, moment, (in SavedEntry entry, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value) =>
            {
                writer.Write(MemoryMarshal.AsBytes(new ReadOnlySpan<SavedEntry>(in entry)));
                writer.Write(key);
                writer.Write(value);
                ulong bytes = (ulong)key.Length + (ulong)value.Length;
                writer.Write(stackalloc byte[(int)(SavedEntry.Align(bytes) - bytes)]);
            });
        }

        writer.EndSection();
        writer.Finish();
    }

    private void LoadEntry(SnapshotReader reader, ref ulong left, ref byte[]? buffer, DateTime moment)
    {
        var entry = default(SavedEntry);
        if (left < SavedEntry.Size)
        {
            Throw.SnapshotDamaged();
        }

        reader.Read(MemoryMarshal.AsBytes(new Span<SavedEntry>(ref entry)));
        left -= SavedEntry.Size;
        bool narrow = (entry.KeyForm & RingCell.NarrowForm) != 0;
        ulong keyBytes = (ulong)(entry.KeyForm & ~RingCell.NarrowForm) << (narrow ? 0 : 1);
        ulong bytes = keyBytes + (uint)entry.ValueLength;
        if (entry.ValueLength < 0 || SavedEntry.Align(bytes) > left)
        {
            Throw.SnapshotDamaged();
        }

        left -= SavedEntry.Align(bytes);
        if (bytes > (ulong)MaximumEntryBytes || !TryTermsOf(in entry, moment, out EntryTerms terms))
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
            ? part.Set(cacheKey.Ascii, (uint)cacheKey.Hash, value, in terms, Now)
            : part.Set(cacheKey.Chars, (uint)cacheKey.Hash, value, in terms, Now);
    }

    // False if it has expired. A clock of the machine that was set back makes nothing live longer than it should from now on.
    private bool TryTermsOf(in SavedEntry entry, DateTime moment, out EntryTerms terms)
    {
        terms = EntryTerms.None;
        long left = entry.End == EntryTerms.Never ? EntryTerms.Never : (entry.End - moment.Ticks) / TimeSpan.TicksPerMillisecond;
        long idle = entry.Sliding <= 0 ? 0 : Math.Max(0, (moment.Ticks - entry.LastUse) / TimeSpan.TicksPerMillisecond);
        if (left <= 0 || entry.End < 0 || entry.LastUse < 0 || entry.Sliding < 0 || (entry.Sliding > 0 && idle >= entry.Sliding))
        {
            return false;
        }

        if (left != EntryTerms.Never || entry.Sliding > 0)
        {
            Volatile.Write(ref _hasExpirations, true);
            long now = Clock.Now;
            terms = new EntryTerms(left == EntryTerms.Never ? left : now + left, entry.Sliding, now - idle, 0, 0);
        }

        return true;
    }
}
