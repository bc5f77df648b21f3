using System.Globalization;
using System.Xml.Linq;
using Cenote.Benchmarks.Publishing;

namespace Cenote.Benchmarks.Tests;

public class BarChartTests
{
    private static readonly XElement s_chart = XElement.Parse(BarChart.Of(
        "Pools & <threads>",
        "times as fast",
        [new("2 threads", "ours", 2, 4), new("2 threads", "theirs", 1, 1), new("8 threads", "ours", 8, 8)]));

    private static XNamespace Svg => "http://www.w3.org/2000/svg";

    [Fact]
    public void Bars_are_as_long_as_their_values()
    {
        double[] widths = [.. s_chart.Elements(Svg + "rect").Skip(2).Select(bar => Number(bar, "width"))];

        Assert.Equal([widths[4] / 4, widths[4] / 4, widths[4] / 8, 0, widths[4], 0], widths, (a, b) => Math.Abs(a - b) <= 0.1);
    }

    [Fact]
    public void Texts_name_title_series_and_values_and_stay_within_the_drawing()
    {
        XElement[] texts = [.. s_chart.Elements(Svg + "text")];

        Assert.Equal(
            ["Pools & <threads>", "times as fast", "ours", "theirs", "2 threads", "2.00–4.00", "1.00", "8 threads", "8.00"],
            texts.Select(text => text.Value));
        Assert.All(texts, text => Assert.InRange(Number(text, "y"), 0, Number(s_chart, "height")));
        Assert.All(texts, text => Assert.InRange(Number(text, "x") + (7.5 * text.Value.Length), 0, Number(s_chart, "width")));
    }

    private static double Number(XElement element, string attribute) =>
        double.Parse(element.Attribute(attribute)!.Value, CultureInfo.InvariantCulture);
}
