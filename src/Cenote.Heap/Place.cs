namespace Cenote.Heap;

/// <summary>Something that holds strings, such as the field of a type, and which strings it holds.</summary>
internal sealed class Place
{
    /// <summary>What it is called in reports, such as <c>Customer.City</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The full name of the type, and of the field if it is one.</summary>
    public required string FullName { get; init; }

    /// <summary>What it is.</summary>
    public required PlaceKind Kind { get; init; }

    /// <summary>The field through which the program reaches it; null if none is known, or if it is such a field itself.</summary>
    public HeapOwner? Owner { get; init; }

    /// <summary>Whether the place belongs to the owner of a collection; false for a field of the program itself.</summary>
    public bool InheritsOwner { get; set; }

    /// <summary>The groups of objects that have this place.</summary>
    public List<HeapHolder> Holders { get; } = [];

    /// <summary>References to strings of any age.</summary>
    public long References { get; set; }

    /// <summary>References to old strings: those in generation 2, and large or pinned ones.</summary>
    public long OldReferences { get; set; }

    /// <summary>The old strings that it refers to; null as long as there is none.</summary>
    public OrdinalSet? Strings { get; set; }

    /// <summary>Merges the same place of another owner into this one, and empties it.</summary>
    /// <param name="other">That place.</param>
    /// <param name="count">How many strings there are on the heap.</param>
    /// <param name="seen">Scratch bits, one for each string; all 0 before and after.</param>
    public void MergeFrom(Place other, long count, BitList seen)
    {
        References += other.References;
        OldReferences += other.OldReferences;
        Holders.AddRange(other.Holders);
        other.Strings!.ForEach(seen, (Strings ??= new OrdinalSet(count)).Add);
        other.Strings.Dispose();
        other.Strings = null;
    }
}
