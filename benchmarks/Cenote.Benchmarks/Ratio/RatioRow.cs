namespace Cenote.Benchmarks.Ratio;

/// <summary>One line of a ratio table: what was measured, against what it must reach.</summary>
/// <param name="Figure">The figure of the design it belongs to.</param>
/// <param name="Case">What is done.</param>
/// <param name="Rival">Who does it.</param>
/// <param name="Unit">Unit of the values: "x managed", "ms", ...</param>
/// <param name="Value">The median.</param>
/// <param name="Low">Lower quartile.</param>
/// <param name="High">Upper quartile.</param>
/// <param name="Limit">What the value must not exceed; null if it is only reported.</param>
/// <param name="BaselineNanoseconds">Median time of the baseline per operation, where there is one.</param>
/// <param name="AllocatedBytes">Managed bytes per operation.</param>
public sealed record RatioRow(
    string Figure,
    string Case,
    string Rival,
    string Unit,
    double Value,
    double Low,
    double High,
    double? Limit,
    double? BaselineNanoseconds = null,
    double? AllocatedBytes = null)
{
    /// <summary>Whether the limit is kept; true where there is none.</summary>
    public bool IsMet => Limit is not { } limit || Value <= limit;
}
