using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using Cenote.Tool.Advising;
using Cenote.Tool.Heaps;

namespace Cenote.Tool.Tests.Heaps;

public class HeapHtmlReportTests
{
    [Fact]
    public void The_answer_is_the_heading_and_the_program_stands_above_it()
    {
        HeapReport report = FixedHeapReport.Create();
        IElement heading = Parse(report).QuerySelector("h1")!;

        Assert.Equal(HeapSummary.Headline(report), heading.TextContent);
        Assert.Equal("docs.dll", heading.PreviousElementSibling!.TextContent);
    }

    [Fact]
    public void Every_advice_has_a_card_with_its_figures_and_the_code_before_and_after()
    {
        HeapReport report = FixedHeapReport.Create();
        IElement[] cards = [.. Parse(report).QuerySelectorAll(".card")];

        Assert.Equal(report.Advice.Select(item => item.Place), cards.Select(card => card.QuerySelector("h3")!.TextContent));
        Assert.Equal(
            ["250 MB less memory", "199 MB less memory|16.5 % fewer objects to mark"],
            cards[..2].Select(card => string.Join('|', card.QuerySelectorAll(".figure").Select(figure => figure.TextContent))));
        Assert.StartsWith("100 MB off the managed heap", cards[2].QuerySelector(".figure")!.TextContent, StringComparison.Ordinal);
        Assert.All(report.Advice.Zip(cards), pair =>
        {
            Snippet snippet = HeapSnippets.Of(pair.First.Recommends!, pair.First)!;
            Assert.Equal(
                [snippet.Before, snippet.After], pair.Second.QuerySelectorAll(":scope > .code pre").Select(code => code.TextContent));
        });
        Assert.Equal("Or with StringTable", cards[1].QuerySelector("summary")!.TextContent);
        Assert.Equal(HeapSnippets.Of("StringTable", report.Advice[1])!.After, cards[1].QuerySelectorAll("details pre")[1].TextContent);
    }

    [Fact]
    public void The_first_three_cards_are_open_and_the_others_folded()
    {
        IHtmlDocument page = Parse(FixedHeapReport.Create());

        Assert.Equal(3, page.QuerySelectorAll("#advice > .cards > .card").Length);
        Assert.Equal("1 smaller gain: Tag.Name", page.QuerySelector("#advice > details > summary")!.TextContent);
        Assert.Single(page.QuerySelectorAll("#advice > details .card"));
    }

    [Fact]
    public void Where_there_is_nothing_to_gain_a_sentence_says_so_and_there_is_no_card()
    {
        HeapReport report = FixedHeapReport.Create() with
        {
            Advice = [new HeapAdvice("This heap", null, null, 0, 0, IsEstimated: false, 0, 0, "There is nothing to gain.")],
        };
        IHtmlDocument page = Parse(report);

        Assert.Equal("This heap. There is nothing to gain.", page.QuerySelector("#advice .conclusion")!.TextContent);
        Assert.Empty(page.QuerySelectorAll(".card, .lead"));
    }

    [Fact]
    public void Small_places_are_folded_under_their_number_and_sum()
    {
        HeapReport report = FixedHeapReport.Create();
        IHtmlDocument page = Parse(report);
        IElement[] tables = [.. page.QuerySelectorAll("#places table")];

        Assert.Equal(
            ["All figures: Places", "2 places below 1 % of the heap: 3.00 MB in total", "What the columns mean"],
            page.QuerySelectorAll("#places summary").Select(summary => summary.TextContent));
        Assert.Equal(report.Places.Take(3).Select(place => place.FullName), NamesIn(tables[0]));
        Assert.Equal(report.Places.Skip(3).Select(place => place.FullName), NamesIn(tables[1]));
        Assert.Equal(report.Places.Take(3).Select(place => place.Name), page.QuerySelectorAll(".bars .name").Select(name => name.TextContent));
        Assert.Equal("100 MB · 11.1 % of the heap · 0 B repeated", page.QuerySelectorAll(".bars .value")[2].TextContent);
        Assert.Contains("7 more; --top N", page.QuerySelector("#places")!.TextContent, StringComparison.Ordinal);

        static IEnumerable<string> NamesIn(IElement table) => table.QuerySelectorAll("tbody th").Select(name => name.TextContent);
    }

    [Fact]
    public void A_heap_without_large_places_says_so()
    {
        HeapReport report = FixedHeapReport.Create();
        IHtmlDocument page = Parse(report with { Places = [report.Places[^1]] });

        Assert.Contains("No place takes 1 % of the heap.", page.QuerySelector("#places")!.TextContent, StringComparison.Ordinal);
        Assert.Empty(page.QuerySelectorAll(".bars"));
    }

    [Fact]
    public void Each_column_is_explained_on_the_page_and_in_the_documentation()
    {
        IHtmlDocument page = Parse(FixedHeapReport.Create());
        (string Name, string Meaning)[] explained =
        [
            .. page.QuerySelectorAll(".meanings div")
                .Select(row => (row.QuerySelector("dt")!.TextContent, row.QuerySelector("dd")!.TextContent)),
        ];
        string documentation = File.ReadAllText(Path.Combine(Repository.Folder, "docs", "heap-details.md"));

        Assert.Equal(page.QuerySelectorAll("#places table")[0].QuerySelectorAll("thead th").Select(header => header.TextContent), explained.Select(row => row.Name));
        Assert.All(explained, row => Assert.Matches($@"(?m)^\| {Escaped(row.Name)} \|[^|]*\| {Escaped(row.Meaning)} \|$", documentation));

        static string Escaped(string text) => System.Text.RegularExpressions.Regex.Escape(text);
    }

    [Theory]
    [InlineData("<script>alert(1)</script>.x")]
    [InlineData("\" onload=\"alert(1)")]
    [InlineData("'><img src=x onerror=alert(1)>")]
    public void Hostile_names_are_text(string name)
    {
        IHtmlDocument page = Parse(Renamed(name));

        Assert.Equal(Parse(Renamed("plain")).All.Select(Shape).Where(IsNoBreak), page.All.Select(Shape).Where(IsNoBreak));
        Assert.Equal(name, page.QuerySelector(".card h3")!.TextContent);
        Assert.Equal(name, page.QuerySelector(".bars .name")!.TextContent);
        Assert.Equal(name, page.QuerySelector("#places tbody th")!.TextContent);
        Assert.Equal(name, page.QuerySelector(".subject")!.TextContent);

        static HeapReport Renamed(string name)
        {
            HeapReport report = FixedHeapReport.Create(name);
            return report with
            {
                Places = [report.Places[0] with { Name = name, FullName = name }],
                Advice = [report.Advice[0] with { Place = name, FullName = name, Text = name }],
            };
        }

        static string Shape(IElement element) =>
            $"{element.LocalName} {string.Join(' ', element.Attributes.Select(attribute => attribute.Name))}";

        static bool IsNoBreak(string shape) => shape != "wbr ";
    }

    private static IHtmlDocument Parse(HeapReport report) => new HtmlParser().ParseDocument(HeapHtmlReport.Render(report).ToString());
}
