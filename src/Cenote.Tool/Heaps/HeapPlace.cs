using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>A place that holds old strings: a field, the arrays of a type, or the keys of a dictionary, set or cache.</summary>
/// <param name="Name">The name in the program.</param>
/// <param name="FullName">The name with namespaces.</param>
/// <param name="Kind">The kind of the place.</param>
/// <param name="References">The number of references to old strings.</param>
/// <param name="Strings">The number of strings.</param>
/// <param name="Distinct">The number of distinct strings.</param>
/// <param name="Bytes">The size of the strings.</param>
/// <param name="RepeatedBytes">The size of all copies but one of each distinct string.</param>
/// <param name="OwnBytes">The size of the strings that no other place refers to.</param>
/// <param name="Holders">The number of objects with these references.</param>
/// <param name="HolderBytes">The size of these objects.</param>
/// <param name="ValueBytes">The size of the byte arrays that are values of the dictionary or cache.</param>
/// <param name="SavedAsInterned">Bytes saved by interning, after subtracting the interner's table.</param>
/// <param name="SavedAsIds">Bytes saved by ids of a StringTable instead of strings, estimated; null for keys and sets.</param>
/// <param name="SavedAsPooled">
/// Bytes saved by a dictionary or set whose keys are in unmanaged memory, estimated; null for fields, arrays and caches.
/// </param>
internal sealed record HeapPlace(
    string Name,
    string FullName,
    PlaceKind Kind,
    long References,
    long Strings,
    long Distinct,
    long Bytes,
    long RepeatedBytes,
    long OwnBytes,
    long Holders,
    long HolderBytes,
    long ValueBytes,
    long SavedAsInterned,
    long? SavedAsIds,
    long? SavedAsPooled)
{
    /// <summary>
    /// The field through which the program reaches the collection; null if the place is itself a field, if the owner is unknown, or if
    /// the row combines several owners.
    /// </summary>
    public string? Owner { get; init; }

    /// <summary>
    /// The number of collections with the same content as another one of the same owner. Keys and values of a dictionary have the same
    /// figures.
    /// </summary>
    public long EqualCollections { get; init; }

    /// <summary>The number of different contents of these collections.</summary>
    public long EqualContents { get; init; }

    /// <summary>
    /// Bytes saved if collections with equal contents were one shared collection: the arrays of the others, and their strings
    /// that nothing else refers to; null if all contents differ.
    /// </summary>
    public long? SavedAsOne { get; init; }

    /// <summary>The size of the strings and of the cached byte arrays, by which places are sorted.</summary>
    public long Size() => Bytes + ValueBytes;

    /// <summary>
    /// The full name of the collection without its owner: the name of the row that owners of few strings share.
    /// </summary>
    public string FullNameWithoutOwner()
    {
        string owner = $"{Owner}{PlaceCensus.OwnerSeparator}";
        return FullName.StartsWith(owner, StringComparison.Ordinal) ? FullName[owner.Length..] : FullName;
    }

    public static HeapPlace Of(PlaceCensus place) => new(
        place.Name,
        place.FullName,
        place.Kind,
        place.References,
        place.Strings,
        place.Distinct,
        place.Bytes,
        place.RepeatedBytes,
        place.OwnBytes,
        place.Holders,
        place.HolderBytes,
        place.ValueBytes,
        HeapRules.SavedAsInterned(place),
        HeapRules.SavedAsIds(place),
        HeapRules.SavedAsPooled(place))
    {
        Owner = place.Owner,
        EqualCollections = place.Equal?.Collections ?? 0,
        EqualContents = place.Equal?.Contents ?? 0,
        SavedAsOne = place.Equal?.SavedBytes,
    };
}
