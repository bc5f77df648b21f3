using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Cenote.Repository.Tests;

/// <summary>A drawing in the documentation and its faults.</summary>
internal sealed partial class Picture(string svg)
{
    private const double MaxWidth = 760;
    private const double MinFontPixels = 12;

    // A wider picture is scaled down on a phone.
    private const double NarrowColumn = 400;
    private const double MinNarrowFontPixels = 10;

    // The average character of common system fonts is about half as wide as the font is high; this adds a margin.
    private const double WidthOfChar = 0.56;

    private static readonly string[] s_descriptions = ["title", "desc"];

    private readonly XElement _root = XDocument.Parse(svg).Root!;

    /// <summary>Reads a picture by its path relative to the root of the repository.</summary>
    public static Picture Load(string path) => new(File.ReadAllText(Repository.PathOf(path)));

    /// <summary>All faults of the picture.</summary>
    public IEnumerable<string> Faults =>
    [
        .. FaultsOfSize,
        .. s_descriptions.Where(name => Elements(name).All(text => text.Value.Length == 0)).Select(name => $"has no {name}"),
        .. FaultsOfColors,
        .. ExternalReference.Matches(svg).Select(match => $"refers to another file: {match.Value}"),
        .. Elements("text").Where(IsCut).Select(text => $"cuts off \"{text.Value}\""),
    ];

    private double Width => Number(_root, "width");

    private double Height => Number(_root, "height");

    private double FontPixels =>
        double.Parse(FontSize.Match(svg).Groups["pixels"].Value, NumberStyles.Float, CultureInfo.InvariantCulture);

    private IEnumerable<string> FaultsOfSize
    {
        get
        {
            if (string.Create(CultureInfo.InvariantCulture, $"0 0 {Width} {Height}") != (string?)_root.Attribute("viewBox"))
            {
                yield return "has another size than its view box";
            }

            if (Width > MaxWidth)
            {
                yield return $"is wider than {MaxWidth} pixels";
            }

            if (FontSize.Count(svg) != 1 || FontPixels < MinFontPixels)
            {
                yield return $"has no single font of at least {MinFontPixels} pixels";
            }

            if (FontPixels * NarrowColumn / Width < MinNarrowFontPixels)
            {
                yield return $"has text below {MinNarrowFontPixels} pixels in a column of {NarrowColumn}";
            }
        }
    }

    // Each rule with a color needs a counterpart for dark pages.
    private IEnumerable<string> FaultsOfColors
    {
        get
        {
            string style = string.Concat(Elements("style").Select(element => element.Value));
            string[] parts = style.Split("@media (prefers-color-scheme: dark)");
            return parts.Length != 2
                ? ["has no colors for dark pages"]
                : SelectorsIn(parts[0]).Except(SelectorsIn(parts[1])).Select(selector => $"has no dark color for {selector}");

            static IEnumerable<string> SelectorsIn(string rules) =>
                ColoredRule.Matches(rules).Select(rule => rule.Groups["selector"].Value.Trim());
        }
    }

    [GeneratedRegex(@"font(?:-size)?:\s*(?<pixels>[\d.]+)px")]
    private static partial Regex FontSize { get; }

    [GeneratedRegex(@"(?<selector>[^{};]+)\{[^{}]*#[0-9a-f]{6}[^{}]*\}")]
    private static partial Regex ColoredRule { get; }

    [GeneratedRegex(@"(?:href|src)=""(?!#)[^""]*""|url\((?!#)[^)]*\)|@import|<(?:script|image|foreignObject)\b")]
    private static partial Regex ExternalReference { get; }

    private IEnumerable<XElement> Elements(string name) => _root.Descendants(_root.Name.Namespace + name);

    private bool IsCut(XElement text)
    {
        double width = text.Value.Length * FontPixels * WidthOfChar;
        double left = Number(text, "x")
            - ((string?)text.Attribute("text-anchor") switch { "middle" => width / 2, "end" => width, _ => 0 });
        double baseline = Number(text, "y");
        return left < 0 || left + width > Width || baseline < FontPixels || baseline > Height - (FontPixels / 4);
    }

    private static double Number(XElement element, string attribute) =>
        (double?)element.Attribute(attribute) ?? throw new FormatException($"{element.Name.LocalName} has no {attribute}.");
}
