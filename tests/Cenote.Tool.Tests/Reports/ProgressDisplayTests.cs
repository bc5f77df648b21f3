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

        string result = ProgressDisplay.Show(TerminalOf(error, isTerminal), progress =>
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
            TerminalOf(TextWriter.Null, isTerminal: true), _ => throw new OperationCanceledException()));
    }

    private static Terminal TerminalOf(TextWriter error, bool isTerminal) =>
        new(TextWriter.Null, error, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: isTerminal, UseColor: true);
}
