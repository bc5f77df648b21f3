using System.Globalization;

namespace Cenote.Benchmarks.Publishing;

/// <summary>Points of one rival, connected in order.</summary>
/// <param name="Name">The rival.</param>
/// <param name="Points">The points.</param>
internal sealed record Series(string Name, IReadOnlyList<(double X, double Y)> Points);

/// <summary>Draws points and lines on logarithmic axes, or over linear time, with each series' name at its last point.</summary>
internal static class PointChart
{
    private const int Left = 64;
    private const int Right = Drawing.Width - 190;
    private const int Bottom = 400;
    private const int LabelHeight = 15;
    private static readonly int s_top = Drawing.Top + Drawing.Margin;

    /// <summary>Returns the drawing as SVG.</summary>
    /// <param name="title">Title of the drawing.</param>
    /// <param name="note">Description of the axes.</param>
    /// <param name="series">The series to draw.</param>
    /// <param name="isTime">Whether the horizontal axis is linear, and lines have no points.</param>
    public static string Of(string title, string note, IReadOnlyList<Series> series, bool isTime = false)
    {
        var drawing = new Drawing(title, note);
        var across = new Axis(series.SelectMany(one => one.Points).Select(point => point.X), Left + Drawing.Margin, Right, isTime);
        var up = new Axis(series.SelectMany(one => one.Points).Select(point => point.Y), Bottom - Drawing.Margin, s_top);
        foreach (double tick in up.Ticks)
        {
            drawing.Rule(Left, up.At(tick), Right, up.At(tick));
            drawing.Text(Drawing.Margin, up.At(tick) + 4, Short(tick), "note");
        }

        foreach (double tick in across.Ticks)
        {
            drawing.Rule(across.At(tick), s_top, across.At(tick), Bottom);
            drawing.Text(across.At(tick) - 12, Bottom + Drawing.Line, Short(tick), "note");
        }

        for (int i = 0; i < series.Count; i++)
        {
            (double X, double Y)[] points = [.. series[i].Points.Select(point => (across.At(point.X), up.At(point.Y)))];
            drawing.Path(points, $"l{i}");
            foreach ((double x, double y) in isTime ? [] : points)
            {
                drawing.Dot(x, y, $"s{i}");
            }
        }

        Label(drawing, [.. series.Select((one, i) => (one.Name, Kind: $"s{i}", across.At(one.Points[^1].X), up.At(one.Points[^1].Y)))]);
        return drawing.ToSvg(Bottom + Drawing.Line + Drawing.Margin);
    }

    // Overlapping names move down. If the last name would leave the chart, it moves up, as do the names that it then overlaps.
    private static void Label(Drawing drawing, (string Name, string Kind, double X, double Y)[] labels)
    {
        Array.Sort(labels, (one, other) => one.Y.CompareTo(other.Y));
        double[] heights = [.. labels.Select(label => label.Y + 4)];
        for (int i = 1; i < heights.Length; i++)
        {
            heights[i] = Math.Max(heights[i], heights[i - 1] + LabelHeight);
        }

        double limit = Bottom;
        for (int i = heights.Length - 1; i >= 0; i--)
        {
            heights[i] = Math.Min(heights[i], limit);
            limit = heights[i] - LabelHeight;
            drawing.Text(labels[i].X + 10, heights[i], labels[i].Name, labels[i].Kind);
        }
    }

    private static string Short(double value) => value switch
    {
        >= 1e6 => string.Create(CultureInfo.InvariantCulture, $"{value / 1e6:0.##} M"),
        >= 1e4 => string.Create(CultureInfo.InvariantCulture, $"{value / 1e3:0.##} k"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{value:0.#####}"),
    };

    /// <summary>A logarithmic axis, or a linear one.</summary>
    private sealed class Axis
    {
        // From this number of decades on, only powers of ten have grid lines.
        private const double ManyDecades = 2;

        private const int LinearTicks = 8;

        private readonly bool _isLinear;
        private readonly double _low;
        private readonly double _perStep;
        private readonly double _begin;

        public Axis(IEnumerable<double> values, double begin, double end, bool isLinear = false)
        {
            double[] all = [.. values];
            _begin = begin;
            _isLinear = isLinear;
            if (isLinear)
            {
                _perStep = (end - begin) / all.Max();
                Ticks = [.. Enumerable.Range(0, LinearTicks + 1).Select(tick => all.Max() * tick / LinearTicks)];
                return;
            }

            double decades = Math.Log10(all.Max() / all.Min());
            _low = Math.Log10(all.Min());
            _perStep = (end - begin) / decades;
            double[] steps = decades < ManyDecades ? [1, 2, 5] : [1];
            Ticks =
            [
                .. Enumerable.Range((int)Math.Floor(_low), (int)Math.Ceiling(decades) + 2)
                    .SelectMany(power => steps.Select(step => step * Math.Pow(10, power)))
                    .Where(tick => tick >= all.Min() * 0.999 && tick <= all.Max() * 1.001),
            ];
        }

        public IReadOnlyList<double> Ticks { get; }

        public double At(double value) => _begin + (((_isLinear ? value : Math.Log10(value)) - _low) * _perStep);
    }
}
