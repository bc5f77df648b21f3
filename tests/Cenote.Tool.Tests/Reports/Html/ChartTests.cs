using System.Globalization;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;

namespace Cenote.Tool.Tests.Reports.Html;

public class ChartTests
{
    private readonly MeasureReport _report = FixedReport.Create();
    private readonly IHtmlDocument _page = FixedReport.Parse(FixedReport.Create());

    [Fact]
    public void Bars_of_time_show_the_ratios_and_the_times_of_the_report()
    {
        IEnumerable<StepResult> all = _report.Sections.SelectMany(section => section.Steps);
        foreach (IGrouping<string, StepResult> steps in all.GroupBy(step => step.Title, StringComparer.Ordinal))
        {
            Assert.Equal(
                steps.SelectMany(step => step.Timing.Rivals).Select(rival => (
                    rival.Name,
                    rival.Ratio.Median,
                    $"{Units.Time(rival.Nanoseconds.Median)} · {Units.Ratio(rival.Ratio.Median)}")),
                Bars($"{Anchors.Of(steps.First())}-time"));
        }
    }

    [Fact]
    public void Bars_of_memory_and_pauses_show_the_figures_of_the_report()
    {
        foreach (StepResult step in _report.Sections.SelectMany(section => section.Steps).Where(step => step.Memory.Count > 0))
        {
            Assert.Equal(
                step.Memory.Select(memory => (memory.Name, (double)memory.TotalBytes)),
                Bars($"{Anchors.Of(step)}-memory").Select(bar => (bar.Name, bar.Value)));
            Assert.Equal(
                step.Memory.Select(memory => (
                    memory.Name,
                    memory.LongestFullCollectionMilliseconds,
                    Units.Time(1e6 * memory.LongestFullCollectionMilliseconds))),
                Bars($"{Anchors.Of(step)}-full"));
        }
    }

    [Fact]
    public void Memory_is_drawn_in_the_parts_that_are_managed_and_native()
    {
        MeasureReport report = FixedReport.Create();
        StepResult hold = report.Sections[0].Steps[0];
        HoldMeasurement[] memory =
        [
            hold.Memory[0] with { ManagedBytes = 1_000 }, hold.Memory[1] with { ManagedBytes = 250, NativeBytes = 500 },
        ];
        IHtmlDocument page = FixedReport.Parse(
            report with { Sections = [new SectionResult("strings", [hold with { Memory = memory }])], Advice = [] });

        Assert.Equal(
            [("managed", "0%", "99%"), ("managed", "0%", "24.75%"), ("cenote", "24.75%", "49.5%")],
            ChartOf(page, "step-hold-memory").QuerySelectorAll("rect")
                .Select(part => (part.ClassName!, part.GetAttribute("x")!, part.GetAttribute("width")!)));
    }

    [Fact]
    public void Bars_are_as_long_as_their_values_and_end_within_the_chart()
    {
        foreach (IElement chart in _page.QuerySelectorAll(".chart:not(.histogram) > svg"))
        {
            double[] scales =
            [
                .. chart.QuerySelectorAll(".bar")
                    .Where(bar => Number(bar, "data-value") > 0)
                    .Select(bar => bar.QuerySelectorAll("rect").Sum(part => Percent(part, "width")) / Number(bar, "data-value")),
            ];

            Assert.NotEmpty(scales);
            Assert.All(scales, scale => Assert.InRange(scale / scales[0], 0.98, 1.02));
            Assert.All(
                chart.QuerySelectorAll("rect"), part => Assert.InRange(Percent(part, "x") + Percent(part, "width"), 0, 100));
            Assert.All(chart.QuerySelectorAll("line"), line => Assert.InRange(Percent(line, "x2"), 0, 100));
        }
    }

    [Fact]
    public void Whiskers_span_the_interval_and_the_baseline_has_none()
    {
        RivalResult[] rivals = [.. _report.Sections[3].Steps[0].Timing.Rivals];
        IElement chart = ChartOf(_page, "step-sort-time");
        IElement[] bars = [.. chart.QuerySelectorAll(".bar")];
        double scale = Percent(chart.QuerySelector(".reference")!, "x1");

        Assert.Empty(bars[0].QuerySelectorAll(".whisker"));
        Assert.Equal(rivals.Length, bars.Length);
        Assert.All(bars.Zip(rivals).Skip(1), pair =>
        {
            IElement line = pair.First.QuerySelector(".whisker line")!;
            Assert.Equal(pair.Second.RatioInterval.Lower, Percent(line, "x1") / scale, 0.001);
            Assert.Equal(pair.Second.RatioInterval.Upper, Percent(line, "x2") / scale, 0.001);
        });
    }

    [Fact]
    public void An_interval_without_ends_is_drawn_as_wide_as_its_bar()
    {
        var bar = new Bar("name", [new(BarPart.Cenote, 2)], "2")
        {
            Interval = new MedianInterval(double.NegativeInfinity, double.PositiveInfinity),
        };

        string markup = new BarChart("id", "title", Fragment.Empty, [bar]).Draw().ToString();

        Assert.Contains("""<line x1="0%" x2="99%" """, markup, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_chart_has_a_text_that_says_all_it_shows()
    {
        IElement[] charts = [.. _page.QuerySelectorAll(".chart > svg")];

        Assert.NotEmpty(charts);
        Assert.All(charts, chart =>
        {
            Assert.Equal("img", chart.GetAttribute("role"));
            string text = chart.QuerySelector("desc")!.TextContent;
            Assert.Equal(
                chart.GetAttribute("aria-labelledby"), $"{chart.QuerySelector("title")!.Id} {chart.QuerySelector("desc")!.Id}");
            Assert.All(
                chart.QuerySelectorAll(".bar"),
                bar => Assert.Contains(
                    $"{bar.GetAttribute("data-name")}: {bar.QuerySelector(".value")!.TextContent}",
                    text,
                    StringComparison.Ordinal));
            Assert.All(
                chart.QuerySelectorAll(".column"),
                column => Assert.Contains(
                    $"{Units.Count((long)Number(column, "data-value"))} strings", text, StringComparison.Ordinal));
        });
    }

    [Fact]
    public void A_bar_is_marked_where_it_shows_what_it_is_recommended_for()
    {
        Assert.Equal(["PooledStringId[]", "PooledStringId[] (UTF-8)"], Marked("step-hold-time"));
        Assert.Equal(["PooledStringId[]", "PooledStringId[] (UTF-8)"], Marked("step-hold-memory"));
        Assert.Equal(["PooledStringId[]"], Marked("step-hold-full"));
        Assert.Empty(Marked("step-churn-3-time"));

        IEnumerable<string> Marked(string id) => ChartOf(_page, id).QuerySelectorAll(".recommended").Select(
            bar => bar.GetAttribute("data-name")!);
    }

    [Fact]
    public void Steps_that_differ_in_threads_share_a_chart()
    {
        IElement chart = ChartOf(_page, "step-buffers-median-1-time");

        Assert.Equal(["1 thread", "2 threads"], chart.QuerySelectorAll(".group").Select(group => group.TextContent));
        Assert.Equal(
            ["1 thread", "1 thread", "1 thread", "2 threads", "2 threads", "2 threads"],
            chart.QuerySelectorAll(".bar").Select(bar => bar.GetAttribute("data-group")!));
    }

    [Fact]
    public void A_chart_of_zeros_is_a_sentence()
    {
        Assert.Null(_page.QuerySelector("#step-sort-allocated-title"));
        Assert.Equal(
            "Managed memory allocated per string: none with any of them. GC pauses per million strings: none with any of them.",
            _page.QuerySelector("#step-sort .note")!.TextContent);
    }

    [Fact]
    public void Contenders_of_dotnet_and_of_cenote_are_filled_differently()
    {
        IElement chart = ChartOf(_page, "step-buffers-median-1-time");

        Assert.Equal(
            ["managed", "managed", "cenote"], chart.QuerySelectorAll(".bar rect").Take(3).Select(part => part.ClassName!));
    }

    [Fact]
    public void The_histogram_shows_the_lengths_of_the_report()
    {
        IElement[] columns = [.. _page.QuerySelectorAll(".histogram .column")];

        Assert.Equal(
            _report.Profile.Lengths,
            columns.Select(column => new LengthBucket(
                (int)Number(column, "data-from"), (int)Number(column, "data-to"), (long)Number(column, "data-value"))));
        Assert.Equal(["0", "40", "67", "160"], columns.Select(column => column.QuerySelector("rect")!.GetAttribute("height")!));
        Assert.Equal(["0", "15 %", "25 %", "60 %"], columns.Select(column => column.QuerySelector(".share")!.TextContent));
    }

    [Theory]
    [InlineData(4, "2||8||32||128||512||2K||8K||32K||128K||512K|")]
    [InlineData(5, "|4||16||64||256||1K||4K||16K||64K||256K||1M")]
    public void Of_very_many_lengths_every_other_one_is_labelled_and_the_most_frequent_is_among_them(
        int mostFrequent, string labels)
    {
        LengthBucket[] lengths =
        [
            .. Enumerable.Range(0, 20).Select(i => new LengthBucket((1 << i) + 1, 1 << (i + 1), i == mostFrequent ? 2 : 1)),
        ];
        IHtmlDocument page = FixedReport.Parse(_report with { Profile = _report.Profile with { Lengths = lengths } });

        Assert.Equal(labels, string.Join('|', page.QuerySelectorAll(".column .axis").Select(label => label.TextContent)));
    }

    [Fact]
    public void Duplicates_are_shown_by_strings_and_by_memory()
    {
        Assert.Equal(
            ["40.0 % repeat", "25.0 % repeats, 38.1 MB"],
            ChartOf(_page, "duplicates").QuerySelectorAll(".value").Select(value => value.TextContent));
    }

    private IEnumerable<(string Name, double Value, string Label)> Bars(string id) => ChartOf(_page, id).QuerySelectorAll(".bar")
        .Select(bar => (bar.GetAttribute("data-name")!, Number(bar, "data-value"), bar.QuerySelector(".value")!.TextContent));

    private static IElement ChartOf(IHtmlDocument page, string id) => page.QuerySelector($"svg[aria-labelledby^='{id}-title']")!;

    private static double Number(IElement element, string attribute) =>
        double.Parse(element.GetAttribute(attribute)!, CultureInfo.InvariantCulture);

    private static double Percent(IElement element, string attribute) =>
        double.Parse(element.GetAttribute(attribute)!.TrimEnd('%'), CultureInfo.InvariantCulture);
}
