using System.Text.Json.Serialization;

namespace Cenote.Tool.Advising;

/// <summary>What an advice says, in parts, each without its full stop.</summary>
/// <param name="Conclusion">What follows, in a sentence or two.</param>
/// <param name="Figures">The figures it rests on.</param>
internal sealed record Statement(Wording Conclusion, Wording Figures)
{
    /// <summary>What the figures are of, if that takes a sentence of its own; null if they follow the conclusion.</summary>
    public Wording? Subject { get; init; }

    /// <summary>Sentences that follow, such as one about a contender that is as good.</summary>
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
