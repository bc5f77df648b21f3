namespace Cenote.Heap;

/// <summary>What was found on a heap.</summary>
internal sealed record HeapCensus
{
    /// <summary>Objects, without the gaps between them.</summary>
    public required long Objects { get; init; }

    /// <summary>Bytes of objects.</summary>
    public required long Bytes { get; init; }

    /// <summary>Objects that a full collection marks if they are alive.</summary>
    public required long OldObjects { get; init; }

    /// <summary>Bytes of gaps between objects.</summary>
    public required long FreeBytes { get; init; }

    /// <summary>All strings that are no literals.</summary>
    public required StringTotals Strings { get; init; }

    /// <summary>The old ones among them: in generation 2, large or pinned.</summary>
    public required StringTotals OldStrings { get; init; }

    /// <summary>How many literals there are.</summary>
    public required long Literals { get; init; }

    /// <summary>How many distinct texts, those of literals included.</summary>
    public required long Texts { get; init; }

    /// <summary>What holds strings, the largest first: size is that of the strings and of cached byte arrays.</summary>
    public required IReadOnlyList<PlaceCensus> Places { get; init; }

    /// <summary>The texts whose repetitions take most.</summary>
    public required IReadOnlyList<TextCensusRow> TopTexts { get; init; }

    /// <summary>Bytes of the heap that could not be read.</summary>
    public required long UnreadBytes { get; init; }

    /// <summary>The part of <see cref="UnreadBytes"/> whose memory is missing. The rest follows an object of unknown type.</summary>
    public required long MissingBytes { get; init; }
}
