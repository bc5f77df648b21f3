using System.Text.Json.Serialization;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>One line of a ratio table: a measurement and its goal.</summary>
/// <param name="Group">The subject, in a word or two; rows with the same group belong together.</param>
/// <param name="Case">The measured operation.</param>
/// <param name="Rival">The rival that was measured.</param>
/// <param name="Unit">Unit of the values: "x managed", "x Microsoft", "ms", ...</param>
/// <param name="Value">The median.</param>
/// <param name="Low">Lower quartile; for several runs, the lowest value.</param>
/// <param name="High">Upper quartile; for several runs, the highest value.</param>
/// <param name="Limit">The goal, which the value must not exceed; null for no goal.</param>
/// <param name="BaselineNanoseconds">Median time of the baseline per operation, if there is one.</param>
/// <param name="AllocatedBytes">Managed bytes per operation.</param>
/// <param name="Gen0PerMillion">Gen 0 collections per million operations.</param>
public sealed record RatioRow(
    string Group,
    string Case,
    string Rival,
    string Unit,
    double Value,
    double Low,
    double High,
    double? Limit,
    double? BaselineNanoseconds = null,
    double? AllocatedBytes = null,
    double? Gen0PerMillion = null)
{
    /// <summary>Whether the goal is met; true without a goal.</summary>
    [JsonIgnore]
    public bool IsMet => Limit is not { } limit || Value <= limit;

    /// <summary>
    /// Whether the values of several runs, or the quartiles of one, differ by more than a quarter.
    /// </summary>
    [JsonIgnore]
    public bool IsUnsteady => High > Low * GreatestScatter;

    /// <summary>Identifies the row; the same in every run.</summary>
    [JsonIgnore]
    public (string Group, string Case, string Rival, string Unit) Title => (Group, Case, Rival, Unit);

    /// <summary>Whether the value is a time or a size relative to another one.</summary>
    [JsonIgnore]
    public bool IsRatio => Unit.StartsWith("x ", StringComparison.Ordinal);

    /// <summary>
    /// The rival's time per operation, computed from the baseline's; null without a baseline, or if the value is not a ratio.
    /// </summary>
    [JsonIgnore]
    public double? Nanoseconds => IsRatio ? Value * BaselineNanoseconds : null;

    private const double GreatestScatter = 1.25;

    /// <summary>The unit of a time relative to that of managed strings.</summary>
    public const string TimesManaged = "x managed";

    /// <summary>A single value without a spread, measured once or computed.</summary>
    public static RatioRow Once(string group, string name, string rival, string unit, double value, double? limit) =>
        new(group, name, rival, unit, value, value, value, limit);

    /// <summary>A value that was measured several times.</summary>
    public static RatioRow Of(string group, string name, string rival, string unit, Spread values, double? limit) =>
        new(group, name, rival, unit, values.Median, values.LowerQuartile, values.UpperQuartile, limit);

    /// <summary>The geometric mean of ratios.</summary>
    public static double GeometricMean(IEnumerable<RatioRow> rows) => Math.Exp(rows.Average(row => Math.Log(row.Value)));

    /// <summary>Combines the same row of several runs into a row with medians and ranges.</summary>
    public static RatioRow Median(RatioRow[] runs)
    {
        RatioRow first = runs[0];
        if (runs.FirstOrDefault(run => run.Title != first.Title) is { } other)
        {
            throw new InvalidOperationException($"Two runs differ in their rows: {first.Title} and {other.Title}.");
        }

        Spread values = Spread.Of([.. runs.Select(run => run.Value)]);
        return first with
        {
            Value = values.Median,
            Low = values.Min,
            High = values.Max,
            BaselineNanoseconds = Middle(run => run.BaselineNanoseconds),
            AllocatedBytes = Middle(run => run.AllocatedBytes),
            Gen0PerMillion = Middle(run => run.Gen0PerMillion),
        };

        double? Middle(Func<RatioRow, double?> select) =>
            select(first) is null ? null : Spread.Of([.. runs.Select(run => select(run) ?? 0)]).Median;
    }

    /// <summary>The time of a rival relative to the first rival of a comparison, which the unit names.</summary>
    public static RatioRow Of(string group, Comparison comparison, string rival, double? limit, string unit = TimesManaged)
    {
        RivalResult result = comparison[rival];
        return new RatioRow(
            group,
            comparison.Name,
            rival,
            unit,
            result.Ratio.Median,
            result.Ratio.LowerQuartile,
            result.Ratio.UpperQuartile,
            limit,
            comparison.Rivals[0].Nanoseconds.Median,
            result.AllocatedBytes,
            result.PerMillion(result.Collections.Gen0));
    }
}
