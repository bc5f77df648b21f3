namespace Cenote.Heap;

/// <summary>Collections of one owner whose content another one has, too.</summary>
/// <param name="Collections">How many such collections there are.</param>
/// <param name="Contents">How many different contents these have.</param>
/// <param name="ArrayBytes">What the arrays of all but one collection of each content take.</param>
/// <param name="Strings">How many old strings nothing refers to but those arrays.</param>
/// <param name="StringBytes">What these strings take.</param>
internal sealed record EqualCollections(long Collections, long Contents, long ArrayBytes, long Strings, long StringBytes)
{
    /// <summary>How many of them are lists.</summary>
    public long Lists { get; init; }

    /// <summary>Bytes saved by keeping one collection of each content.</summary>
    public long SavedBytes => ArrayBytes + StringBytes;

    /// <summary>How many objects are saved.</summary>
    public long SavedObjects => Collections - Contents + Strings;
}
