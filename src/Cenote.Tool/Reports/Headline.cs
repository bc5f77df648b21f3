using System.Globalization;
using Cenote.Tool.Advising;

namespace Cenote.Tool.Reports;

/// <summary>A gain or cost of a recommendation, shown in large type: a figure and its meaning.</summary>
/// <param name="Figure">The figure, such as "2.6×", "1.4–2.6×", "up to 2.6×" or "40 %".</param>
/// <param name="What">The meaning of the figure, such as "faster" or "less memory".</param>
/// <param name="IsGain">Whether it is an improvement.</param>
internal sealed record Headline(string Figure, string What, bool IsGain)
{
    /// <summary>Smaller factors are shown as percentages.</summary>
    private const double SmallestFactor = 1.25;

    /// <summary>The headlines of a recommendation; empty if following it changes nothing.</summary>
    public static IReadOnlyList<Headline> Of(AdviceItem item) =>
    [
        .. item.Effects
            .GroupBy(effect => (effect.Kind, IsGain: effect.Ratio < 1))
            .Select(effects => Of(
                effects.Key.Kind,
                effects.Key.IsGain,
                [.. effects.Select(effect => effect.Ratio)],
                isEverywhere: effects.Key.Kind != EffectKind.Time || effects.Count() == item.Steps.Count)),
    ];

    private static Headline Of(EffectKind kind, bool isGain, double[] ratios, bool isEverywhere) => (kind, isGain) switch
    {
        (EffectKind.Time, true) when ratios.Min() > 0 && 1 / ratios.Min() >= SmallestFactor =>
            new(Factors([.. ratios.Select(ratio => 1 / ratio)], isEverywhere), "faster", isGain),
        (EffectKind.Time, true) => new(Percents([.. ratios.Select(ratio => 1 - ratio)], isEverywhere), "less time", isGain),
        (EffectKind.Time, false) => new(Percents([.. ratios.Select(ratio => ratio - 1)], isEverywhere), "more time", isGain),
        (EffectKind.Memory, true) => new(Percents([.. ratios.Select(ratio => 1 - ratio)], isEverywhere), "less memory", isGain),
        (EffectKind.Memory, false) => new(Percents([.. ratios.Select(ratio => ratio - 1)], isEverywhere), "more memory", isGain),
        (EffectKind.Misses, _) => new(Percents([.. ratios.Select(ratio => 1 - ratio)], isEverywhere), "fewer misses", isGain),

        // If a contender has no pauses, there is no factor to show.
        _ when ratios.Min() <= 0 => new("100 %", "shorter pauses", isGain),
        _ => new(Factors([.. ratios.Select(ratio => 1 / ratio)], isEverywhere), "shorter pauses", isGain),
    };

    private static string Factors(double[] factors, bool isEverywhere) =>
        Span(
            factors,
            isEverywhere && factors.Min() >= SmallestFactor,
            factor => factor.ToString(factor < 9.95 ? "0.0" : "N0", CultureInfo.InvariantCulture),
            "×");

    private static string Percents(double[] shares, bool isEverywhere) =>
        Span(shares, isEverywhere, share => (100 * share).ToString("N0", CultureInfo.InvariantCulture), " %");

    private static string Span(double[] values, bool isEverywhere, Func<double, string> format, string unit)
    {
        string least = format(values.Min());
        string most = format(values.Max());
        return (isEverywhere, least == most) switch
        {
            (false, _) => $"up to {most}{unit}",
            (_, true) => $"{most}{unit}",
            _ => $"{least}–{most}{unit}",
        };
    }
}
