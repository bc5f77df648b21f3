namespace Cenote.Heap;

/// <summary>The collections of one owner whose content equals that of another of its collections.</summary>
/// <param name="Collections">The number of these collections.</param>
/// <param name="Contents">The number of different contents.</param>
/// <param name="ArrayBytes">The size of the arrays of all but one collection per content.</param>
/// <param name="Strings">The number of old strings that only those arrays refer to.</param>
/// <param name="StringBytes">The size of these strings.</param>
internal sealed record EqualCollections(long Collections, long Contents, long ArrayBytes, long Strings, long StringBytes)
{
    /// <summary>The number of lists among them.</summary>
    public long Lists { get; init; }

    /// <summary>Bytes saved by keeping one collection of each content.</summary>
    public long SavedBytes => ArrayBytes + StringBytes;

    /// <summary>The number of objects saved.</summary>
    public long SavedObjects => Collections - Contents + Strings;
}
