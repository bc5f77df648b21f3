using System.Text.Json.Serialization;

namespace Cenote.Tool.Advising;

/// <summary>One conclusion.</summary>
/// <param name="Topic">What it is about, in a word or two.</param>
/// <param name="Outcome">What the rule has concluded.</param>
/// <param name="Recommends">The contender it recommends; null when it recommends none.</param>
/// <param name="Text">The conclusion, a colon, and the figures it rests on.</param>
internal sealed record AdviceItem(string Topic, Conclusion Outcome, string? Recommends, string Text)
{
    /// <summary>An item that says what a rule has decided.</summary>
    public static AdviceItem Of(string topic, Decision decision, Statement statement) =>
        new(topic, decision.Conclusion, decision.Recommends, statement.Whole.ToString())
        {
            Statement = statement,
            Even = decision.Even,
        };

    /// <summary>
    /// The text in parts, with its names apart from its words; null in reports of versions that had the text alone.
    /// </summary>
    public Statement? Statement { get; init; }

    /// <summary>
    /// The contenders that cannot be told from the recommended one: between it and them it is too close to call.
    /// </summary>
    public IReadOnlyList<string> Even { get; init; } = [];

    /// <summary>The ids of the steps it rests on; none if it rests on the profile.</summary>
    public IReadOnlyList<string> Steps { get; init; } = [];

    /// <summary>What following it changes, as measured; nothing if it recommends nothing, or what the user has today.</summary>
    public IReadOnlyList<Effect> Effects { get; init; } = [];

    /// <summary>The most that following it saves, in units of the least that is worth a change.</summary>
    [JsonIgnore]
    public double Saved => Effects
        .Select(effect => effect.Saved / (effect.Kind == EffectKind.Memory ? Rules.SmallestBytes : Rules.SmallestMilliseconds))
        .DefaultIfEmpty(0)
        .Max();
}
