using System.Globalization;

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

    /// <summary>The parts of the bar, side by side.</summary>
    /// <param name="scale">The length of one percent of the width, in the unit of the chart.</param>
    /// <param name="top">The upper edge in pixels.</param>
    /// <param name="height">The height in pixels.</param>
    public Fragment Rectangles(double scale, int top, int height)
    {
        double left = 0;
        var rectangles = new List<Fragment>();
        foreach (BarPart part in Parts.Where(part => part.Value > 0))
        {
            rectangles.Add(Fragment.Of(
                $"""<rect class="{part.Fill}" x="{Percent(left / scale)}" y="{top}" """
                + $"""width="{Percent(part.Value / scale)}" height="{height}"/>"""));
            left += part.Value;
        }

        return Fragment.Of($"{rectangles}");
    }

    /// <summary>A length relative to the width of the drawing.</summary>
    public static string Percent(double percent) => percent.ToString("0.##", CultureInfo.InvariantCulture) + "%";
}
