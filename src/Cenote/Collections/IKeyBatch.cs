namespace Cenote.Collections;

/// <summary>The keys of a batch: strings, or ranges of one string.</summary>
internal interface IKeyBatch
{
    int Count { get; }

    ReadOnlySpan<char> this[int index] { get; }

    /// <summary>Throws if results overlap the memory of the keys.</summary>
    void CheckNoOverlap<T>(ReadOnlySpan<T> results, string parameter);
}
