namespace Cenote.Samples.Logs.Tests;

public sealed class ApplicationTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("--lines")]
    [InlineData("--lines", "0")]
    [InlineData("--rounds", "100")]
    [InlineData("--size", "7")]
    [InlineData("one.log", "another.log")]
    [InlineData("one.log", "--rounds", "2", "another.log")]
    public async Task A_wrong_command_line_gets_2(params string[] arguments)
    {
        Assert.Equal(ExitCodes.Usage, await RunAsync(arguments));
        Assert.Contains("Try --help.", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_missing_is_named_and_gives_1()
    {
        string missing = Path.Combine(Path.GetTempPath(), "cenote-no-such.log");
        Assert.Equal(ExitCodes.Failure, await RunAsync(missing));
        Assert.Contains(missing, _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_log_is_made_compared_and_deleted()
    {
        Assert.Equal(ExitCodes.Success, await RunAsync("--lines", "2000", "--rounds", "1", "--results"));
        string text = _output.ToString();
        Assert.Contains("2,000 rows", text, StringComparison.Ordinal);
        Assert.Contains("StreamReader, Dictionary", text, StringComparison.Ordinal);
        Assert.Contains("Both forms give the same answer.", text, StringComparison.Ordinal);
        Assert.Contains(" groups, checksum ", text, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(Path.GetTempPath(), $"cenote-logs-{Environment.ProcessId}.log"));
    }

    [Fact]
    public async Task Cancelling_says_130_and_leaves_no_file()
    {
        Assert.Equal(
            ExitCodes.Cancelled,
            await new Application(_output, _error).RunAsync(["--lines", "1000"], new CancellationToken(canceled: true)));
        Assert.Empty(Directory.GetFiles(Path.GetTempPath(), $"cenote-logs-{Environment.ProcessId}.log"));
    }

    private Task<int> RunAsync(params string[] arguments) =>
        new Application(_output, _error).RunAsync(arguments, CancellationToken.None);
}
