using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// The slabs that threads on one processor add to, so that concurrent additions rarely contend. Any thread may remove strings.
/// </summary>
internal sealed class Utf8Stripe
{
    /// <summary>Held while the stripe or one of its slabs changes.</summary>
    /// <remarks>
    /// Allocated first, so that the arrays separate the lock from the next stripe, which other processors write. This avoids
    /// false sharing.
    /// </remarks>
    public Lock Gate { get; } = new();

    // Indexed by class: the slabs that accept strings.
    private readonly Utf8Slab?[] _listed = new Utf8Slab?[Utf8SizeClass.Count];

    // Indexed by class: an empty slab whose memory is kept for later strings.
    private readonly Utf8Slab?[] _emptySlabs = new Utf8Slab?[Utf8SizeClass.Count];

    // Indexed by class: slabs whose memory was decommitted, last in first out.
    private readonly Utf8Slab?[] _discarded = new Utf8Slab?[Utf8SizeClass.Count];

    private bool _mayHaveEmpty;

    public long Count { get; set; }

    public long TextBytes { get; set; }

    /// <summary>
    /// Whether a slab was kept or restarted empty since the last <see cref="TakeEmptySlabs"/>. May be read without the lock.
    /// </summary>
    public bool MayHaveEmptySlab
    {
        get => Volatile.Read(ref _mayHaveEmpty);
        set => Volatile.Write(ref _mayHaveEmpty, value);
    }

    /// <summary>A slab that accepts strings of a class; null if there is no such slab.</summary>
    public Utf8Slab? Find(int sizeClass)
    {
        Invariant.Holds(Gate);
        ref Utf8Slab? head = ref _listed[sizeClass];
        while (head is { } slab && !slab.AcceptsStrings)
        {
            slab.IsListed = false;
            head = slab.Next;
            slab.Next = null;
        }

        return head;
    }

    /// <summary>Adds a slab to the list of those that accept strings.</summary>
    public void List(Utf8Slab slab)
    {
        Invariant.Holds(Gate);
        Invariant.Holds(
            slab.Stripe == this && !slab.IsDiscarded, "A slab that accepts strings has memory and belongs to the stripe.");
        if (!slab.IsListed && slab.Class != Utf8Slab.NoClass)
        {
            slab.IsListed = true;
            slab.Next = _listed[slab.Class];
            _listed[slab.Class] = slab;
        }
    }

    /// <summary>The slabs of a class whose memory was decommitted, linked by <see cref="Utf8Slab.NextVacant"/>.</summary>
    public ref Utf8Slab? Discarded(int sizeClass) => ref _discarded[sizeClass];

    /// <summary>
    /// Keeps the memory of an empty slab; false if another empty slab of its class is kept. One slab per class is kept, so that
    /// repeatedly adding and removing one string makes no system calls.
    /// </summary>
    public bool Keep(Utf8Slab slab)
    {
        Invariant.Holds(Gate);
        Invariant.Holds(slab.Live == 0, "A slab that is kept for reuse has no strings.");
        ref Utf8Slab? kept = ref _emptySlabs[slab.Class];
        if (kept is { Live: 0, IsExhausted: false } && kept != slab)
        {
            return false;
        }

        kept = slab;
        MayHaveEmptySlab = true;
        return true;
    }

    /// <summary>Removes all empty slabs from the lists, and returns them linked by <see cref="Utf8Slab.Next"/>.</summary>
    public Utf8Slab? TakeEmptySlabs()
    {
        Invariant.Holds(Gate);
        MayHaveEmptySlab = false;
        Array.Clear(_emptySlabs);
        Utf8Slab? empty = null;
        for (int sizeClass = 0; sizeClass < _listed.Length; sizeClass++)
        {
            Utf8Slab? next = _listed[sizeClass];
            _listed[sizeClass] = null;
            while (next is { } slab)
            {
                next = slab.Next;
                slab.IsListed = false;
                slab.Next = null;
                if (slab is { Live: 0, AcceptsStrings: true })
                {
                    slab.Next = empty;
                    empty = slab;
                }
                else if (slab.AcceptsStrings)
                {
                    List(slab);
                }
            }
        }

        return empty;
    }

    /// <summary>Removes all slabs from the lists, and sets the counts to 0.</summary>
    public void ClearSlabLists()
    {
        Array.Clear(_listed);
        Array.Clear(_emptySlabs);
        Array.Clear(_discarded);
        MayHaveEmptySlab = false;
        Count = 0;
        TextBytes = 0;
    }
}
