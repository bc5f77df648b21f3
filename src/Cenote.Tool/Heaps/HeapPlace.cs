using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>What holds old strings: a field, the arrays of a type, or the keys of a dictionary.</summary>
/// <param name="Name">What a program calls it.</param>
/// <param name="FullName">With namespaces.</param>
/// <param name="Kind">What it is.</param>
/// <param name="References">References to strings.</param>
/// <param name="Strings">How many strings they lead to.</param>
/// <param name="Distinct">How many texts.</param>
/// <param name="Bytes">What the strings take.</param>
/// <param name="RepeatedBytes">What all but one string of each text take.</param>
/// <param name="OwnBytes">What those strings take that nothing else refers to.</param>
/// <param name="Holders">How many objects refer to them.</param>
/// <param name="HolderBytes">What these objects take.</param>
/// <param name="ValueBytes">What the arrays of bytes take that are values of the dictionary.</param>
/// <param name="SavedAsInterned">Bytes saved by one string for each text.</param>
/// <param name="SavedAsIds">Bytes saved by ids of a StringTable in place of strings, estimated; null where that is no choice.</param>
/// <param name="SavedAsPooled">
/// Bytes saved by a dictionary or set whose keys are in unmanaged memory, estimated; null where that is no choice.
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
    /// How many collections have a content that another one of the same owner has, too. Keys and values of a dictionary have the same
    /// figures.
    /// </summary>
    public long EqualCollections { get; init; }

    /// <summary>How many different contents these collections have.</summary>
    public long EqualContents { get; init; }

    /// <summary>
    /// Bytes saved by one collection for each content: arrays, and strings that nothing else refers to; null if no content repeats.
    /// </summary>
    public long? SavedAsOne { get; init; }

    /// <summary>The size of the strings and of the cached byte arrays, by which places are sorted.</summary>
    public long Size() => Bytes + ValueBytes;

    /// <summary>The full name of the collection alone, which is that of the row that owners of few strings share.</summary>
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
