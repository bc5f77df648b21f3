using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// The slabs that the threads of one processor fill, so that threads that add at the same time seldom meet. Texts are removed by
/// any thread.
/// </summary>
internal sealed class Utf8Stripe
{
    /// <summary>Held while anything here, or any slab of the stripe, changes.</summary>
    /// <remarks>Made first, so that the arrays lie between it and the next stripe, which other processors write to.</remarks>
    public Lock Gate { get; } = new();

    // By class, the slabs that take texts.
    private readonly Utf8Slab?[] _listed = new Utf8Slab?[Utf8SizeClass.Count];

    // By class, a slab without texts whose memory is kept for those to come.
    private readonly Utf8Slab?[] _kept = new Utf8Slab?[Utf8SizeClass.Count];

    // By class, slabs whose memory was given back: the last ones to be used again.
    private readonly Utf8Slab?[] _discarded = new Utf8Slab?[Utf8SizeClass.Count];

    private bool _mayHaveEmpty;

    /// <summary>Live texts.</summary>
    public long Count { get; set; }

    /// <summary>Their bytes.</summary>
    public long TextBytes { get; set; }

    /// <summary>
    /// Whether a slab has become empty and was kept since <see cref="TakeEmpty"/>. May be read without the lock.
    /// </summary>
    public bool MayHaveEmpty
    {
        get => Volatile.Read(ref _mayHaveEmpty);
        set => Volatile.Write(ref _mayHaveEmpty, value);
    }

    /// <summary>A slab that takes texts of a class; null if there is none.</summary>
    public Utf8Slab? Find(int sizeClass)
    {
        Invariant.Holds(Gate);
        ref Utf8Slab? head = ref _listed[sizeClass];
        while (head is { } slab && !slab.TakesTexts)
        {
            slab.IsListed = false;
            head = slab.Next;
            slab.Next = null;
        }

        return head;
    }

    /// <summary>Puts a slab on the list of those that take texts.</summary>
    public void List(Utf8Slab slab)
    {
        Invariant.Holds(Gate);
        Invariant.Holds(slab.Stripe == this && !slab.IsDiscarded, "A slab that takes texts has memory and is in the stripe.");
        if (!slab.IsListed && slab.Class != Utf8Slab.NoClass)
        {
            slab.IsListed = true;
            slab.Next = _listed[slab.Class];
            _listed[slab.Class] = slab;
        }
    }

    /// <summary>The slabs of a class whose memory was given back, linked by <see cref="Utf8Slab.NextVacant"/>.</summary>
    public ref Utf8Slab? Discarded(int sizeClass) => ref _discarded[sizeClass];

    /// <summary>
    /// Whether the memory of an empty slab is kept. One of each class is, so that a text that comes and goes does not ask the
    /// operating system each time.
    /// </summary>
    public bool Keep(Utf8Slab slab)
    {
        Invariant.Holds(Gate);
        Invariant.Holds(slab.Live == 0, "A slab that is kept has no texts.");
        ref Utf8Slab? kept = ref _kept[slab.Class];
        if (kept is { Live: 0, IsWornOut: false } && kept != slab)
        {
            return false;
        }

        kept = slab;
        MayHaveEmpty = true;
        return true;
    }

    /// <summary>Takes all slabs without texts off the lists, and returns them linked by <see cref="Utf8Slab.Next"/>.</summary>
    public Utf8Slab? TakeEmpty()
    {
        Invariant.Holds(Gate);
        MayHaveEmpty = false;
        Array.Clear(_kept);
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
                if (slab is { Live: 0, TakesTexts: true })
                {
                    slab.Next = empty;
                    empty = slab;
                }
                else if (slab.TakesTexts)
                {
                    List(slab);
                }
            }
        }

        return empty;
    }

    /// <summary>Forgets all slabs.</summary>
    public void Forget()
    {
        Array.Clear(_listed);
        Array.Clear(_kept);
        Array.Clear(_discarded);
        MayHaveEmpty = false;
        Count = 0;
        TextBytes = 0;
    }
}
