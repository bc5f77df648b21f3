using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Advising;
using Spectre.Console;

namespace Cenote.Tool.Tests.Reports;

[Collection(WholeProcess.Name)]
public class TerminalReportTests
{
    [Fact]
    public void A_terminal_that_welcomes_colour_gets_it_and_others_do_not()
    {
        Assert.NotEqual(ColorSystem.NoColors, ColorsOf(isTerminal: true, useColor: true));
        Assert.Equal(ColorSystem.NoColors, ColorsOf(isTerminal: true, useColor: false));
        Assert.Equal(ColorSystem.NoColors, ColorsOf(isTerminal: false, useColor: true));

        static ColorSystem ColorsOf(bool isTerminal, bool useColor) =>
            Consoles.Create(new StringWriter(), isTerminal, useColor).Profile.Capabilities.ColorSystem;
    }

    [Fact]
    public void NO_COLOR_is_heeded_when_it_is_not_empty()
    {
        string? before = Environment.GetEnvironmentVariable("NO_COLOR");
        try
        {
            Environment.SetEnvironmentVariable("NO_COLOR", "1");
            Assert.False(Terminal.EnvironmentAllowsColor);
            Environment.SetEnvironmentVariable("NO_COLOR", null);
            Assert.True(Terminal.EnvironmentAllowsColor);
        }
        finally
        {
            Environment.SetEnvironmentVariable("NO_COLOR", before);
        }
    }

    [Fact]
    public void What_is_too_close_to_call_is_said_below_the_table()
    {
        Assert.Contains("Too close to call against string[]: PooledStringRef[]", Written(), StringComparison.Ordinal);
    }

    [Fact]
    public void Names_with_brackets_are_text()
    {
        string written = Written();

        Assert.Contains("string[]", written, StringComparison.Ordinal);
        Assert.Contains("[odd] name.txt", written, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(48)]
    [InlineData(64)]
    [InlineData(68)]
    [InlineData(80)]
    [InlineData(84)]
    [InlineData(98)]
    [InlineData(100)]
    [InlineData(112)]
    [InlineData(200)]
    public void Tables_fit_the_console_without_cutting_a_number(int width)
    {
        string written = WrittenAt(width);

        Assert.All(written.Split('\n'), line => Assert.InRange(line.TrimEnd().Length, 0, width));
        Assert.DoesNotContain('…', written);
        Assert.Contains(width >= 56 ? "  100 ns  1.00 0.98-1.02" : "  100 ns  1.00", written, StringComparison.Ordinal);
        Assert.Equal(width >= 56, written.Contains("0.98-1.02", StringComparison.Ordinal));
        Assert.Equal(width >= 68, written.Contains("GCs 0/1/2 per M", StringComparison.Ordinal));
        Assert.Equal(width >= 84, written.Contains("0.48-0.52 █", StringComparison.Ordinal));
        Assert.True(width < 64 || written.Contains("PooledStringId[] (UTF-8) 50.0 ns  0.50 0.48-0.52", StringComparison.Ordinal));
        Assert.True(
            width < 64 || written.Contains("ArrayPool<char>.Shared          1 90.0 ns  0.90 0.88-0.92", StringComparison.Ordinal));
        Assert.True(
            width < 98 || written.Contains("PooledStringDictionary (UTF-16) 60.0 ns  0.60 0.58-0.62", StringComparison.Ordinal));
        Assert.Equal(
            width >= 56,
            string.Join(' ', written.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
                .Contains("longest of up to five blocking collections", StringComparison.Ordinal));
        Assert.Equal(width >= 68, written.Split((char[]?)null).Contains("alloc", StringComparer.Ordinal));
        Assert.True(width < 64 || written.Contains("PooledStringId[] (UTF-8) 50.0 MB    0 B", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(40)]
    [InlineData(47)]
    [InlineData(48)]
    [InlineData(55)]
    [InlineData(56)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(100)]
    public void Names_are_broken_between_words_only(int width)
    {
        string written = WrittenAt(width);

        Assert.All(
            [
                "StringArenaList ",
                "PooledStringId[] ",
                "PooledStringDictionary ",
                "ArrayPool<char>.Shared ",
                "Cenote ObjectPool<char[]> ",
            ],
            name => Assert.Contains(written.Split('\n'), line => line.StartsWith(name, StringComparison.Ordinal)));
    }

    [Fact]
    public void Narrow_consoles_see_an_advice_below_its_topic_and_others_beside_it()
    {
        string[] narrow = [.. WrittenAt(71).Split('\n').Select(line => line.TrimEnd())];
        string[] wide = [.. WrittenAt(72).Split('\n').Select(line => line.TrimEnd())];

        Assert.Equal("  Text with [brackets].", narrow[Array.IndexOf(narrow, "Topic") + 1]);
        Assert.Contains("Topic  Text with [brackets].", wide);
    }

    [Fact]
    public void A_wide_terminal_gets_lines_that_can_be_read()
    {
        using var output = new StringWriter();

        Assert.InRange(Consoles.Create(output, isTerminal: true, useColor: false).Profile.Width, 1, 120);
    }

    [Fact]
    public void A_verdict_comes_with_the_lines_that_one_acts_on()
    {
        string written = WrittenAnswer(Made.Hold((0.5, Verdict.Faster, 60, 1), (0.6, Verdict.Faster, 80, 1)));

        Assert.All(
            [
                "Hold these strings as PooledStringRef[] over a SegmentedStringPool: 60.0 MB instead of 100 MB.",
                "\n40.0 % less memory   50.0 ms less to build once\n",
                "Use     PooledStringRef[]", "Saves   40.0 MB of memory", "Costs   you dispose of the pool",
                "Before  strings[i] = new string(text);", "After   var pool = new SegmentedStringPool();", "Report  report.html",
            ],
            line => Assert.Contains(line, written, StringComparison.Ordinal));
    }

    [Fact]
    public void A_verdict_of_plain_strings_has_no_code_to_change()
    {
        string written = WrittenAnswer(Made.Hold((1.5, Verdict.Slower, 100, 50), (1.5, Verdict.Slower, 100, 50)));

        Assert.Contains("Plain strings are right here: all of them take 100 MB", written, StringComparison.Ordinal);
        Assert.All(["Use ", "Before", "After"], label => Assert.DoesNotContain(label, written, StringComparison.Ordinal));
        Assert.Contains("Report  report.html", written, StringComparison.Ordinal);
    }

    [Fact]
    public void Gains_are_green_losses_are_red_and_bars_need_colour()
    {
        // The recommended type was faster to build; now it is slower.
        StepResult hold = Made.Hold((0.5, Verdict.Faster, 60, 1), (0.6, Verdict.Faster, 80, 1));
        Answer answer = Adviser.Answer(Made.Profile(), hold, null, null);
        answer = answer with { BuildMillisecondsAfter = answer.BuildMillisecondsBefore + 50 };
        StepResult slower = Made.Hold((1.5, Verdict.Slower, 60, 1), (0.6, Verdict.Faster, 80, 1));
        string written = Written(slower, answer, ColorSystem.EightBit);
        string plain = Written(slower, answer);

        Assert.Contains("\u001b[1;38;5;28m40.0 %\u001b[0m less memory", written, StringComparison.Ordinal);
        Assert.Contains("\u001b[1;38;5;131m50.0 ms\u001b[0m more to build once", written, StringComparison.Ordinal);
        Assert.Contains("\u001b[38;5;28mSaves\u001b[0m", written, StringComparison.Ordinal);
        Assert.Contains("\u001b[38;5;131mCosts\u001b[0m", written, StringComparison.Ordinal);
        Assert.Equal([14, 8], written.Split('\n').Select(line => line.Count(c => c == '█')).Where(blocks => blocks > 0));
        Assert.DoesNotContain('█', plain);
        Assert.DoesNotContain('\u001b', plain);
    }

    private static string WrittenAnswer(StepResult hold) => Written(hold, Adviser.Answer(Made.Profile(), hold, null, null));

    private static string Written(StepResult hold, Answer answer, ColorSystem? colours = null)
    {
        using var output = new StringWriter();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = colours is null ? AnsiSupport.No : AnsiSupport.Yes,
            Out = new AnsiConsoleOutput(output),
        });
        console.Profile.Width = 100;
        console.Profile.Capabilities.ColorSystem = colours ?? ColorSystem.NoColors;
        new TerminalReport(console).WriteAnswer(
            Report() with { Sections = [new(StringsSection.SectionName, [hold])], Answer = answer }, "report.html");
        return output.ToString();
    }

    [Fact]
    public void Lengths_that_no_string_has_share_a_row()
    {
        MeasureReport report = Report();
        report = report with
        {
            Profile = report.Profile with
            {
                Lengths =
                [
                    new(1, 1, 3), new(2, 2, 0), new(3, 4, 0), new(5, 8, 0), new(9, 16, 1), new(17, 32, 0), new(33, 64, 2),
                ],
            },
        };

        string[] rows =
        [
            .. WrittenAt(100, report).Split('\n')
                .Select(line => line.TrimEnd(' ', '█'))
                .Where(line => line.Contains(" char", StringComparison.Ordinal))
                .SkipWhile(line => !line.EndsWith("1 char  3", StringComparison.Ordinal)),
        ];

        Assert.Equal(["     1 char  3", "  2-8 chars  0", " 9-16 chars  1", "17-32 chars  0", "33-64 chars  2"], rows[..5]);
    }

    [Theory]
    [InlineData(999, true)]
    [InlineData(1_000, false)]
    public void Few_strings_are_said_to_be_few(int count, bool areFew)
    {
        MeasureReport report = Report();

        string written = WrittenAt(100, report with { Profile = report.Profile with { Count = count } });

        Assert.Equal(areFew, written.Contains("so few strings", StringComparison.Ordinal));
    }

    [Fact]
    public void Steps_that_differ_in_threads_share_a_table()
    {
        string written = Written();

        Assert.Single(
            written.Split('\n'), line => line.StartsWith("Buffers, 8 chars: time per string", StringComparison.Ordinal));
        Assert.Contains(
            "new char[]                      1  100 ns  1.00           ██████████████  40 B        "
            + "12.0/0/0", written, StringComparison.Ordinal);
        Assert.Contains(
            "Cenote ObjectPool<char[]>       8 98.0 ns  0.98 0.96-1.00 ██████████████   0 B           "
            + "0/0/0", written, StringComparison.Ordinal);
        Assert.Contains(
            "Too close to call against new char[]: ArrayPool<char>.Shared (threads: 2, 8), Cenote ObjectPool<char[]> (threads: 8)",
            string.Join(' ', written.Split('\n', StringSplitOptions.TrimEntries)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Only_wide_consoles_see_the_pauses_of_objects()
    {
        Assert.DoesNotContain("pauses per M", WrittenAt(111), StringComparison.Ordinal);
        Assert.Contains("pauses per M", WrittenAt(112), StringComparison.Ordinal);
    }

    private static string Written()
    {
        using var output = new StringWriter();
        Write(TerminalReport.On(output, isTerminal: false, useColor: true), Report());
        return output.ToString();
    }

    private static string WrittenAt(int width) => WrittenAt(width, Report());

    private static string WrittenAt(int width, MeasureReport report)
    {
        using var output = new StringWriter();
        IAnsiConsole console = Consoles.Create(output, isTerminal: false, useColor: false);
        console.Profile.Width = width;
        Write(new TerminalReport(console), report);
        return output.ToString();
    }

    private static void Write(TerminalReport terminal, MeasureReport report)
    {
        terminal.WriteHead(report);
        terminal.WriteMethod(report);
        terminal.WriteProfile(report.Profile);
        foreach (SectionResult section in report.Sections)
        {
            terminal.WriteSection(section, report.Advice, isFull: true);
        }
    }

    private static MeasureReport Report()
    {
        var profile = Made.Profile();
        return new MeasureReport(
            MeasureReport.CurrentSchema,
            "1.0",
            "cenote measure",
            MachineInfo.Current(),
            new InputDescription("[odd] name.txt", "line", null, false, 1_000, 1),
            9,
            profile,
            [new(StringsSection.SectionName, [Made.Hold(
                (1, Verdict.TooCloseToCall, 100, 5),
                (0.6, Verdict.Faster, 80, 1),
                contiguous: (1.25, Verdict.Slower, 110, 1),
                utf8: (0.7, Verdict.Faster, 60, 1),
                utf8Ids: (0.5, Verdict.Faster, 50, 1))]),
            new(CollectionsSection.SectionName, [Made.Keys(
                CollectionsSection.Build, (0.7, Verdict.Faster, 12), (0.6, Verdict.Faster, 15), span: (1.2, Verdict.Slower))]),
            new(ObjectsSection.SectionName, Made.Buffers(
                (1, (0.9, Verdict.Faster), (0.5, Verdict.Faster)),
                (2, (1, Verdict.TooCloseToCall), (0.5, Verdict.Faster)),
                (8, (1, Verdict.TooCloseToCall), (0.98, Verdict.TooCloseToCall))))],
            [new AdviceItem("Topic", Conclusion.NotWorthIt, null, "Text with [brackets].")]);
    }
}
