using System.Diagnostics;
using Cenote.Tool.Reports;

namespace Cenote.Tool.Tests.Reports;

public class ProgressDisplayTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Work_is_done_and_its_result_comes_back(bool isTerminal)
    {
        using var error = new StringWriter();

        string result = ProgressDisplay.Show(TerminalOf(error, isTerminal), Stopwatch.StartNew(), progress =>
        {
            progress("Timing string[] [odd]", 0);
            progress("Timing string[] [odd]", 1);
            return "done";
        });

        Assert.Equal("done", result);
        if (!isTerminal)
        {
            Assert.Empty(error.ToString());
        }
    }

    [Fact]
    public void An_exception_of_the_work_comes_out()
    {
        Assert.Throws<OperationCanceledException>(() => ProgressDisplay.Show<int>(
            TerminalOf(TextWriter.Null, isTerminal: true), Stopwatch.StartNew(), _ => throw new OperationCanceledException()));
    }

    [Theory]
    [InlineData(0.5, 0.5, "")]
    [InlineData(10, 0.01, "")]
    [InlineData(10, 0.5, ", about 10 s left")]
    [InlineData(40, 0.25, ", about 2 min left")]
    public void The_time_left_follows_from_the_time_it_took(double seconds, double share, string expected) =>
        Assert.Equal(expected, ProgressDisplay.TimeLeft(TimeSpan.FromSeconds(seconds), share));

    private static Terminal TerminalOf(TextWriter error, bool isTerminal) =>
        new(TextWriter.Null, error, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: isTerminal, UseColor: true);
}
