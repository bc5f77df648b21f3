namespace Cenote.Heap;

/// <summary>The old strings that a field, the arrays of a type or the keys of a dictionary refer to.</summary>
/// <param name="Name">What it is called in reports.</param>
/// <param name="FullName">The full name of the type, and of the field if it is one.</param>
/// <param name="Kind">What it is.</param>
/// <param name="References">References to them; a string that is referred to twice has two.</param>
/// <param name="AllReferences">References to strings of any age, literals included: what <paramref name="HolderBytes"/> are for.</param>
/// <param name="Strings">How many strings they are.</param>
/// <param name="Distinct">How many texts.</param>
/// <param name="Bytes">What the strings take.</param>
/// <param name="RepeatedBytes">What all but one string of each text take.</param>
/// <param name="DistinctChars">The length of all texts, each counted once.</param>
/// <param name="OwnBytes">What those strings take that nothing else refers to.</param>
/// <param name="Holders">How many objects refer to them: instances of the type, arrays, or nodes.</param>
/// <param name="HolderBytes">What those objects take.</param>
/// <param name="ValueBytes">What the arrays of bytes take that are values of the dictionary; 0 for all else.</param>
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
    /// <summary>What is between the owner and the collection in a name.</summary>
    public const string OwnerSeparator = " → ";

    /// <summary>
    /// The field that owns it, with namespaces; null if the place is itself a field, if the owner is unknown, or if it combines several
    /// owners.
    /// </summary>
    public string? Owner { get; init; }

    /// <summary>Whether the strings have one known owner; false if the place combines several or unknown owners.</summary>
    public bool HasOwner { get; init; } = true;

    /// <summary>Whether it is a dictionary whose values are references, or have some.</summary>
    public bool HasReferenceValues { get; init; }

    /// <summary>What a value of the dictionary takes beside its key; 0 for all else.</summary>
    public int ValueSize { get; init; }

    /// <summary>
    /// Those of the collections that have equal content; null if there are none. Places of the same collections, such as keys and values
    /// of a dictionary, have the same object.
    /// </summary>
    public EqualCollections? Equal { get; init; }

    /// <summary>The size of the byte arrays among <see cref="ValueBytes"/> to which nothing but this place refers.</summary>
    public long OwnValueBytes { get; init; }

    /// <summary>The number of these arrays.</summary>
    public long OwnValues { get; init; }

    /// <summary>Bytes of one copy of its byte array per key.</summary>
    public long ValueCopyBytes { get; init; }

    /// <summary>The strings; null in a census that was not read from a heap.</summary>
    public PlaceStrings? Held { get; init; }
}
