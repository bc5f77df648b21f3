using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Unicode;

namespace Cenote.Tool.Reports.Html;

/// <summary>Builds a <see cref="Fragment"/>; the compiler calls it for each part of an interpolated string.</summary>
[InterpolatedStringHandler]
internal readonly ref struct FragmentHandler
{
    // Keeps non-Latin scripts readable in the source of the page.
    private static readonly HtmlEncoder s_encoder = HtmlEncoder.Create(UnicodeRanges.All);

    private readonly StringBuilder _markup;

    public FragmentHandler(int literalLength, int holeCount) => _markup = new StringBuilder(literalLength + (16 * holeCount));

    public void AppendLiteral(string markup) => _markup.Append(markup);

    /// <summary>Text, encoded.</summary>
    public void AppendFormatted(string? text) => _markup.Append(s_encoder.Encode(text ?? string.Empty));

    /// <summary>A whole number, in invariant format.</summary>
    public void AppendFormatted(long number) => _markup.Append(CultureInfo.InvariantCulture, $"{number}");

    /// <summary>A number in round-trip format.</summary>
    public void AppendFormatted(double number) => _markup.Append(CultureInfo.InvariantCulture, $"{number:R}");

    public void AppendFormatted(Fragment fragment) => _markup.Append(fragment);

    public void AppendFormatted(IEnumerable<Fragment> fragments) => _markup.AppendJoin(string.Empty, fragments);

    public string ToStringAndClear()
    {
        string markup = _markup.ToString();
        _markup.Clear();
        return markup;
    }
}
