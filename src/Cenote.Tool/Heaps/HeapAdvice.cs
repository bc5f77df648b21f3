namespace Cenote.Tool.Heaps;

/// <summary>One conclusion.</summary>
/// <param name="Place">What it is about.</param>
/// <param name="FullName">The place with namespaces; null if it is about the whole heap.</param>
/// <param name="Recommends">
/// The type it recommends, or <c>one shared collection</c> where collections have equal content; null when there is nothing to gain.
/// </param>
/// <param name="SavedBytes">Bytes that it saves.</param>
/// <param name="MovedBytes">Bytes that it takes off the managed heap without saving them; 0 where it saves bytes.</param>
/// <param name="IsEstimated">Whether the bytes are estimated, and not counted.</param>
/// <param name="FewerObjects">How many objects fewer a full collection has to mark.</param>
/// <param name="FewerShare">These as a share of all objects in generation 2, large and pinned ones.</param>
/// <param name="Text">All of it in words.</param>
internal sealed record HeapAdvice(
    string Place,
    string? FullName,
    string? Recommends,
    long SavedBytes,
    long MovedBytes,
    bool IsEstimated,
    long FewerObjects,
    double FewerShare,
    string Text)
{
    /// <summary>Some different strings of the place; empty unless texts are shown.</summary>
    public IReadOnlyList<string> Examples { get; init; } = [];

    /// <summary>Another type or method that the text names: one that saves more, or one that takes fewer changes. Null for none.</summary>
    public string? Alternative { get; init; }
}
