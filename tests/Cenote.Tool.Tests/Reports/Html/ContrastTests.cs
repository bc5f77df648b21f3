using System.Text.RegularExpressions;
using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Tests.Reports.Html;

/// <summary>The contrasts that WCAG 2.2 requires at level AA: 4.5 for text, 3 for other visible elements.</summary>
public partial class ContrastTests
{
    private const double ForText = 4.5;
    private const double ForShapes = 3;

    private static readonly string s_css = Fragment.Resource("report.css").ToString();

    [Theory]
    [InlineData("text", "ground", ForText)]
    [InlineData("text", "raised", ForText)]
    [InlineData("quiet", "ground", ForText)]
    [InlineData("quiet", "raised", ForText)]
    [InlineData("cenote", "ground", ForText)]
    [InlineData("cenote", "raised", ForText)]
    [InlineData("loss", "raised", ForText)]
    [InlineData("managed", "ground", ForShapes)]
    [InlineData("managed", "hatch", ForShapes)]
    [InlineData("cenote", "hatch", ForShapes)]
    [InlineData("focus", "ground", ForShapes)]
    [InlineData("focus", "raised", ForShapes)]
    public void Colours_stand_out_in_light_and_in_dark(string colour, string ground, double least)
    {
        string[] palettes = [.. Palettes().Select(match => match.Value)];

        Assert.Equal(2, palettes.Length);
        Assert.All(palettes, palette => Assert.InRange(Contrast(Colour(palette, colour), Colour(palette, ground)), least, 21));
    }

    [Fact]
    public void Colours_come_from_the_palettes_only() =>
        Assert.Empty(AnyColour().Matches(AnyPalette().Replace(s_css, string.Empty)).Select(match => match.Value));

    [Theory]
    [InlineData("#000000", "#ffffff", 21)]
    [InlineData("#777777", "#ffffff", 4.48)]
    [InlineData("#ffffff", "#ffffff", 1)]
    public void Contrast_is_that_of_the_standard(string colour, string ground, double expected) =>
        Assert.Equal(expected, Contrast(colour, ground), 0.01);

    private static IEnumerable<Match> Palettes() =>
        AnyPalette().Matches(s_css).Where(match => match.Value.Contains("--ground", StringComparison.Ordinal));

    private static string Colour(string palette, string name) =>
        Regex.Match(palette, $"--{name}: (#[0-9a-f]{{6}});", RegexOptions.None, TimeSpan.FromSeconds(1)).Groups[1].Value;

    private static double Contrast(string one, string other) => Contrasts.Between(one[1..], other[1..]);

    [GeneratedRegex(@":root \{[^}]*\}", RegexOptions.None, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex AnyPalette();

    [GeneratedRegex(@"#[0-9a-fA-F]{3,8}\b(?=[^{]*\})|rgb|hsl", RegexOptions.None, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex AnyColour();
}
