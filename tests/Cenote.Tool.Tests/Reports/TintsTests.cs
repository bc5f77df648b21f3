using System.Text.RegularExpressions;
using Cenote.Tool.Comparing;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;
using Cenote.Tool.Tests.Comparing;
using Cenote.Tool.Tests.Reports.Html;
using Spectre.Console;

namespace Cenote.Tool.Tests.Reports;

/// <summary>The contrasts of WCAG 2.2 on black and on white terminal backgrounds.</summary>
public partial class TintsTests
{
    // No colour has a contrast above 4.58, the square root of 21, with both white and black.
    private const double ForText = 4.4;
    private const double ForShapes = 3;

    [Theory]
    [InlineData(Tints.Good, ForText)]
    [InlineData(Tints.Bad, ForText)]
    [InlineData(Tints.Unsure, ForText)]
    [InlineData(Tints.Quiet, ForText)]
    [InlineData(Tints.Neutral, ForShapes)]
    public void A_colour_stands_out_on_a_light_and_on_a_dark_terminal(string tint, double least)
    {
        Color colour = Style.Parse(tint).Foreground;

        Assert.InRange(Contrasts.Between(colour.ToHex(), "ffffff"), least, 21);
        Assert.InRange(Contrasts.Between(colour.ToHex(), "000000"), least, 21);
    }

    [Fact]
    public void Reports_are_written_in_these_colours_only_and_nothing_is_dimmed()
    {
        MeasureReport report = FixedReport.Create();
        string[] allowed =
        [
            "0", "1", $"1;38;5;{NumberOf(Style.Parse(Tints.Good).Foreground)}", $"1;38;5;{NumberOf(Style.Parse(Tints.Bad).Foreground)}",
            .. new[] { Tints.Good, Tints.Bad, Tints.Unsure, Tints.Quiet, Tints.Neutral }
                .Select(tint => $"38;5;{NumberOf(Style.Parse(tint).Foreground)}"),
        ];

        string[] used =
        [
            .. Codes.Matches(Written(report)).Select(match => match.Groups["code"].Value).Distinct(StringComparer.Ordinal),
        ];

        Assert.Empty(used.Except(allowed, StringComparer.Ordinal));
        Assert.Empty(allowed.Except(used, StringComparer.Ordinal));
    }

    // The first 16 colours depend on the theme.
    private static int NumberOf(Color colour) =>
        Enumerable.Range(16, 240).First(number => Color.FromInt32(number).Equals(colour));

    private static string Written(MeasureReport report)
    {
        using var output = new StringWriter();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = ColorSystemSupport.EightBit,
            Out = new AnsiConsoleOutput(output),
        });
        console.Profile.Width = 120;
        var terminal = new TerminalReport(console);
        terminal.WriteHead(report);
        terminal.WriteMethod(report);
        terminal.WriteProfile(report.Profile);
        foreach (var section in report.Sections)
        {
            terminal.WriteSection(section, report.Advice, isFull: true);
        }

        terminal.WriteAnswer(report, "nowhere");
        terminal.WriteAnswer(report with { Answer = report.Answer! with { BytesAfter = 2 * report.Answer.BytesBefore } }, "nowhere");
        terminal.WriteSummary(Summary.Parts(report));
        MeasureReport other = Runs.Of(Runs.Step("sort", [Runs.Rival(0.9)]));
        MeasureReport before = Runs.Of(Runs.Step("sort", [Runs.Rival(0.5)])) with { Tool = "0.9" };
        new ComparisonReport(console).Write(before, other, RunComparer.Compare(before, other));
        new ComparisonReport(console).Write(other, before, RunComparer.Compare(other, before));
        return output.ToString();
    }

    [GeneratedRegex("\u001b\\[(?<code>[0-9;]*)m", RegexOptions.None, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex Codes { get; }
}
