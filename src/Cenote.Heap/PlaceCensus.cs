namespace Cenote.Heap;

/// <summary>The old strings that a field, the arrays of a type, or the keys of a dictionary, set or cache refer to.</summary>
/// <param name="Name">The name in reports.</param>
/// <param name="FullName">The full name of the type; for a field, followed by the name of the field.</param>
/// <param name="Kind">The kind of the place.</param>
/// <param name="References">The number of references to the strings; a string can have several.</param>
/// <param name="AllReferences">
/// References to strings of any age, including literals; <paramref name="HolderBytes"/> covers these.
/// </param>
/// <param name="Strings">The number of strings.</param>
/// <param name="Distinct">The number of distinct strings.</param>
/// <param name="Bytes">The size of the strings.</param>
/// <param name="RepeatedBytes">The size of all copies but one of each distinct string.</param>
/// <param name="DistinctChars">The total length of the distinct strings.</param>
/// <param name="OwnBytes">The size of the strings that no other place refers to.</param>
/// <param name="Holders">The number of objects that refer to the strings: instances of the type, arrays, or nodes.</param>
/// <param name="HolderBytes">The size of those objects.</param>
/// <param name="ValueBytes">The size of the byte arrays that are values of the dictionary or cache; 0 for other places.</param>
internal sealed record PlaceCensus(
    string Name,
    string FullName,
    PlaceKind Kind,
    long References,
    long AllReferences,
    long Strings,
    long Distinct,
    long Bytes,
    long RepeatedBytes,
    long DistinctChars,
    long OwnBytes,
    long Holders,
    long HolderBytes,
    long ValueBytes)
{
    /// <summary>Separates the owner from the collection in a name.</summary>
    public const string OwnerSeparator = " → ";

    /// <summary>
    /// The field that owns the place, with namespaces; null if the place is itself a field, if the owner is unknown, or if it
    /// combines several owners.
    /// </summary>
    public string? Owner { get; init; }

    /// <summary>Whether the strings have one known owner; false if the place combines several or unknown owners.</summary>
    public bool HasOwner { get; init; } = true;

    /// <summary>Whether the place is a dictionary whose values are or contain references.</summary>
    public bool HasReferenceValues { get; init; }

    /// <summary>The size of a value of the dictionary, without its key; 0 for other places.</summary>
    public int ValueSize { get; init; }

    /// <summary>
    /// The collections with equal content; null if there are none. Places of the same collections, such as keys and values of a
    /// dictionary, share this object.
    /// </summary>
    public EqualCollections? Equal { get; init; }

    /// <summary>The size of the byte arrays in <see cref="ValueBytes"/> that only this place refers to.</summary>
    public long OwnValueBytes { get; init; }

    /// <summary>The number of these arrays.</summary>
    public long OwnValues { get; init; }

    /// <summary>The size that the byte arrays would have if each key had its own copy.</summary>
    public long ValueCopyBytes { get; init; }

    /// <summary>The strings; null in a census that was not read from a heap.</summary>
    public PlaceStrings? Held { get; init; }
}
