using AngleSharp.Html.Dom;
using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Reports.Html;

public class VerdictSectionTests
{
    private static readonly Answer s_answer = new(
        AnswerKind.Use, "PooledStringId[]", "Hold them so.", "Much", "Little", 100 << 20, 50 << 20, 40, 20, 30, 0.5)
    {
        Gain = EffectKind.Memory,
    };

    [Fact]
    public void What_is_gained_is_the_headline_and_the_file_stands_above_it()
    {
        MeasureReport report = FixedReport.Create();
        IHtmlDocument page = FixedReport.Parse(report);

        Assert.Equal(Summary.Of(report), page.QuerySelector("h1")!.TextContent);
        Assert.Equal("access.log", page.QuerySelector("h1")!.PreviousElementSibling!.TextContent);
        Assert.Equal(report.Answer!.Verdict, page.QuerySelector("#answer .verdict")!.TextContent);
    }

    [Fact]
    public void The_verdict_is_the_headline_of_a_report_without_other_questions()
    {
        MeasureReport report = FixedReport.Create();
        SectionResult strings = report.Sections.Single(section => section.Name == StringsSection.SectionName);
        report = report with
        {
            Sections = [strings],
            Advice = [.. report.Advice.Where(item => item.Steps.All(step => strings.Step(step) is not null))],
        };

        Assert.Equal(VerdictSection.Headline(report.Answer!), FixedReport.Parse(report).QuerySelector("h1")!.TextContent);
    }

    [Fact]
    public void The_headline_is_what_the_verdict_rests_on_or_that_plain_strings_are_right()
    {
        Assert.Equal("50.0 MB instead of 100 MB", VerdictSection.Headline(s_answer));
        Assert.Equal("Pauses of 500 µs instead of 30.0 ms", VerdictSection.Headline(s_answer with { Gain = EffectKind.Pause }));
        Assert.Equal("Built in 20.0 ms instead of 40.0 ms", VerdictSection.Headline(s_answer with { Gain = EffectKind.Time }));
        Assert.Equal("Plain strings are right here", VerdictSection.Headline(s_answer with { Gain = null }));
    }

    [Fact]
    public void The_code_of_the_verdict_is_there_to_copy_before_and_after()
    {
        MeasureReport report = FixedReport.Create();
        Snippet snippet = report.Answer!.Snippet!;

        Assert.Equal(
            [snippet.Before, snippet.After],
            FixedReport.Parse(report).QuerySelectorAll("#answer > .code pre").Select(code => code.TextContent));
    }

    [Fact]
    public void The_answer_stands_above_what_introduces_the_page()
    {
        IHtmlDocument page = FixedReport.Parse(FixedReport.Create());

        Assert.Equal("answer", page.QuerySelector(".introduction")!.PreviousElementSibling!.Id);
        Assert.NotNull(page.QuerySelector(".introduction nav"));
    }

    [Fact]
    public void What_saves_or_costs_nothing_has_no_line()
    {
        MeasureReport report = FixedReport.Create();
        string[] Lines(Answer answer) =>
            [.. FixedReport.Parse(report with { Answer = answer }).QuerySelectorAll(".answer dt").Select(line => line.TextContent)];

        Assert.Equal(["Saves", "Costs"], Lines(report.Answer!));
        Assert.Equal(["Saves"], Lines(report.Answer! with { Costs = null }));
        Assert.Empty(Lines(report.Answer! with { Saves = null, Costs = null }));
    }

    [Fact]
    public void Plain_strings_need_no_code()
    {
        MeasureReport report = FixedReport.Create();
        report = report with { Answer = report.Answer! with { Kind = AnswerKind.PlainStrings } };

        Assert.Empty(FixedReport.Parse(report).QuerySelectorAll("#answer > .code"));
    }
}
