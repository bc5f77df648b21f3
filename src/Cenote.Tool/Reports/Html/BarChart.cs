namespace Cenote.Tool.Reports.Html;

/// <summary>
/// Horizontal bars below their names. Lengths are percentages of the drawing and heights are pixels, so that a chart fills
/// the available width while its text keeps its size.
/// </summary>
/// <param name="Id">An id that is unique on the page.</param>
/// <param name="Title">The description for screen readers.</param>
/// <param name="Caption">The caption above it.</param>
/// <param name="Bars">The bars, from top to bottom.</param>
internal sealed record BarChart(string Id, string Title, Fragment Caption, IReadOnlyList<Bar> Bars)
{
    private const int GroupHeight = 30;
    private const int RowMargin = 6;
    private const int TextBaseline = 14;
    private const int BarTop = 20;
    private const int DefaultBarHeight = 12;
    private const int DotsHeight = 9;
    private const int AxisHeight = 18;

    // A little less than the full width, so that the end of a whisker is not cut off.
    private const double FullWidth = 99;

    /// <summary>
    /// The value of the reference line and its name; null for no line.
    /// </summary>
    public (double Value, string Name)? Reference { get; init; }

    /// <summary>The height of each bar, in pixels.</summary>
    public int BarHeight { get; init; } = DefaultBarHeight;

    private int HeightOfDots => Bars.Any(bar => bar.Dots.Count > 0) ? DotsHeight : 0;

    /// <summary>The length of one percent of the width, in the unit of the chart.</summary>
    private double Scale => Math.Max(Bars.Max(bar => bar.Reach), Reference?.Value ?? 0) is > 0 and double longest
        ? longest / FullWidth
        : 1;

    public Fragment Draw()
    {
        int top = 0;
        string group = string.Empty;
        var rows = new List<Fragment>();
        foreach (Bar bar in Bars)
        {
            if (bar.Group != group)
            {
                group = bar.Group;
                rows.Add(Fragment.Of($"""<text class="group" x="0" y="{top + 20}">{group}</text>"""));
                top += GroupHeight;
            }

            rows.Add(Row(bar, top));
            top += BarTop + BarHeight + HeightOfDots + RowMargin;
        }

        int height = top + (Reference is null ? 0 : AxisHeight);
        return Fragment.Of(
            $"""
            <figure class="chart">
            <figcaption>{Caption}</figcaption>
            <svg role="img" aria-labelledby="{Id}-title {Id}-text" width="100%" height="{height}">
            <title id="{Id}-title">{Title}</title>
            <desc id="{Id}-text">{Description()}</desc>
            {ReferenceLine(height)}{rows}
            </svg>
            </figure>

            """);
    }

    private Fragment Row(Bar bar, int top)
    {
        Fragment mark = bar.IsRecommended ? Fragment.Of($"""<tspan class="mark"> ✓</tspan>""") : Fragment.Empty;
        return Fragment.Of(
            $"""
            <g class="{(bar.IsRecommended ? "bar recommended" : "bar")}" data-group="{bar.Group}" data-name="{bar.Name}" data-value="{bar.Value}">
            <text class="name" x="0" y="{top + TextBaseline}">{bar.Name}{mark}</text><text class="value" x="100%" y="{top + TextBaseline}">{bar.Label}</text>
            {bar.Rectangles(Scale, top + BarTop, BarHeight)}{Whisker(bar, top + BarTop + (BarHeight / 2))}{Dots(bar, top + BarTop + BarHeight)}
            </g>

            """);
    }

    // Draws the dots below the bar, where neither the bar nor the whisker hides them.
    private Fragment Dots(Bar bar, int top) => bar.Dots.Count == 0
        ? Fragment.Empty
        : Fragment.Of(
            $"""<g class="dots">{bar.Dots.Select(dot => Dot(dot, top + (DotsHeight / 2) + 2))}</g>""");

    private Fragment Dot(double value, int middle) =>
        Fragment.Of($"""<circle cx="{Percent(value)}" cy="{middle}" r="2.5"/>""");

    private Fragment Whisker(Bar bar, int middle)
    {
        if (bar.Interval is not { } interval)
        {
            return Fragment.Empty;
        }

        string lower = Percent(Math.Max(0, interval.Lower));
        string upper = Percent(Math.Min(bar.Reach, interval.Upper));
        return Fragment.Of($"{Line("halo")}{Line("whisker")}");

        Fragment Line(string style) => Fragment.Of(
            $"""<g class="{style}"><line x1="{lower}" x2="{upper}" y1="{middle}" y2="{middle}"/>"""
            + $"""<line x1="{lower}" x2="{lower}" y1="{middle - 4}" y2="{middle + 4}"/>"""
            + $"""<line x1="{upper}" x2="{upper}" y1="{middle - 4}" y2="{middle + 4}"/></g>""");
    }

    private Fragment ReferenceLine(int height)
    {
        if (Reference is not (double value, string name))
        {
            return Fragment.Empty;
        }

        // The name is on the side of the line with more space.
        string x = Percent(value);
        string anchor = value / Scale > FullWidth / 2 ? "end" : "start";
        return Fragment.Of(
            $"""
            <line class="reference" x1="{x}" x2="{x}" y1="{BarTop}" y2="{height}"/><text class="axis" x="{x}" dx="{(anchor == "end" ? -5 : 5)}" y="{height - 4}" text-anchor="{anchor}">1 = {name}</text>

            """);
    }

    private string Description() => string.Join(' ', Bars.Select(Describe));

    private static string Describe(Bar bar)
    {
        string group = bar.Group.Length == 0 ? string.Empty : $"{bar.Group}, ";
        string interval = bar.Interval is { } ends
            ? $", 95 % interval {Units.Ratio(ends.Lower)} to {Units.Ratio(ends.Upper)}"
            : string.Empty;
        string dots = bar.Dots.Count > 0
            ? $", {Units.Count(bar.Dots.Count)} processes from {Units.Ratio(bar.Dots.Min())} to {Units.Ratio(bar.Dots.Max())}"
            : string.Empty;
        return $"{group}{bar.Name}: {bar.Label}{interval}{dots}{(bar.IsRecommended ? ", recommended" : string.Empty)}.";
    }

    private string Percent(double value) => Bar.Percent(value / Scale);
}
