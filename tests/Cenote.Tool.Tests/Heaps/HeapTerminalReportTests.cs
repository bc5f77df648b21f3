using System.Text.RegularExpressions;
using Cenote.Tool.Heaps;
using Cenote.Tool.Reports;
using Spectre.Console;

namespace Cenote.Tool.Tests.Heaps;

public partial class HeapTerminalReportTests
{
    private const string Evil = "Evil\u001b[31mRED\u001b]0;pwned\u0007\u202E";

    [Fact]
    public void No_name_and_no_text_of_the_program_steers_the_terminal()
    {
        var strings = new HeapStrings(2, 1, 48, 24);
        var report = new HeapReport(
            HeapReport.CurrentSchema,
            "1.0",
            "cenote heap PID",
            MachineInfo.Current(),
            new HeapTarget(Evil, "live", "10.0.12", ServerCollector: false, 0.5, 1.5, 1_000),
            3,
            100,
            3,
            0,
            0,
            1,
            strings,
            strings,
            [new HeapPlace(Evil, Evil, default, 2, 2, 1, 48, 24, 48, 2, 48, 0, 24, null, null)],
            0,
            [new HeapText(3, 2, 24, Evil)],
            [new HeapAdvice(Evil, null, null, 0, 0, IsEstimated: false, 0, 0, Evil)],
            [],
            [Evil]);
        using var output = new StringWriter();

        HeapTerminalReport.Write(
            new Terminal(output, TextWriter.Null, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: false), report);

        string written = output.ToString();
        Assert.Contains("Evil\\u001b[31mRED", written.ReplaceLineEndings(string.Empty), StringComparison.Ordinal);
        Assert.All("\u001b\u0007\u202E", c => Assert.DoesNotContain(c, written));
    }

    [Fact]
    public void Each_place_has_a_bar_where_the_terminal_has_colour()
    {
        string[] bars = [.. Written(80, ColorSystem.EightBit, isUnicode: true).Split('\n').Where(line => line.Contains('█'))];

        // Unique, repeated and cached strings: the largest place has all 14 blocks.
        Assert.StartsWith(
            "DocumentationGenerator.Referen \u001b[38;5;31m████\u001b[0m\u001b[38;5;130m██████████\u001b[0m ",
            bars[0],
            StringComparison.Ordinal);
        Assert.Equal([14, 7, 4, 2, 1], bars[..^1].Select(line => line.Count(c => c == '█')));
        Assert.Contains("The longest bar is 44.4 %", Plain(bars[^1]), StringComparison.Ordinal);
    }

    [Fact]
    public void Without_Unicode_the_parts_of_a_bar_are_different_characters()
    {
        string written = Plain(Written(80, ColorSystem.EightBit, isUnicode: false));

        Assert.DoesNotContain('█', written);
        Assert.Contains(" ####========== ", written, StringComparison.Ordinal);
        Assert.Contains(" #--- ", written, StringComparison.Ordinal);
        Assert.Contains("# one of each value  = repeated  - cached byte arrays.", written, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(80, nameof(ColorSystem.NoColors))]
    [InlineData(79, nameof(ColorSystem.EightBit))]
    public void Without_colour_or_on_a_narrow_terminal_there_are_no_bars(int width, string colours)
    {
        string written = Written(width, Enum.Parse<ColorSystem>(colours), isUnicode: true);

        Assert.DoesNotContain('█', written);
        Assert.DoesNotContain("longest bar", written, StringComparison.Ordinal);
        Assert.Contains("distinct", written, StringComparison.Ordinal);
    }

    [Fact]
    public void Strings_that_were_asked_for_are_shown_however_little_they_take()
    {
        HeapReport report = FixedHeapReport.Create();
        HeapReport shown = report with { Texts = [report.Texts[0] with { Text = "a string" }] };

        Assert.DoesNotContain("--show-text", Written(80, ColorSystem.NoColors, isUnicode: true, report), StringComparison.Ordinal);
        string written = Written(80, ColorSystem.NoColors, isUnicode: true, shown);
        Assert.Contains("Most repeated strings", written, StringComparison.Ordinal);
        Assert.Contains("a string", written, StringComparison.Ordinal);
    }

    [Fact]
    public void Strings_that_repeat_notably_are_counted_without_showing_them()
    {
        HeapReport report = FixedHeapReport.Create();
        HeapText large = report.Texts[0] with { RepeatedBytes = 5 << 20 };

        Assert.Contains(
            "Copies of the 2 strings that repeat most take 10.0 MB; --show-text shows them.",
            Written(160, ColorSystem.NoColors, isUnicode: true, report with { Texts = [large, large, report.Texts[0]] }),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(79)]
    [InlineData(80)]
    [InlineData(96)]
    [InlineData(104)]
    [InlineData(120)]
    public void The_table_fits_the_console_without_cutting_a_number(int width)
    {
        string[] lines = [.. Plain(Written(width, ColorSystem.EightBit, isUnicode: true)).Split('\n')];

        Assert.All(lines, line => Assert.InRange(line.TrimEnd().Length, 0, width));
        Assert.Contains(lines, line => line.StartsWith("Product.", StringComparison.Ordinal)
            && line.Contains(" 500,000 ", StringComparison.Ordinal) && line.Contains(" 199 MB", StringComparison.Ordinal));
    }

    private static string Written(int width, ColorSystem colours, bool isUnicode, HeapReport? report = null)
    {
        using var output = new StringWriter();
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            Out = new AnsiConsoleOutput(output),
        });
        console.Profile.Width = width;
        console.Profile.Capabilities.ColorSystem = colours;
        console.Profile.Capabilities.Unicode = isUnicode;
        new HeapTerminalReport(console).Write(report ?? FixedHeapReport.Create());
        return output.ToString();
    }

    private static string Plain(string written) => Codes.Replace(written, string.Empty);

    [GeneratedRegex("\u001b\\[[0-9;]*m", RegexOptions.None, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex Codes { get; }
}
