namespace Cenote.Heap;

/// <summary>The results of walking over a heap.</summary>
internal sealed record HeapCensus
{
    /// <summary>The number of objects, without the gaps between them.</summary>
    public required long Objects { get; init; }

    /// <summary>The size of these objects.</summary>
    public required long Bytes { get; init; }

    /// <summary>The number of old objects: in generation 2, large or pinned.</summary>
    public required long OldObjects { get; init; }

    /// <summary>The size of the gaps between objects.</summary>
    public required long FreeBytes { get; init; }

    /// <summary>All strings except literals.</summary>
    public required StringTotals Strings { get; init; }

    /// <summary>The old strings among them: in generation 2, large or pinned.</summary>
    public required StringTotals OldStrings { get; init; }

    /// <summary>The number of literals.</summary>
    public required long Literals { get; init; }

    /// <summary>The number of distinct string values, including those of literals.</summary>
    public required long Texts { get; init; }

    /// <summary>The places that hold strings, sorted by the size of the strings and of cached byte arrays, descending.</summary>
    public required IReadOnlyList<PlaceCensus> Places { get; init; }

    /// <summary>The string values whose copies take the most memory.</summary>
    public required IReadOnlyList<TextCensusRow> TopTexts { get; init; }

    /// <summary>Bytes of the heap that could not be read.</summary>
    public required long UnreadBytes { get; init; }

    /// <summary>
    /// The part of <see cref="UnreadBytes"/> whose memory is missing. The rest follows an object of unknown type or wrong size.
    /// </summary>
    public required long MissingBytes { get; init; }
}
