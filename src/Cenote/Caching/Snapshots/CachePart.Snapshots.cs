using Cenote.Memory.Rings;
using Cenote.Memory.Snapshots;
using Cenote.Threading;

namespace Cenote.Caching;

/// <content>Copying the entries for a snapshot.</content>
internal sealed unsafe partial class CachePart
{
    private delegate void EntryAction(in SavedEntry entry, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value);

    /// <summary>
    /// Copies the unexpired entries at one point in time, the oldest of each ring first. Entries with a tag are omitted: tag
    /// hashes are not valid in another process, and an entry without its tag could not be removed by tag.
    /// </summary>
    /// <param name="cells">The destination.</param>
    /// <param name="time">The current time, including the calendar time.</param>
    /// <returns>The number of entries copied.</returns>
    public ulong CopyEntries(SnapshotCells cells, CacheTime time)
    {
        using (UninterruptibleLock.Enter(Gate))
        {
            ThrowIfDisposed();
            ulong count = 0;
            ulong bytes = 0;
            ForEach(time, (in entry, key, value) =>
            {
                count++;
                bytes += SavedEntry.Align(SavedEntry.Size + (ulong)key.Length + (ulong)value.Length);
            });
            cells.Begin(checked((nuint)bytes));
            ForEach(time, (in entry, key, value) =>
            {
                cells.Add(MemoryMarshal.AsBytes(new ReadOnlySpan<SavedEntry>(in entry)));
                cells.Add(key);
                cells.Add(value);
                ulong used = (ulong)key.Length + (ulong)value.Length;
                Span<byte> zeros = stackalloc byte[(int)(SavedEntry.Align(used) - used)];
                zeros.Clear();
                cells.Add(zeros);
            });
            return count;
        }
    }

    private void ForEach(CacheTime time, EntryAction action)
    {
        ForEach(in _main, time, action);
        ForEach(in _small, time, action);
    }

    private void ForEach(in Ring ring, CacheTime time, EntryAction action)
    {
        uint place = ring.Tail;
        bool any = !ring.IsEmpty;
        while (any)
        {
            RingCell* cell = At(place);
            uint form = cell->FormAndLength;
            EntryTerms terms = RingCell.ReadTerms(cell, form);
            if (!cell->IsDead && terms.TagHash == 0 && !(terms.HasExpiration && terms.IsExpired(time)))
            {
                long end = terms.End == EntryTerms.Never ? EntryTerms.Never : Ticks(time.Moment, terms.End - time.Now);
                var entry = new SavedEntry
                {
                    KeyForm = RingCell.WithoutTermFlags(form) | (form & RingCell.MomentMark),
                    ValueLength = cell->ValueLength,
                    End = Math.Min(end, terms.Moment),
                    Sliding = terms.Sliding,
                    LastUse = terms.Sliding == 0 ? 0 : Ticks(time.Moment, terms.LastUse - time.Now),
                };
                var key = new ReadOnlySpan<byte>((byte*)cell + RingCell.KeyOffset(form), (int)RingCell.KeyBytes(form));
                action(in entry, key, ValueOf(cell, form));
            }

            any = ring.TryNext(ref place, cell->Units);
        }
    }

    // An expiration beyond the range of the calendar counts as no expiration.
    private static long Ticks(long moment, long milliseconds)
    {
        Int128 ticks = moment + ((Int128)milliseconds * TimeSpan.TicksPerMillisecond);
        return ticks >= DateTime.MaxValue.Ticks ? EntryTerms.Never : (long)Int128.Max(ticks, 0);
    }
}
