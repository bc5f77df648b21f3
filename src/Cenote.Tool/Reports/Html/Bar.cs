namespace Cenote.Tool.Reports.Html;

/// <summary>One bar of a <see cref="BarChart"/>.</summary>
/// <param name="Name">Whose it is.</param>
/// <param name="Parts">What it is made of, from left to right.</param>
/// <param name="Label">Its value, as people read it.</param>
internal sealed record Bar(string Name, IReadOnlyList<BarPart> Parts, string Label)
{
    /// <summary>Where the true value lies with 95 % confidence; null where there is only one measurement.</summary>
    public MedianInterval? Interval { get; init; }

    /// <summary>What each process has measured, in the unit of the chart; empty where there is one figure only.</summary>
    public IReadOnlyList<double> Dots { get; init; } = [];

    /// <summary>What bars that follow each other have in common; empty if all of a chart belong together.</summary>
    public string Group { get; init; } = string.Empty;

    /// <summary>Whether an advice recommends it.</summary>
    public bool IsRecommended { get; init; }

    public double Value => Parts.Sum(part => part.Value);

    /// <summary>How far to the right it is drawn, its interval and its dots included.</summary>
    public double Reach => Math.Max(
        Dots.Append(Value).Max(), Interval is { Upper: < double.PositiveInfinity } interval ? interval.Upper : Value);
}
