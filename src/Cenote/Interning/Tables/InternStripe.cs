using Cenote.Threading;

namespace Cenote.Interning;

/// <summary>What writers of a sixteenth of a table's buckets share.</summary>
internal sealed class InternStripe<TEntry>
    where TEntry : struct, IInternEntry<TEntry>
{
    public Lock Gate { get; } = new();

    /// <summary>Entries in these buckets.</summary>
    public int Count { get; set; }

    /// <summary>Entries that were ever added.</summary>
    public long Additions { get; private set; }

    /// <summary>Entries that were removed.</summary>
    public long Removals { get; private set; }

    /// <summary>Entries of strings that vanished.</summary>
    public long Collected { get; private set; }

    /// <summary>
    /// Weak entries that nothing refers to, for the next strings. They are never freed while somebody may be looking at them.
    /// </summary>
    public Stack<TEntry> Spare { get; } = new();

    /// <summary>Makes an entry, from a spare one if there is one.</summary>
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

    /// <summary>Takes an entry back whose text was removed.</summary>
    public void DropRemoved(TEntry entry)
    {
        Removals++;
        Keep(entry);
    }

    /// <summary>Takes an entry back whose string vanished.</summary>
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
            // The entry is lost, and a handle with it. Half of a change to the table would be worse.
        }
    }
}
