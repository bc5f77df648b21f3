using System.Globalization;

namespace Cenote.Tool.Reports.Html;

/// <summary>One bar of a <see cref="BarChart"/>.</summary>
/// <param name="Name">The name of the contender.</param>
/// <param name="Parts">Its parts, from left to right.</param>
/// <param name="Label">Its value, formatted for people.</param>
internal sealed record Bar(string Name, IReadOnlyList<BarPart> Parts, string Label)
{
    /// <summary>The 95 % interval of the value; null for a single measurement.</summary>
    public MedianInterval? Interval { get; init; }

    /// <summary>The value of each process, in the unit of the chart; empty for a single figure.</summary>
    public IReadOnlyList<double> Dots { get; init; } = [];

    /// <summary>The group of consecutive bars; empty if the chart has no groups.</summary>
    public string Group { get; init; } = string.Empty;

    /// <summary>Whether a recommendation names it.</summary>
    public bool IsRecommended { get; init; }

    public double Value => Parts.Sum(part => part.Value);

    /// <summary>The right end of its drawing, including its interval and its dots.</summary>
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
