namespace Cenote.Heap;

/// <summary>A place that holds strings, such as the field of a type, and the strings in it.</summary>
internal sealed class Place
{
    /// <summary>The name in reports, such as <c>Customer.City</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The full name of the type; for a field, followed by the name of the field.</summary>
    public required string FullName { get; init; }

    /// <summary>The kind of the place.</summary>
    public required PlaceKind Kind { get; init; }

    /// <summary>
    /// The field through which the program reaches the place; null if unknown, or if the place is itself such a field.
    /// </summary>
    public HeapOwner? Owner { get; init; }

    /// <summary>Whether the place belongs to the owner of a collection; false for a field of the program itself.</summary>
    public bool InheritsOwner { get; set; }

    /// <summary>The groups of objects that have this place.</summary>
    public List<HeapHolder> Holders { get; } = [];

    /// <summary>The number of references to strings of any age.</summary>
    public long References { get; set; }

    /// <summary>The number of references to old strings: those in generation 2, and large or pinned ones.</summary>
    public long OldReferences { get; set; }

    /// <summary>The old strings of the place; null if there are none yet.</summary>
    public OrdinalSet? Strings { get; set; }

    /// <summary>Merges the same place of another owner into this one, and empties that place.</summary>
    /// <param name="other">The place of the other owner.</param>
    /// <param name="count">The number of strings on the heap.</param>
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
