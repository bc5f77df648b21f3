using Cenote.Memory.Rings;

namespace Cenote.Caching;

/// <content>Going over the entries, for a snapshot.</content>
internal sealed unsafe partial class CachePart
{
    /// <summary>What is done with an entry.</summary>
    /// <param name="entry">What it is saved as.</param>
    /// <param name="key">Its key, as it is stored.</param>
    /// <param name="value">Its value.</param>
    public delegate void EntryAction(in SavedEntry entry, ReadOnlySpan<byte> key, ReadOnlySpan<byte> value);

    /// <summary>
    /// Goes over the entries that can be saved, the oldest first. Those with a tag cannot: its hash means nothing elsewhere, and
    /// without it removing the tag would not remove them. The lock must be held.
    /// </summary>
    /// <param name="now">The time of the cache's clock.</param>
    /// <param name="moment">The same time, UTC.</param>
    /// <param name="action">Called for each entry.</param>
    public void ForEach(long now, DateTime moment, EntryAction action)
    {
        ThrowIfEnded();
        ForEach(in _main, now, moment, action);
        ForEach(in _small, now, moment, action);
    }

    private void ForEach(in Ring ring, long now, DateTime moment, EntryAction action)
    {
        uint place = ring.Tail;
        bool any = !ring.IsEmpty;
        while (any)
        {
            RingCell* cell = At(place);
            EntryTerms terms = RingCell.ReadTerms(cell, cell->FormAndLength);
            if (!cell->IsDead && terms.Tag == 0 && !(terms.HasExpiration && terms.IsExpired(now)))
            {
                uint form = cell->FormAndLength;
                var entry = new SavedEntry
                {
                    KeyForm = RingCell.WithoutTerms(form),
                    ValueLength = cell->ValueLength,
                    End = terms.End == EntryTerms.Never ? EntryTerms.Never : Ticks(moment, terms.End - now),
                    Sliding = terms.Sliding,
                    LastUse = terms.Sliding == 0 ? 0 : Ticks(moment, terms.LastUse - now),
                };
                var key = new ReadOnlySpan<byte>((byte*)cell + RingCell.KeyOffset(form), (int)RingCell.KeyBytes(form));
                action(in entry, key, ValueOf(cell, form));
            }

            any = ring.TryNext(ref place, cell->Units);
        }
    }

    // An end that is beyond the calendar is none.
    private static long Ticks(DateTime moment, long milliseconds)
    {
        Int128 ticks = moment.Ticks + ((Int128)milliseconds * TimeSpan.TicksPerMillisecond);
        return ticks >= DateTime.MaxValue.Ticks ? EntryTerms.Never : (long)Int128.Max(ticks, 0);
    }
}
