using System.Globalization;
using System.Net;
using System.Text;
using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Publishing;

/// <summary>A value to draw.</summary>
/// <param name="Label">What it is of; bars with one label after another share it.</param>
/// <param name="Series">Whose it is.</param>
/// <param name="Low">The lowest value of all processors.</param>
/// <param name="High">The highest.</param>
internal readonly record struct Bar(string Label, string Series, double Low, double High);

/// <summary>Draws bars as SVG, for light and dark pages: a full bar up to the lowest value, a pale one from there to the highest.</summary>
internal static class BarChart
{
    private const int Width = 720;
    private const int Margin = 12;
    private const int LabelWidth = 210;
    private const int ValueWidth = 110;
    private const int BarHeight = 14;
    private const int BarStep = 18;
    private const int LabelGap = 8;
    private const int Line = 20;

    private const string Style =
        """
        <style>
        svg { font: 13px system-ui, sans-serif; }
        text { fill: #1f2328; } .note { fill: #59636e; } .title { font-weight: 600; }
        .s0 { fill: #1f6feb; } .s1 { fill: #8c959f; } .s2 { fill: #bf8700; } .s3 { fill: #8250df; }
        .range { opacity: .35; }
        @media (prefers-color-scheme: dark) { text { fill: #f0f6fc; } .note { fill: #9198a1; } .s0 { fill: #4493f8; } }
        </style>
        """;

    /// <summary>The drawing.</summary>
    public static string Of(string title, string unit, IReadOnlyList<Bar> bars)
    {
        string[] series = [.. bars.Select(bar => bar.Series).Distinct(StringComparer.Ordinal)];
        double scale = (Width - LabelWidth - ValueWidth - (2 * Margin)) / bars.Max(bar => bar.High);
        var drawing = new StringBuilder();
        int y = Margin + Line;
        Text(drawing, Margin, y - 6, "title", title);
        y += Line;
        Text(drawing, Margin, y - 6, "note", unit);
        if (series.Length > 1)
        {
            y += Line;
            Legend(drawing, y, series);
        }

        string? label = null;
        foreach (Bar bar in bars)
        {
            y += bar.Label == label ? BarStep : BarStep + LabelGap;
            if (bar.Label != label)
            {
                Text(drawing, Margin, y - 2, null, bar.Label);
                label = bar.Label;
            }

            int kind = Array.IndexOf(series, bar.Series);
            Rectangle(drawing, LabelWidth, y - BarHeight, bar.Low * scale, $"s{kind}");
            Rectangle(drawing, LabelWidth + (bar.Low * scale), y - BarHeight, (bar.High - bar.Low) * scale, $"s{kind} range");
            Text(drawing, LabelWidth + (bar.High * scale) + 6, y - 2, null, Range(bar));
        }

        int height = y + Margin;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"""
            <svg xmlns="http://www.w3.org/2000/svg" width="{Width}" height="{height}" viewBox="0 0 {Width} {height}" role="img">
            <title>{Escape(title)}</title>
            {Style}
            {drawing}</svg>

            """).ReplaceLineEndings("\n");
    }

    private static void Legend(StringBuilder drawing, int y, string[] series)
    {
        double x = Margin;
        for (int i = 0; i < series.Length; i++)
        {
            Rectangle(drawing, x, y - BarHeight, BarHeight, $"s{i}");
            Text(drawing, x + BarStep, y - 2, null, series[i]);
            x += BarStep + Line + (7.5 * series[i].Length);
        }
    }

    private static string Range(Bar bar)
    {
        (string low, string high) = (RatioText.Number(bar.Low), RatioText.Number(bar.High));
        return low == high ? low : $"{low}–{high}";
    }

    private static void Text(StringBuilder drawing, double x, int y, string? kind, string text) => drawing.Append(
        CultureInfo.InvariantCulture,
        $"<text x=\"{x:0.#}\" y=\"{y}\"{(kind is null ? "" : $" class=\"{kind}\"")}>{Escape(text)}</text>\n");

    private static void Rectangle(StringBuilder drawing, double x, int y, double width, string kind) => drawing.Append(
        CultureInfo.InvariantCulture,
        $"<rect x=\"{x:0.#}\" y=\"{y}\" width=\"{width:0.#}\" height=\"{BarHeight}\" class=\"{kind}\"/>\n");

    private static string Escape(string text) => WebUtility.HtmlEncode(text);
}
