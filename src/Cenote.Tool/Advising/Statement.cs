using System.Text.Json.Serialization;

namespace Cenote.Tool.Advising;

/// <summary>The text of a recommendation in parts, each without its full stop.</summary>
/// <param name="Conclusion">The conclusion, in a sentence or two.</param>
/// <param name="Figures">The figures that support it.</param>
internal sealed record Statement(Wording Conclusion, Wording Figures)
{
    /// <summary>The subject of the figures, if they have a separate sentence; null if they follow the conclusion.</summary>
    public Wording? Subject { get; init; }

    /// <summary>Additional sentences, such as one about an equal contender.</summary>
    public IReadOnlyList<Wording> Remarks { get; init; } = [];

    /// <summary>All sentences.</summary>
    [JsonIgnore]
    public Wording Whole
    {
        get
        {
            Wording subject = Subject is null ? Wording.None : Sentence(Subject);
            Wording first = $"{Conclusion}{subject}: {Figures}";
            return $"{Wording.Join(". ", [first, .. Remarks])}.";
        }
    }

    private static Wording Sentence(Wording subject) => $". {subject}";
}
