using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using Cenote.Tool.Advising;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Reports.Html;

public class AnatomyTests
{
    [Fact]
    public void Memory_is_drawn_in_parts_before_and_after_and_the_figures_name_them()
    {
        IHtmlDocument page = FixedReport.Parse(FixedReport.Create());
        IElement[] bars = [.. page.QuerySelectorAll(".anatomy .bar")];
        IElement table = page.QuerySelector(".anatomy table")!;

        Assert.Equal(["string[]", "PooledStringId[]"], bars.Select(bar => bar.GetAttribute("data-name")!));
        Assert.All(
            bars,
            bar => Assert.Equal(
                ["part-text", "part-headers", "part-duplicates", "part-index", "part-slack"],
                bar.QuerySelectorAll("rect").Select(part => part.ClassName!)));
        Assert.Equal(
            ["Part", "string[]", "PooledStringId[]"], table.QuerySelectorAll("thead th").Select(cell => cell.TextContent));
        Assert.Equal(
            [
                "Text, one copy of each", "Their headers", "Duplicates and their headers", "Index: references, handles, tables",
                "Slack: rounding and unused space", "All",
            ],
            table.QuerySelectorAll("tbody th").Select(cell => cell.TextContent.Trim()));
        Assert.Equal(
            bars.SelectMany(bar => bar.QuerySelectorAll("rect").Select(part => part.ClassName!)).Distinct(StringComparer.Ordinal),
            table.QuerySelectorAll("rect").Select(key => key.ClassName!));
    }

    [Fact]
    public void Bars_and_figures_are_of_the_bytes_of_the_verdict()
    {
        MeasureReport report = FixedReport.Create();
        IHtmlDocument page = FixedReport.Parse(report);
        string[] expected = [Units.Bytes(report.Answer!.BytesBefore), Units.Bytes(report.Answer.BytesAfter)];

        Assert.Equal(expected, page.QuerySelectorAll(".anatomy .value").Select(value => value.TextContent));
        Assert.Equal(expected, page.QuerySelectorAll(".anatomy tbody tr:last-child td").Select(value => value.TextContent));
    }

    [Fact]
    public void Plain_strings_are_drawn_next_to_the_leanest_if_the_verdict_names_no_alternative()
    {
        MeasureReport report = FixedReport.Create();
        report = report with
        {
            Answer = report.Answer! with { Kind = AnswerKind.PlainStrings, Recommends = StringsSection.ManagedArray },
        };

        Assert.Equal(
            ["string[]", "PooledStringId[] (UTF-8)"],
            FixedReport.Parse(report).QuerySelectorAll(".anatomy .bar").Select(bar => bar.GetAttribute("data-name")!));
    }

    [Theory]
    [InlineData(StringsSection.Utf8IdArray)]
    [InlineData(StringsSection.RefArray)]
    public void Plain_strings_are_drawn_next_to_the_alternative_that_the_verdict_names(string alternative)
    {
        MeasureReport report = FixedReport.Create();
        report = report with
        {
            Answer = report.Answer! with
            {
                Kind = AnswerKind.PlainStrings,
                Recommends = StringsSection.ManagedArray,
                Alternative = alternative,
            },
        };

        Assert.Equal(
            ["string[]", alternative],
            FixedReport.Parse(report).QuerySelectorAll(".anatomy .bar").Select(bar => bar.GetAttribute("data-name")!));
    }

    [Fact]
    public void Without_a_verdict_there_is_no_picture() =>
        Assert.Null(FixedReport.Parse(FixedReport.Create() with { Answer = null }).QuerySelector(".anatomy"));
}
