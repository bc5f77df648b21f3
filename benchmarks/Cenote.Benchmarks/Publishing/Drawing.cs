using System.Globalization;
using System.Net;
using System.Text;

namespace Cenote.Benchmarks.Publishing;

/// <summary>An SVG for light and dark pages, with a title and a note above the drawing.</summary>
internal sealed class Drawing
{
    public const int Width = 720;
    public const int Margin = 12;

    /// <summary>The height of a line of text, in pixels.</summary>
    public const int Line = 20;

    private const string Style =
        """
        <style>
        svg { font: 13px system-ui, sans-serif; }
        text { fill: #1f2328; } .note { fill: #59636e; } .title { font-weight: 600; }
        .s0 { fill: #1f6feb; } .s1 { fill: #8c959f; } .s2 { fill: #bf8700; } .s3 { fill: #8250df; } .s4 { fill: #1a7f37; }
        .s5 { fill: #cf222e; } .s6 { fill: #0598bc; } .s7 { fill: #bf3989; } .s8 { fill: #953800; }
        .range { opacity: .35; } line { stroke: #8c959f; opacity: .35; } polyline { fill: none; stroke-width: 1.5; opacity: .6; }
        .l0 { stroke: #1f6feb; } .l1 { stroke: #8c959f; } .l2 { stroke: #bf8700; } .l3 { stroke: #8250df; } .l4 { stroke: #1a7f37; }
        .l5 { stroke: #cf222e; } .l6 { stroke: #0598bc; } .l7 { stroke: #bf3989; } .l8 { stroke: #953800; }
        @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc; } .note { fill: #9198a1; } .s0 { fill: #4493f8; } .l0 { stroke: #4493f8; }
        .s3 { fill: #ab7df8; } .l3 { stroke: #ab7df8; }
        }
        </style>
        """;

    private readonly StringBuilder _elements = new();
    private readonly string _title;

    public Drawing(string title, string note)
    {
        _title = title;
        Text(Margin, Margin + Line - 6, title, "title");
        Text(Margin, Margin + (2 * Line) - 6, note, "note");
    }

    /// <summary>The vertical position, in pixels, at which the space below the note starts.</summary>
    public static int Top => Margin + (2 * Line);

    public void Text(double x, double y, string text, string? kind = null) => _elements.Append(
        CultureInfo.InvariantCulture,
        $"<text x=\"{x:0.#}\" y=\"{y:0.#}\"{Class(kind)}>{WebUtility.HtmlEncode(text)}</text>\n");

    public void Rectangle(double x, double y, double width, double height, string kind) => _elements.Append(
        CultureInfo.InvariantCulture,
        $"<rect x=\"{x:0.#}\" y=\"{y:0.#}\" width=\"{width:0.#}\" height=\"{height:0.#}\"{Class(kind)}/>\n");

    public void Dot(double x, double y, string kind) =>
        _elements.Append(CultureInfo.InvariantCulture, $"<circle cx=\"{x:0.#}\" cy=\"{y:0.#}\" r=\"4\"{Class(kind)}/>\n");

    public void Rule(double x1, double y1, double x2, double y2) =>
        _elements.Append(CultureInfo.InvariantCulture, $"<line x1=\"{x1:0.#}\" y1=\"{y1:0.#}\" x2=\"{x2:0.#}\" y2=\"{y2:0.#}\"/>\n");

    public void Path(IEnumerable<(double X, double Y)> points, string kind)
    {
        string corners = string.Join(' ', points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.X:0.#},{point.Y:0.#}")));
        _elements.Append(CultureInfo.InvariantCulture, $"<polyline points=\"{corners}\"{Class(kind)}/>\n");
    }

    /// <summary>Returns the content of the SVG file.</summary>
    /// <param name="height">The height of the drawing, in pixels.</param>
    public string ToSvg(int height) => string.Create(
        CultureInfo.InvariantCulture,
        $"""
        <svg xmlns="http://www.w3.org/2000/svg" width="{Width}" height="{height}" viewBox="0 0 {Width} {height}" role="img">
        <title>{WebUtility.HtmlEncode(_title)}</title>
        {Style}
        {_elements}</svg>

        """).ReplaceLineEndings("\n");

    private static string Class(string? kind) => kind is null ? "" : $" class=\"{kind}\"";
}
