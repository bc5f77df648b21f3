using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Tests.Comparing;

namespace Cenote.Tool.Tests.Reports.Html;

public class ChangeSectionTests
{
    [Fact]
    public void Without_an_earlier_run_there_is_nothing_to_draw()
    {
        IHtmlDocument page = Parse(Runs.Of(Runs.Step("sort", [Runs.Rival(0.5)])), null);

        Assert.Null(page.QuerySelector("#change"));
        Assert.Null(page.QuerySelector("nav a[href='#change']"));
    }

    [Fact]
    public void What_became_worse_and_better_is_drawn_relative_to_before()
    {
        MeasureReport before = Runs.Of(
            Runs.Step("sort", [Runs.Rival(0.5, name: "slows"), Runs.Rival(0.8, name: "gains"), Runs.Rival(0.7, name: "stays")]));
        MeasureReport after = Runs.Of(
            Runs.Step("sort", [Runs.Rival(0.75, name: "slows"), Runs.Rival(0.4, name: "gains"), Runs.Rival(0.7, name: "stays")]));
        IHtmlDocument page = Parse(after, before);
        IElement[] bars = [.. page.QuerySelectorAll("#change .bar")];

        Assert.Equal("What has changed since 2026-01-01", page.QuerySelector("#change h2")!.TextContent);
        Assert.StartsWith("1 worse, 1 better, ", page.QuerySelector("#change .lead")!.TextContent, StringComparison.Ordinal);
        Assert.Equal(
            [("1.5", "0.50 → 0.75", "managed"), ("0.5", "0.80 → 0.40", "cenote")],
            bars.Select(bar => (
                bar.GetAttribute("data-value")!,
                bar.QuerySelector(".value")!.TextContent,
                bar.QuerySelector("rect")!.ClassName!)));
        Assert.Equal(
            ["Step sort: slows, time ratio", "Step sort: gains, time ratio"], bars.Select(bar => bar.GetAttribute("data-name")!));
        Assert.Equal("1 = before", page.QuerySelector("#change .axis")!.TextContent);
        Assert.NotNull(page.QuerySelector("nav a[href='#change']"));
    }

    [Fact]
    public void Two_runs_that_agree_are_said_to_and_no_chart_is_drawn()
    {
        MeasureReport run = Runs.Of(Runs.Step("sort", [Runs.Rival(0.5)]));
        IHtmlDocument page = Parse(run, run);

        Assert.StartsWith("0 worse, 0 better, ", page.QuerySelector("#change .lead")!.TextContent, StringComparison.Ordinal);
        Assert.Null(page.QuerySelector("#change svg"));
    }

    [Fact]
    public void What_was_nothing_before_is_a_sentence_and_no_bar()
    {
        MeasureReport before = Runs.Of(Runs.Step("sort", [Runs.Rival(0.5)]));
        MeasureReport after = Runs.Of(Runs.Step("sort", [Runs.Rival(0.5, allocatedBytes: 40)]));
        IHtmlDocument page = Parse(after, before);

        Assert.Null(page.QuerySelector("#change svg"));
        Assert.EndsWith(
            "rival, allocated per string: 0 B → 40 B, worse.",
            page.QuerySelector("#change .note")!.TextContent,
            StringComparison.Ordinal);
    }

    private static IHtmlDocument Parse(MeasureReport report, MeasureReport? baseline) =>
        new HtmlParser(new HtmlParserOptions { IsStrictMode = true })
            .ParseDocument(HtmlReport.Render(report, baseline, home: null).ToString());
}
