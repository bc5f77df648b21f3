using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Advising;

namespace Cenote.Tool.Tests.Reports.Html;

public class CardCostsTests
{
    private const string Reads =
        "reading any string takes 16.0 ns instead of 10.0 ns; reading a hot string takes 19.0 ns instead of 10.0 ns";

    [Fact]
    public void Reads_and_letting_go_stand_on_the_cards_of_what_holds_strings()
    {
        MeasureReport report = FixedReport.Create();

        Assert.Equal(
            $"Costs {Reads}; releasing everything measured took 12.0 ms.",
            FixedReport.Parse(report).QuerySelector(".card[data-topic='Hold all'] .costs")!.TextContent);
    }

    [Fact]
    public void A_card_about_something_else_says_nothing_of_them()
    {
        AngleSharp.Html.Dom.IHtmlDocument page = FixedReport.Parse(FixedReport.Create());

        Assert.NotNull(page.QuerySelector(".card[data-topic='Dictionary keys']"));
        Assert.Null(page.QuerySelector(".card[data-topic='Dictionary keys'] .costs"));
    }

    [Fact]
    public void A_read_that_gains_or_is_too_close_to_call_is_no_cost()
    {
        StepResult[] steps =
        [
            Made.Hold((0.9, Verdict.Faster, 60, 1), (0.5, Verdict.Faster, 50, 1)),
            Made.Reads(FreshBuilds.RandomReads, (StringsSection.IdArray, 0.5, Verdict.Faster)),
            Made.Reads(FreshBuilds.HotReads, (StringsSection.IdArray, 1.3, Verdict.TooCloseToCall)),
        ];
        MeasureReport report = FixedReport.Create() with { Sections = [new SectionResult(StringsSection.SectionName, steps)] };
        var item = new AdviceItem("Hold all", Conclusion.Use, StringsSection.IdArray, "text") { Steps = [StringsSection.Hold] };

        Assert.Empty(CardCosts.Of(report, item));
    }

    [Theory]
    [InlineData(true, 0, Reads + ".")]
    [InlineData(false, 12, "releasing everything measured took 12.0 ms.")]
    [InlineData(false, 0.0005, "")]
    public void What_was_not_measured_or_was_no_work_is_left_out(bool areRead, double release, string expected)
    {
        StepResult hold = Made.Hold((0.9, Verdict.Faster, 60, 1), (0.5, Verdict.Faster, 50, 1));
        hold = hold with { Memory = [.. hold.Memory.Select(memory => memory with { ReleaseMilliseconds = release })] };
        StepResult[] steps = areRead
            ? [hold, Made.Reads(FreshBuilds.RandomReads, 1.6), Made.Reads(FreshBuilds.HotReads, 1.9)]
            : [hold];
        MeasureReport report = FixedReport.Create() with { Sections = [new SectionResult(StringsSection.SectionName, steps)] };
        var item = new AdviceItem("Hold all", Conclusion.Use, StringsSection.IdArray, "text") { Steps = [StringsSection.Hold] };

        Assert.Equal(expected, CardCosts.Of(report, item));
        Assert.Empty(CardCosts.Of(report, item with { Recommends = null }));
    }
}
