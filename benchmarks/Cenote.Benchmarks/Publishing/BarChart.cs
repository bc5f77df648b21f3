using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>A bar to draw, for a range of values.</summary>
/// <param name="Label">The name of the bar; it is drawn once for consecutive bars with the same label.</param>
/// <param name="Series">The series of the bar.</param>
/// <param name="Low">The lowest value.</param>
/// <param name="High">The highest value.</param>
internal readonly record struct Bar(string Label, string Series, double Low, double High);

/// <summary>Draws bars: a full bar up to the lowest value, a pale one from there to the highest.</summary>
internal static class BarChart
{
    private const int LabelWidth = 210;
    private const int ValueWidth = 110;
    private const int BarHeight = 14;
    private const int BarStep = 18;
    private const int LabelGap = 8;

    /// <summary>Returns the drawing as SVG.</summary>
    public static string Of(string title, string unit, IReadOnlyList<Bar> bars)
    {
        string[] series = [.. bars.Select(bar => bar.Series).Distinct(StringComparer.Ordinal)];
        double scale = (Drawing.Width - LabelWidth - ValueWidth - (2 * Drawing.Margin)) / bars.Max(bar => bar.High);
        var drawing = new Drawing(title, unit);
        int y = Drawing.Top;
        if (series.Length > 1)
        {
            y += Drawing.Line;
            Legend(drawing, y, series);
        }

        string? label = null;
        foreach (Bar bar in bars)
        {
            y += bar.Label == label ? BarStep : BarStep + LabelGap;
            if (bar.Label != label)
            {
                drawing.Text(Drawing.Margin, y - 2, bar.Label);
                label = bar.Label;
            }

            int kind = Array.IndexOf(series, bar.Series);
            drawing.Rectangle(LabelWidth, y - BarHeight, bar.Low * scale, BarHeight, $"s{kind}");
            drawing.Rectangle(LabelWidth + (bar.Low * scale), y - BarHeight, (bar.High - bar.Low) * scale, BarHeight, $"s{kind} range");
            drawing.Text(LabelWidth + (bar.High * scale) + 6, y - 2, Range(bar));
        }

        return drawing.ToSvg(y + Drawing.Margin);
    }

    private static void Legend(Drawing drawing, int y, string[] series)
    {
        double x = Drawing.Margin;
        for (int i = 0; i < series.Length; i++)
        {
            drawing.Rectangle(x, y - BarHeight, BarHeight, BarHeight, $"s{i}");
            drawing.Text(x + BarStep, y - 2, series[i]);
            x += BarStep + Drawing.Line + (7.5 * series[i].Length);
        }
    }

    private static string Range(Bar bar)
    {
        (string low, string high) = (RatioText.Number(bar.Low), RatioText.Number(bar.High));
        return low == high ? low : $"{low}–{high}";
    }
}
