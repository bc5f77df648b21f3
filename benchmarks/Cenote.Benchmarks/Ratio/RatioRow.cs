using System.Text.Json.Serialization;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>One line of a ratio table: what was measured, and what it must reach.</summary>
/// <param name="Group">What it is about, in a word or two; rows of a group belong together.</param>
/// <param name="Case">What is done.</param>
/// <param name="Rival">Who does it.</param>
/// <param name="Unit">Unit of the values: "x managed", "x Microsoft", "ms", ...</param>
/// <param name="Value">The median.</param>
/// <param name="Low">Lower quartile.</param>
/// <param name="High">Upper quartile.</param>
/// <param name="Limit">What the value must not exceed; null if it is only reported.</param>
/// <param name="BaselineNanoseconds">Median time of the baseline per operation, where there is one.</param>
/// <param name="AllocatedBytes">Managed bytes per operation.</param>
/// <param name="Gen0PerMillion">Collections of generation 0 in a million operations.</param>
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
    /// <summary>Whether the limit is kept; true where there is none.</summary>
    [JsonIgnore]
    public bool IsMet => Limit is not { } limit || Value <= limit;

    /// <summary>Whether several runs, or the quarters of one, differ so much that the value says little more than its order.</summary>
    [JsonIgnore]
    public bool IsUnsteady => High > Low * GreatestScatter;

    /// <summary>What the row is about, the same in every run.</summary>
    [JsonIgnore]
    public (string Group, string Case, string Rival, string Unit) Title => (Group, Case, Rival, Unit);

    /// <summary>Whether the value is a time, or a size, relative to that of another one.</summary>
    [JsonIgnore]
    public bool IsRatio => Unit.StartsWith("x ", StringComparison.Ordinal);

    /// <summary>The rival's own time per operation, by that of the baseline; null where there is none.</summary>
    [JsonIgnore]
    public double? Nanoseconds => IsRatio ? Value * BaselineNanoseconds : null;

    private const double GreatestScatter = 1.25;

    /// <summary>The unit of a time relative to that of managed strings.</summary>
    public const string TimesManaged = "x managed";

    /// <summary>A value that was read once.</summary>
    public static RatioRow Once(string group, string name, string rival, string unit, double value, double? limit) =>
        new(group, name, rival, unit, value, value, value, limit);

    /// <summary>A value that was measured several times.</summary>
    public static RatioRow Of(string group, string name, string rival, string unit, Spread values, double? limit) =>
        new(group, name, rival, unit, values.Median, values.LowerQuartile, values.UpperQuartile, limit);

    /// <summary>The geometric mean of ratios.</summary>
    public static double GeometricMean(IEnumerable<RatioRow> rows) => Math.Exp(rows.Average(row => Math.Log(row.Value)));

    /// <summary>The same row of several runs: medians, and between which values they lie.</summary>
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

    /// <summary>The time of a rival relative to the first one of a comparison, which the unit names.</summary>
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
