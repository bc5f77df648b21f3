using Cenote.Threading;

namespace Cenote.Interning;

/// <summary>The state shared by the writers of a sixteenth of the buckets.</summary>
internal sealed class InternStripe<TEntry>
    where TEntry : struct, IInternEntry<TEntry>
{
    public Lock Gate { get; } = new();

    /// <summary>The number of entries in the stripe's buckets.</summary>
    public int Count { get; set; }

    /// <summary>The number of entries added so far.</summary>
    public long Additions { get; private set; }

    /// <summary>The number of entries removed so far.</summary>
    public long Removals { get; private set; }

    /// <summary>The number of entries whose strings were collected.</summary>
    public long Collected { get; private set; }

    /// <summary>
    /// Unused weak entries, for the next strings. Spare entries are not freed while a thread may be reading them.
    /// </summary>
    public Stack<TEntry> Spare { get; } = new();

    /// <summary>Creates an entry, or reuses a spare one.</summary>
    public TEntry Create(string target)
    {
        Invariant.Holds(Gate);
        if (!TEntry.IsWeak || !Spare.TryPop(out TEntry entry))
        {
            entry = TEntry.Create(target);
        }
        else
        {
            entry.Retarget(target);
        }

        Additions++;
        return entry;
    }

    /// <summary>Counts the removal of a string, and keeps its entry for reuse if the entry is weak.</summary>
    public void DropRemoved(TEntry entry)
    {
        Removals++;
        Keep(entry);
    }

    /// <summary>Counts the collection of a string, and keeps its entry for reuse.</summary>
    public void DropCollected(TEntry entry)
    {
        Collected++;
        Keep(entry);
    }

    private void Keep(TEntry entry)
    {
        Invariant.Holds(Gate);
        if (!TEntry.IsWeak)
        {
            return;
        }

        entry.Retarget(null);
        try
        {
            Spare.Push(entry);
        }
        catch (OutOfMemoryException)
        {
            // The entry and its handle are lost. An incomplete change of the table would be worse.
        }
    }
}
