using Cenote.Tool.Heaps;
using Cenote.Tool.Reports;

namespace Cenote.Tool.Tests.Heaps;

public class HeapTerminalReportTests
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
}
