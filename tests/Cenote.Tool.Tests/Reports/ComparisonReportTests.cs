using Cenote.Tool.Advising;
using Cenote.Tool.Comparing;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;
using Cenote.Tool.Tests.Advising;
using Cenote.Tool.Tests.Comparing;
using Spectre.Console;

namespace Cenote.Tool.Tests.Reports;

public class ComparisonReportTests
{
    private static readonly MeasureReport s_before = Runs.Of(
        Runs.Step(
            "hold",
            [
                Runs.Rival(0.5, name: "Slower[]"), Runs.Rival(0.8, name: "Faster[]"), Runs.Rival(0.7, name: "Even[]"),
                Runs.Rival(0.7, name: "Wasteful[]"), Runs.Rival(0.7, name: "Gone[]"),
            ],
            Made.Memory("Slower[]", 100 << 20, 1))) with
    {
        Advice =
        [
            new AdviceItem("Hold all", Conclusion.Use, "ids", "Figures."),
            new AdviceItem("Sort", Conclusion.Use, "spans", "Figures."),
        ],
    };

    private static readonly MeasureReport s_after = Runs.Of(
        Runs.Step(
            "hold",
            [
                Runs.Rival(0.75, name: "Slower[]"), Runs.Rival(0.6, name: "Faster[]"), Runs.Rival(0.71, name: "Even[]"),
                Runs.Rival(0.7, name: "Wasteful[]", allocatedBytes: 40), Runs.Rival(0.7, name: "New[]"),
            ],
            Made.Memory("Slower[]", 150 << 20, 1))) with
    {
        Tool = "2.0",
        Advice =
        [
            new AdviceItem("Hold all", Conclusion.CostsTime, null, "Other figures."),
            new AdviceItem("Sort", Conclusion.TooCloseToCall, null, "Other figures."),
        ],
    };

    [Fact]
    public void Changes_are_grouped_by_what_became_of_them()
    {
        string[] lines =
        [
            .. WrittenAt(120).Split('\n')
                .Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries))),
        ];

        Assert.Equal(
            [
                "Before: words.txt, 1,000 strings, one for each word",
                "A Processor, 8 cores, 16.0 GB, An OS, .NET 10.0.0, workstation GC, concurrent, 2026-01-01",
                "After: words.txt, 1,000 strings, one for each word",
                "A Processor, 8 cores, 16.0 GB, An OS, .NET 10.0.0, workstation GC, concurrent, 2026-01-01",
                "",
                "Differences between the runs that may explain the changes:",
                "Tool: 1.0 before, 2.0 after",
                "",
                "Worse beyond the noise",
                "before 95 % after 95 % change",
                "Step hold: Wasteful[], allocated per string 0 B 40 B from none",
                "Step hold: Slower[], time ratio 0.50 0.48-0.52 0.75 0.73-0.77 +50.0 %",
                "Step hold: Slower[], memory 100 MB 150 MB +50.0 %",
                "",
                "Better beyond the noise",
                "before 95 % after 95 % change",
                "Step hold: Faster[], time ratio 0.80 0.78-0.82 0.60 0.58-0.62 -25.0 %",
                "",
                "Advice that differs",
                "Hold all: ids before, nothing after",
                "",
                "Recommendations that one run found too close to call",
                "Sort: spans before, nothing after",
                "",
                "Only before",
                "Step hold: Gone[]",
                "",
                "Only after",
                "Step hold: New[]",
                "",
                "3 worse, 1 better, 11 unchanged.",
                "",
            ],
            lines);
    }

    [Fact]
    public void Runs_that_do_not_differ_need_few_lines()
    {
        string written = WrittenAt(120, s_before, s_before);

        Assert.Equal(6, written.TrimEnd().Split('\n').Length);
        Assert.EndsWith("0 worse, 0 better, 18 unchanged.", written.TrimEnd(), StringComparison.Ordinal);
    }

    [Fact]
    public void Other_strings_are_a_warning()
    {
        string written = WrittenAt(120, s_before, s_after with { Profile = Made.Profile(distinct: 1) });

        Assert.Contains("only ratios of time are compared", written, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(55)]
    [InlineData(56)]
    [InlineData(80)]
    [InlineData(87)]
    [InlineData(88)]
    [InlineData(200)]
    public void It_fits_the_console_without_cutting_a_number(int width)
    {
        string written = WrittenAt(width);

        Assert.All(written.Split('\n'), line => Assert.InRange(line.TrimEnd().Length, 0, width));
        Assert.DoesNotContain('…', written);
        Assert.Contains("100 MB", written, StringComparison.Ordinal);
        Assert.Contains("150 MB", written, StringComparison.Ordinal);
        Assert.Equal(width >= 56, written.Contains("+50.0 %", StringComparison.Ordinal));
        Assert.Equal(width >= 88, written.Contains("0.73-0.77", StringComparison.Ordinal));
    }

    [Fact]
    public void Redirected_output_has_no_escape_sequences_and_a_terminal_has_colour_unless_it_is_unwelcome()
    {
        Assert.DoesNotContain('\u001b', WrittenTo(isTerminal: false, useColor: true));
        Assert.DoesNotContain("\u001b[31m", WrittenTo(isTerminal: true, useColor: false), StringComparison.Ordinal);
    }

    private static string WrittenTo(bool isTerminal, bool useColor)
    {
        using var output = new StringWriter();
        ComparisonReport.Write(
            new Terminal(output, TextWriter.Null, () => Stream.Null, isTerminal, IsErrorTerminal: false, useColor),
            s_before,
            s_after,
            RunComparer.Compare(s_before, s_after));
        return output.ToString();
    }

    private static string WrittenAt(int width) => WrittenAt(width, s_before, s_after);

    private static string WrittenAt(int width, MeasureReport before, MeasureReport after)
    {
        using var output = new StringWriter();
        IAnsiConsole console = Consoles.Create(output, isTerminal: false, useColor: false);
        console.Profile.Width = width;
        new ComparisonReport(console).Write(before, after, RunComparer.Compare(before, after));
        return output.ToString();
    }
}
