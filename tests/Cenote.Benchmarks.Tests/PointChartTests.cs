using System.Globalization;
using System.Xml.Linq;
using Cenote.Benchmarks.Publishing;

namespace Cenote.Benchmarks.Tests;

public class PointChartTests
{
    private static readonly XElement s_chart = XElement.Parse(PointChart.Of(
        "Lookups",
        "across: entries; up: ns",
        [new("ours", [(10_000, 10), (1_000_000, 10), (100_000_000, 100)]), new("theirs", [(10_000, 20), (1_000_000, 1_000), (100_000_000, 99)])]));

    private static XNamespace Svg => "http://www.w3.org/2000/svg";

    [Fact]
    public void Points_stand_where_the_logarithm_of_their_values_puts_them()
    {
        (double X, double Y)[] points = [.. s_chart.Elements(Svg + "circle").Select(dot => (Number(dot, "cx"), Number(dot, "cy")))];

        Assert.Equal((points[0].X + points[2].X) / 2, points[1].X, tolerance: 0.1);
        Assert.Equal(points[0].Y, points[1].Y);
        Assert.Equal((points[0].Y + points[4].Y) / 2, points[2].Y, tolerance: 0.1);
        Assert.True(points[4].Y < points[0].Y, "A larger value must be drawn higher.");
    }

    [Fact]
    public void Each_line_joins_the_points_of_its_series()
    {
        string[] dots = [.. s_chart.Elements(Svg + "circle").Select(dot => $"{dot.Attribute("cx")!.Value},{dot.Attribute("cy")!.Value}")];

        Assert.Equal(
            [string.Join(' ', dots[..3]), string.Join(' ', dots[3..])],
            s_chart.Elements(Svg + "polyline").Select(line => line.Attribute("points")!.Value));
    }

    [Fact]
    public void Names_do_not_overlap_and_ticks_are_labelled()
    {
        XElement[] texts = [.. s_chart.Elements(Svg + "text")];
        XElement[] names = [.. texts.Where(text => text.Value is "ours" or "theirs")];

        Assert.InRange(Math.Abs(Number(names[0], "y") - Number(names[1], "y")), 13, double.MaxValue);
        Assert.Superset(
            new HashSet<string>(["10 k", "100 k", "1 M", "10 M", "100 M", "10", "100", "1000"]),
            texts.Select(text => text.Value).ToHashSet());
        Assert.All(texts, text => Assert.InRange(Number(text, "y"), 0, Number(s_chart, "height")));
        Assert.All(texts, text => Assert.InRange(Number(text, "x") + (7.5 * text.Value.Length), 0, Number(s_chart, "width")));
    }

    [Fact]
    public void Names_at_the_bottom_stay_above_the_axis()
    {
        var chart = XElement.Parse(PointChart.Of(
            "Pauses",
            "up: ms",
            [new("top", [(1, 1_000), (10, 1_000)]), .. Enumerable.Range(0, 5).Select(i => new Series($"low {i}", [(1, 1), (10, 1)]))]));
        double[] heights =
        [
            .. chart.Elements(Svg + "text").Where(text => text.Value.StartsWith("low ", StringComparison.Ordinal))
                .Select(text => Number(text, "y")).Order(),
        ];

        Assert.InRange(heights[^1], 0, chart.Elements(Svg + "line").Max(line => Number(line, "y2")));
        Assert.All(heights.Zip(heights.Skip(1)), pair => Assert.InRange(pair.Second - pair.First, 14, 16));
    }

    private static double Number(XElement element, string attribute) =>
        double.Parse(element.Attribute(attribute)!.Value, CultureInfo.InvariantCulture);
}
