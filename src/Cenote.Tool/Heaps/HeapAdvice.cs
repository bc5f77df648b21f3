using System.Text.Json.Serialization;

namespace Cenote.Tool.Heaps;

/// <summary>A recommendation, or the statement that there is none.</summary>
/// <param name="Place">The place of the recommendation.</param>
/// <param name="FullName">The place with namespaces; null if it is about the whole heap.</param>
/// <param name="Recommends">
/// The recommended type, or <c>one shared collection</c> for collections with equal content; null if no savings were found.
/// </param>
/// <param name="SavedBytes">Bytes saved.</param>
/// <param name="MovedBytes">Bytes moved off the managed heap without saving them; 0 if bytes are saved.</param>
/// <param name="IsEstimated">Whether the bytes are estimated rather than counted.</param>
/// <param name="FewerObjects">The reduction in objects that a full collection marks.</param>
/// <param name="FewerShare">The reduction as a share of all old objects: those in generation 2, and large or pinned ones.</param>
/// <param name="Text">The recommendation in words.</param>
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
    /// <summary>
    /// Whether the strings have one known owner, whose code can be changed; false if the place combines several or unknown owners.
    /// </summary>
    public bool HasOwner { get; init; }

    /// <summary>Whether equal collections are lists; their place has the name of their arrays.</summary>
    [JsonIgnore]
    public bool HasLists { get; init; }

    /// <summary>Some distinct strings of the place; empty without <c>--show-text</c>.</summary>
    public IReadOnlyList<string> Examples { get; init; } = [];

    /// <summary>An alternative type or method in the text, which saves more or needs fewer changes; null for none.</summary>
    public string? Alternative { get; init; }
}
