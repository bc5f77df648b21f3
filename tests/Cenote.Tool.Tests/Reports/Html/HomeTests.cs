using System.Reflection;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Tests.Reports.Html;

public class HomeTests
{
    [Theory]
    [InlineData("https://example.org/cenote", "https://example.org/cenote")]
    [InlineData("http://example.org/cenote", null)]
    [InlineData("javascript:alert(1)", null)]
    [InlineData("git@example.org:cenote.git", null)]
    [InlineData("", null)]
    public void The_address_of_the_build_is_taken_if_a_browser_opens_it_safely(string address, string? expected)
    {
        AssemblyMetadataAttribute[] metadata = [new("Other", "https://example.org/other"), new("RepositoryUrl", address)];

        Assert.Equal(expected, Home.AddressIn(metadata));
        Assert.Null(Home.AddressIn([]));
    }

    [Fact]
    public void The_page_says_what_Cenote_is_and_links_to_it_where_there_is_an_address()
    {
        IHtmlDocument linked = Parse("https://example.org/\"cenote\"");
        IHtmlDocument plain = Parse(null);

        Assert.Equal("https://example.org/\"cenote\"", linked.QuerySelector(".about a")!.GetAttribute("href"));
        Assert.Null(plain.QuerySelector(".about a"));
        Assert.StartsWith(
            "Cenote is a .NET library", plain.QuerySelector(".about")!.TextContent, StringComparison.Ordinal);
        Assert.Equal(plain.QuerySelector(".about")!.TextContent, linked.QuerySelector(".about")!.TextContent);

        static IHtmlDocument Parse(string? address) => new HtmlParser(new HtmlParserOptions { IsStrictMode = true })
            .ParseDocument(HtmlReport.Render(FixedReport.Create(), baseline: null, address).ToString());
    }
}
