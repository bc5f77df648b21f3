using System.Text.RegularExpressions;

namespace Cenote.Repository.Tests;

/// <summary>The drawings in the documentation.</summary>
public sealed partial class PictureTests
{
    private const string Folder = "docs/pictures";

    public static TheoryData<string> Pictures { get; } = [.. Repository.FilesUnder(Folder, "*.svg")];

    [Theory]
    [MemberData(nameof(Pictures))]
    public void A_picture_is_complete_and_readable_on_light_and_dark_pages(string picture) =>
        Findings.AssertNone(Picture.Load(picture).Faults.Select(fault => $"{picture} {fault}"));

    [Theory]
    [MemberData(nameof(Pictures))]
    public void A_page_shows_each_picture_and_describes_it(string picture) =>
        Assert.Contains(
            Repository.FilesUnder("docs", "*.md"),
            page => ImageLink.Matches(File.ReadAllText(Repository.PathOf(page)))
                .Any(link => Path.GetDirectoryName(page) + "/" + link.Groups["target"].Value == picture));

    [Fact]
    public void Nothing_else_is_in_the_folder() =>
        Assert.All(Repository.FilesUnder(Folder, "*"), file => Assert.EndsWith(".svg", file));

    [Fact]
    public void Faults_are_noticed()
    {
        var picture = new Picture(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="800" height="90" viewBox="0 0 800 80">
            <title>A title</title>
            <style>
            svg { font: 11px sans-serif; } text { fill: #1f2328; } .note { fill: #59636e; }
            @media (prefers-color-scheme: dark) { text { fill: #f0f6fc; } }
            </style>
            <text x="790" y="40">wide</text>
            <text x="2" y="40" text-anchor="middle">left</text>
            <text x="10" y="90">low</text>
            <text x="10" y="40" fill="url(#inside)">inside</text>
            <use href="other.svg"/>
            </svg>
            """);

        Assert.Equal(
            [
                "has another size than its view box",
                "is wider than 760 pixels",
                "has no single font of at least 12 pixels",
                "has text below 10 pixels in a column of 400",
                "has no desc",
                "has no dark color for .note",
                "refers to another file: href=\"other.svg\"",
                "cuts off \"wide\"",
                "cuts off \"left\"",
                "cuts off \"low\"",
            ],
            picture.Faults);
    }

    [Fact]
    public void A_picture_without_dark_colors_is_noticed() =>
        Assert.Equal(
            ["has no colors for dark pages"],
            new Picture(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">
                <title>A title</title><desc>A description</desc><style>svg { font: 13px sans-serif; }</style>
                </svg>
                """).Faults);

    [Theory]
    [InlineData(520, true)]
    [InlineData(521, false)]
    public void Text_of_13_pixels_is_readable_in_a_narrow_column_up_to_a_width_of_520(int width, bool isReadable) =>
        Assert.Equal(
            isReadable ? [] : ["has text below 10 pixels in a column of 400"],
            new Picture(
                $$"""
                <svg xmlns="http://www.w3.org/2000/svg" width="{{width}}" height="80" viewBox="0 0 {{width}} 80">
                <title>A title</title><desc>A description</desc>
                <style>svg { font: 13px sans-serif; } @media (prefers-color-scheme: dark) { }</style>
                </svg>
                """).Faults);

    [GeneratedRegex(@"!\[[^\]]*\w[^\]]*\]\((?<target>[^)\s]+\.svg)\)")]
    private static partial Regex ImageLink { get; }
}
