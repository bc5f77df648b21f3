using System.Globalization;
using AngleSharp.Dom;
using AngleSharp.Html.Dom;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Tests.Advising;

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
                    memory.LongestPauseInUseMilliseconds,
                    Units.Time(1e6 * memory.LongestPauseInUseMilliseconds))),
                Bars($"{Anchors.Of(step)}-pause"));
        }
    }

    [Fact]
    public void Pauses_are_those_of_the_collector_that_the_process_has_and_the_caption_says_which()
    {
        StepResult hold = _report.Sections[0].Steps[0];

        Assert.All(hold.Memory, memory => Assert.NotEqual(
            memory.LongestFullCollectionMilliseconds, memory.LongestPauseInUseMilliseconds));
        Assert.EndsWith("while a program allocates", Caption("step-hold-pause"), StringComparison.Ordinal);
        Assert.EndsWith("of blocking collections", Caption("step-keys-build-pause"), StringComparison.Ordinal);

        string Caption(string id) => ChartOf(_page, id).ParentElement!.QuerySelector("figcaption")!.TextContent;
    }

    [Fact]
    public void The_tables_have_both_kinds_of_pauses_and_what_building_reading_and_letting_go_took()
    {
        Assert.Equal("50.0", Cell("building and pauses", "With all held: longest in the background, ms"));
        Assert.Equal("150", Cell("building and pauses", "blocking, ms"));
        Assert.Equal("0", Cell("building and pauses", "Building once, ms"));
        Assert.Equal("12.0", Cell("memory and reading", "Release, ms"));
        Assert.Equal("–", Cell("memory and reading", "Reading any, ns"));
        Assert.Equal("–", Cell("memory and reading", "a hot one, ns"));

        string Cell(string table, string header)
        {
            IElement found = _page.QuerySelector($"#step-hold table[aria-label$='{table}']")!;
            string[] headers = [.. found.QuerySelectorAll("thead th").Select(cell => cell.TextContent)];
            return found.QuerySelectorAll("tbody tr:first-child > *")[Array.IndexOf(headers, header)].TextContent;
        }
    }

    [Fact]
    public void Below_each_bar_of_time_is_a_dot_for_each_process()
    {
        StepResult hold = _report.Sections[0].Steps[0];
        IElement chart = ChartOf(_page, "step-hold-time");
        double scale = Percent(chart.QuerySelector(".reference")!, "x1");
        IElement[] bars = [.. chart.QuerySelectorAll(".bar")];

        Assert.Equal(hold.Timing.Rivals.Count, bars.Length);
        Assert.All(bars.Zip(hold.Timing.Rivals), pair =>
        {
            double[] expected =
            [
                .. pair.Second.ProcessNanoseconds!.Select(time => time / hold.Timing.Rivals[0].Nanoseconds.Median),
            ];
            IElement[] dots = [.. pair.First.QuerySelectorAll(".dots circle")];
            double bottom = pair.First.QuerySelectorAll("rect").Max(part => Number(part, "y") + Number(part, "height"));

            Assert.Equal(
                expected, dots.Select(dot => Percent(dot, "cx") / scale), (one, other) => Math.Abs(one - other) < 0.001);
            Assert.All(dots, dot => Assert.True(Number(dot, "cy") - Number(dot, "r") > bottom));
            Assert.All(dots, dot => Assert.InRange(Percent(dot, "cx"), 0, 100));
        });
        Assert.Contains("string[]: 100 ns · 1.00, 3 processes from 0.90 to 1.20.", chart.TextContent, StringComparison.Ordinal);
        Assert.Empty(ChartOf(_page, "step-sort-time").QuerySelectorAll("circle"));
    }

    [Fact]
    public void The_ratio_beside_a_time_is_the_quotient_of_the_times()
    {
        var results = new Comparison[]
        {
            MergedOf([100, 130, 90], [50, 80, 40]),
            MergedOf([7, 7.5, 9, 6, 8], [21, 5, 30, 14, 3]),
        };

        Assert.All(results, result => Assert.Equal(
            result.Rivals[1].Nanoseconds.Median / result.Rivals[0].Nanoseconds.Median, result.Rivals[1].Ratio.Median, 1e-9));

        static Comparison MergedOf(double[] baseline, double[] rival) => ProcessRounds.Merge(
        [
            .. baseline.Zip(rival, (one, other) => new Comparison(
                "time",
                1,
                1,
                [Made.Rival("baseline", one, Verdict.Baseline), Made.Rival("rival", other, Verdict.TooCloseToCall)])),
        ]);
    }

    [Fact]
    public void Memory_is_drawn_in_the_parts_that_are_managed_and_native()
    {
        MeasureReport report = FixedReport.Create();
        StepResult hold = report.Sections[0].Steps[0];
        HoldMeasurement[] memory =
        [
            hold.Memory[0] with { ManagedBytes = 1_000, NativeBytes = 0 },
            hold.Memory[1] with { ManagedBytes = 250, NativeBytes = 500 },
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
        Assert.Equal(["PooledStringId[]"], Marked("step-hold-pause"));
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
            "Managed memory allocated per string: none. GC pauses per million strings: none.",
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

    [Fact]
    public void Where_nothing_repeats_a_sentence_says_so_and_nothing_is_drawn()
    {
        MeasureReport report = _report with { Profile = Made.Profile() };
        IHtmlDocument page = FixedReport.Parse(report with { Answer = null });

        Assert.Null(ChartOf(page, "duplicates"));
        Assert.Equal("No string repeats an earlier one.", page.QuerySelector("#profile .note")!.TextContent);
    }

    [Fact]
    public void No_chart_of_the_page_is_all_zero() =>
        Assert.All(
            _page.QuerySelectorAll(".chart > svg"),
            chart => Assert.Contains(chart.QuerySelectorAll("[data-value]"), bar => Number(bar, "data-value") > 0));

    private IEnumerable<(string Name, double Value, string Label)> Bars(string id) => ChartOf(_page, id).QuerySelectorAll(".bar")
        .Select(bar => (bar.GetAttribute("data-name")!, Number(bar, "data-value"), bar.QuerySelector(".value")!.TextContent));

    private static IElement ChartOf(IHtmlDocument page, string id) => page.QuerySelector($"svg[aria-labelledby^='{id}-title']")!;

    private static double Number(IElement element, string attribute) =>
        double.Parse(element.GetAttribute(attribute)!, CultureInfo.InvariantCulture);

    private static double Percent(IElement element, string attribute) =>
        double.Parse(element.GetAttribute(attribute)!.TrimEnd('%'), CultureInfo.InvariantCulture);
}
