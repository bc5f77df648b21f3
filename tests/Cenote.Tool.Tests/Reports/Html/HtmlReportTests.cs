using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using Cenote.Tool.Advising;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;

namespace Cenote.Tool.Tests.Reports.Html;

public class HtmlReportTests
{
    [Fact]
    public void The_same_report_gives_the_same_page() =>
        Assert.Equal(HtmlReport.Render(FixedReport.Create()).ToString(), HtmlReport.Render(FixedReport.Create()).ToString());

    [Fact]
    public void The_page_says_what_it_is()
    {
        IHtmlDocument page = FixedReport.Parse(FixedReport.Create());

        Assert.Equal("access.log · cenote measure", page.Title);
        Assert.Equal("en", page.DocumentElement.GetAttribute("lang"));
        Assert.Equal("utf-8", page.CharacterSet, ignoreCase: true);
        Assert.Equal("width=device-width, initial-scale=1", page.QuerySelector("meta[name=viewport]")!.GetAttribute("content"));
        Assert.Equal("access.log", Text(page, ".subject"));
        Assert.StartsWith(
            "1,000 strings, one for each line, a uniform sample of 4,000 (25.0 %) · median 8 chars · 60.0 % "
            + "distinct", Text(page, ".summary"), StringComparison.Ordinal);
        Assert.Contains("Blocks of adjacent strings from all over the text", Text(page, ".summary + .summary"), StringComparison.Ordinal);
        Assert.Equal("2026-11-22", Text(page, ".summary .whole"));
    }

    [Fact]
    public void Few_strings_are_said_to_be_few()
    {
        MeasureReport report = FixedReport.Create();
        IHtmlDocument page = FixedReport.Parse(report with { Profile = report.Profile with { Count = 3, MedianChars = 1 } });

        Assert.Contains("so few strings", Text(page, ".summary + .summary + .summary"), StringComparison.Ordinal);
        Assert.Contains(" · median 1 char · ", Text(page, ".summary"), StringComparison.Ordinal);
    }

    [Fact]
    public void It_needs_no_script_and_no_other_file()
    {
        IHtmlDocument page = FixedReport.Parse(FixedReport.Create());

        Assert.Empty(page.QuerySelectorAll("script, iframe, object, embed, img, form, base, link[rel=stylesheet]"));
        Assert.All(
            page.All.SelectMany(element => element.Attributes),
            attribute => Assert.False(attribute.Name.StartsWith("on", StringComparison.Ordinal)));
        Assert.All(
            page.QuerySelectorAll("[href], [src]"),
            element => Assert.Matches("^(#|data:,$)", element.GetAttribute("href") ?? element.GetAttribute("src")!));
        Assert.DoesNotContain("@import", page.QuerySelector("style")!.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("//", page.QuerySelector("style")!.TextContent, StringComparison.Ordinal);
        Assert.StartsWith(
            "default-src 'none'",
            page.QuerySelector("meta[http-equiv=Content-Security-Policy]")!.GetAttribute("content"),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Every_link_and_label_leads_to_an_element_and_no_id_is_there_twice()
    {
        IHtmlDocument page = FixedReport.Parse(FixedReport.Create());
        string[] ids = [.. page.QuerySelectorAll("[id]").Select(element => element.Id!)];
        IEnumerable<string> used = page.QuerySelectorAll("a[href]").Select(link => link.GetAttribute("href")![1..])
            .Concat(
                page.QuerySelectorAll("[aria-labelledby]").SelectMany(
                    element => element.GetAttribute("aria-labelledby")!.Split(' ')));

        Assert.Equal(ids.Distinct(StringComparer.Ordinal), ids);
        Assert.All(used, id => Assert.Contains(id, ids));
    }

    [Fact]
    public void Headings_skip_no_level()
    {
        int[] levels =
        [
            .. FixedReport.Parse(FixedReport.Create())
                .QuerySelectorAll("h1, h2, h3, h4, h5, h6")
                .Select(heading => heading.LocalName[1] - '0'),
        ];

        Assert.Equal(1, levels[0]);
        Assert.Single(levels, 1);
        Assert.All(levels.Zip(levels.Skip(1)), pair => Assert.InRange(pair.Second, 2, pair.First + 1));
    }

    [Fact]
    public void Every_section_and_every_step_is_there()
    {
        MeasureReport report = FixedReport.Create();
        IHtmlDocument page = FixedReport.Parse(report);

        Assert.Equal(
            ["answer", "advice", "profile", "appendix", .. report.Sections.Select(Anchors.Of), "method"],
            page.QuerySelectorAll("main > section").Select(section => section.Id!));
        Assert.Equal(
            page.QuerySelectorAll(".introduction ~ section").Select(
                section => $"#{section.Id}"), page.QuerySelectorAll("nav a").Select(link => link.GetAttribute("href")!));
        Assert.All(
            report.Sections.SelectMany(section => section.Steps).DistinctBy(step => step.Title, StringComparer.Ordinal),
            step => Assert.Equal(step.Title, Text(page, $"#{Anchors.Of(step)} > h3")));
    }

    [Fact]
    public void Every_advice_is_a_card_or_a_line_and_stands_once_with_its_figures()
    {
        MeasureReport report = FixedReport.Create();
        IHtmlDocument page = FixedReport.Parse(report);
        string[] texts = [.. page.QuerySelectorAll("p.conclusion").Select(element => element.TextContent)];

        Assert.Equal(
            report.Advice.Where(item => item.Effects.Count > 0).Select(item => item.Topic).Order(StringComparer.Ordinal),
            Topics(page, ".card").Order(StringComparer.Ordinal));
        Assert.Equal(report.Advice.Where(item => item.Effects.Count == 0).Select(item => item.Topic), Topics(page, ".rest li"));
        Assert.All(report.Advice, item => Assert.Single(texts, text => text == $"{item.Topic}. {item.Text}"));
    }

    [Fact]
    public void What_saves_most_in_all_comes_first()
    {
        MeasureReport report = FixedReport.Create();

        double[] saved =
        [
            .. Topics(FixedReport.Parse(report), ".card")
                .Select(topic => report.Advice.Single(item => item.Topic == topic).Effects.Max(effect => effect.Saved
                    / (effect.Kind == EffectKind.Memory ? Rules.SmallestBytes : Rules.SmallestMilliseconds))),
        ];

        Assert.True(saved.Length > 2);
        Assert.Equal(saved.OrderDescending(), saved);
    }

    [Theory]
    [InlineData("Hold all", "2.5× faster|40 % less memory", "string[], 156 GB and 240 ms less in total")]
    [InlineData("UTF-8", "2.0× faster|49 % less memory", "string[], 191 GB and 200 ms less in total")]
    [InlineData("Pauses", "50× shorter pauses", "string[]")]
    [InlineData("Dictionary keys", "1.3–2.0× faster|40 % less memory", "Dictionary, 15.6 GB and 320 ms less in total")]
    [InlineData("Buffers, 8 chars", "1.7–2.0× faster", "new char[], 160 ms less in total")]
    public void A_card_shows_what_is_gained_against_what(string topic, string figures, string baseline)
    {
        IElement card = FixedReport.Parse(FixedReport.Create()).QuerySelectorAll(".card").Single(
            card => card.GetAttribute("data-topic") == topic);

        Assert.Equal(figures, string.Join('|', card.QuerySelectorAll(".figure").Select(figure => figure.TextContent)));
        Assert.Equal($"compared with {baseline}", card.QuerySelector(".against")!.TextContent);
    }

    [Theory]
    [InlineData("Churn, 3 live", "string wins", "Plain managed strings win.")]
    [InlineData("Arena", "Costs time", "Even if all strings can be released at once, an arena does not pay off here.")]
    [InlineData("Duplicates", "25.0 % of memory repeats", "Many strings repeat; see 'Interning' for whether sharing them pays.")]
    public void Where_nothing_is_gained_it_says_so(string topic, string outcome, string conclusion)
    {
        IElement line = FixedReport.Parse(FixedReport.Create()).QuerySelectorAll(".rest li").Single(
            line => line.GetAttribute("data-topic") == topic);

        Assert.Equal(
            (outcome, conclusion), (line.QuerySelector(".outcome")!.TextContent, line.QuerySelector(".conclusion")!.TextContent));
    }

    [Theory]
    [InlineData(nameof(Conclusion.TooCloseToCall), "Too close to call")]
    [InlineData(nameof(Conclusion.Depends), "It depends")]
    [InlineData(nameof(Conclusion.CostsTime), "Costs time")]
    [InlineData(nameof(Conclusion.NotWorthIt), "Not worth it")]
    [InlineData(nameof(Conclusion.NotMeasured), "Not measured")]
    public void Where_nothing_is_recommended_it_says_why(string outcome, string label)
    {
        MeasureReport report = FixedReport.Create() with
        {
            Advice =
            [
                new AdviceItem("Sort", Enum.Parse<Conclusion>(outcome), null, "Sorting is no reason to use an arena.")
                {
                    Steps = ["sort"],
                },
            ],
        };
        IHtmlDocument page = FixedReport.Parse(report);

        Assert.Equal(label, Text(page, ".rest .outcome"));
        Assert.Equal(
            "Stay with plain managed code: on this file nothing beats it by enough to be worth a change.", Text(page, "#advice .lead"));
        Assert.Empty(page.QuerySelectorAll(".card"));
    }

    [Fact]
    public void A_report_of_the_profile_alone_is_a_page_too()
    {
        MeasureReport report = FixedReport.Create();
        IHtmlDocument page = FixedReport.Parse(report with { Sections = [], Advice = Adviser.Advise(report.Profile, []) });

        Assert.Equal("Nothing was measured that could lead to a recommendation.", Text(page, "#advice .lead"));
        Assert.Equal("#profile", page.QuerySelector(".rest a")!.GetAttribute("href"));
    }

    [Theory]
    [InlineData("<script>alert(1)</script>.txt")]
    [InlineData("\" onload=\"alert(1)")]
    [InlineData("'><img src=x onerror=alert(1)>")]
    [InlineData("</title></style><b>&amp;\u202e")]
    public void Hostile_names_are_text(string name)
    {
        MeasureReport report = Renamed(FixedReport.Create(name), name);
        IHtmlDocument page = FixedReport.Parse(report);
        IHtmlDocument plain = FixedReport.Parse(Renamed(FixedReport.Create(), "plain"));

        Assert.Equal(name, Text(page, ".subject"));
        Assert.Equal(name, FixedReport.Parse(report with { Answer = null }).QuerySelector("h1")!.TextContent);
        Assert.Equal($"cenote measure {name}", Text(page, "#method pre"));
        Assert.Equal(name, page.QuerySelector("#step-sort .bar")!.GetAttribute("data-name"));
        Assert.Equal(name, page.QuerySelector("#step-sort tbody th")!.TextContent);
        Assert.Equal(name, page.QuerySelector(".rest .topic")!.TextContent);
        Assert.Equal(plain.All.Select(Shape), page.All.Select(Shape));

        static string Shape(IElement element) =>
            $"{element.LocalName} {string.Join(' ', element.Attributes.Select(attribute => attribute.Name))}";
    }

    [Fact]
    public void Every_table_has_a_name_and_can_be_scrolled_by_keyboard()
    {
        IHtmlDocument page = FixedReport.Parse(FixedReport.Create());

        Assert.NotEmpty(page.QuerySelectorAll("table"));
        Assert.All(page.QuerySelectorAll("table"), table =>
        {
            Assert.NotEmpty(table.GetAttribute("aria-label")!);
            Assert.Equal("0", table.ParentElement!.GetAttribute("tabindex"));
            Assert.Equal(table.QuerySelectorAll("thead th").Length, table.QuerySelector("tbody tr")!.ChildElementCount);
        });
    }

    [Fact]
    public void It_says_how_it_was_made()
    {
        string method = Text(FixedReport.Parse(FixedReport.Create()), "#method");

        Assert.All(
            [
                "9 processes", "95 % confidence", "too close to call", "Only ratios within one run mean anything",
                "Processor & Sons", "2026-11-22 05:06 UTC", "cenote 1.2.3", "cenote measure access.log",
            ],
            text => Assert.Contains(text, method, StringComparison.Ordinal));
    }

    private static MeasureReport Renamed(MeasureReport report, string name)
    {
        var sort = report.Sections.Single(section => section.Name == "sort");
        var step = sort.Steps[0];
        var renamed = sort with
        {
            Steps =
            [
                step with
                {
                    Title = name,
                    Timing = step.Timing with { Rivals = [.. step.Timing.Rivals.Select(rival => rival with { Name = name })] },
                },
            ],
        };
        var statement = new Statement($"{name} and {new Name(name)}", $"{new Name(name)}");
        return report with
        {
            Sections = [renamed],
            Advice = [AdviceItem.Of(name, new Decision(Conclusion.Stay, name), statement) with { Steps = [step.Id] }],
        };
    }

    private static string[] Topics(IHtmlDocument page, string selector) =>
        [.. page.QuerySelectorAll(selector).Select(element => element.GetAttribute("data-topic")!)];

    private static string Text(IHtmlDocument page, string selector) => page.QuerySelector(selector)!.TextContent;
}
