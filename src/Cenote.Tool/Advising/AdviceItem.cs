using System.Text.Json.Serialization;

namespace Cenote.Tool.Advising;

/// <summary>One conclusion.</summary>
/// <param name="Topic">The topic, in a word or two.</param>
/// <param name="Outcome">The conclusion of the rule.</param>
/// <param name="Recommends">The recommended contender; null if there is none.</param>
/// <param name="Text">The whole text: the conclusion, the figures that support it, and remarks.</param>
internal sealed record AdviceItem(string Topic, Conclusion Outcome, string? Recommends, string Text)
{
    /// <summary>Creates an item from the decision of a rule.</summary>
    public static AdviceItem Of(string topic, Decision decision, Statement statement) =>
        new(topic, decision.Conclusion, decision.Recommends, statement.Whole.ToString())
        {
            Statement = statement,
            Even = decision.Even,
        };

    /// <summary>
    /// The text in parts, in which names are separate from words; null in reports of older versions.
    /// </summary>
    public Statement? Statement { get; init; }

    /// <summary>The contenders that are too close to call with the recommended one.</summary>
    public IReadOnlyList<string> Even { get; init; } = [];

    /// <summary>The ids of the steps that supply its figures; empty if the figures are from the profile.</summary>
    public IReadOnlyList<string> Steps { get; init; } = [];

    /// <summary>The measured effects of following the advice; empty if it recommends nothing or the baseline.</summary>
    public IReadOnlyList<Effect> Effects { get; init; } = [];

    /// <summary>The largest saving, as a multiple of the smallest saving that is worth a change.</summary>
    [JsonIgnore]
    public double Saved => Effects
        .Select(effect => effect.Saved / (effect.Kind == EffectKind.Memory ? Rules.SmallestBytes : Rules.SmallestMilliseconds))
        .DefaultIfEmpty(0)
        .Max();
}
