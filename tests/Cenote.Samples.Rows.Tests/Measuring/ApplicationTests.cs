using Cenote.Samples.Rows.Measuring;

namespace Cenote.Samples.Rows.Tests.Measuring;

public sealed class ApplicationTests : IDisposable
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("--rows takes a number from 1 to 10,000,000,000.", "--rows")]
    [InlineData("--rows takes a number from 1 to 10,000,000,000.", "--rows", "0")]
    [InlineData("--rows takes a number from 1 to 10,000,000,000.", "--rows", "1e6")]
    [InlineData("--stations takes a number from 1 to 10,000.", "--stations", "10001")]
    [InlineData("--seed takes a number from 0 to 18,446,744,073,709,551,615.", "--seed", "-1")]
    [InlineData("--rounds takes a number from 1 to 99.", "--rounds", "100")]
    [InlineData("--threads takes a number from 1 to 256.", "--threads", "0")]
    [InlineData("There is no option --size.", "--size", "7")]
    [InlineData("There is more than one file.", "a.txt", "b.txt")]
    [InlineData("--rows applies only to a generated file, but a file is named: a.txt", "a.txt", "--rows", "7")]
    [InlineData("--keep applies only to a generated file, but a file is named: a.txt", "--keep", "a.txt")]
    [InlineData("There is more than one file.", "read", "nothing", "1", "a.txt")]
    public async Task A_wrong_command_line_gets_a_reason_and_2(string reason, params string[] arguments)
    {
        Assert.Equal(2, await RunAsync(arguments));
        Assert.StartsWith(reason + Environment.NewLine, _error.ToString(), StringComparison.Ordinal);
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public async Task Help_is_an_answer()
    {
        Assert.Equal(0, await RunAsync("--rows", "--help"));
        Assert.StartsWith("Usage: ", _output.ToString(), StringComparison.Ordinal);
        Assert.Empty(_error.ToString());
    }

    [Fact]
    public async Task A_file_that_is_missing_or_malformed_is_named_and_gives_1()
    {
        string missing = _folder.NewPath();
        Assert.Equal(1, await RunAsync(missing));
        Assert.Contains(missing, _error.ToString(), StringComparison.Ordinal);

        Assert.Equal(1, await RunAsync(_folder.Write("a;1.0\nb;x\n")));
        Assert.Contains("Line 2 is not NAME;NUMBER", _error.ToString(), StringComparison.Ordinal);
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public async Task A_file_of_ones_own_is_summed_up_by_both_forms()
    {
        Assert.Equal(0, await RunAsync(_folder.Write("b;1.0\nä;-2.5\nb;2.0\n"), "--results", "--threads", "3", "--rounds", "1"));

        string text = _output.ToString();
        Assert.Contains("3 rows, 2 stations, 3 threads, 1 round,", text, StringComparison.Ordinal);
        Assert.All(TableForm.All, form => Assert.Contains(form.Title, text, StringComparison.Ordinal));
        Assert.EndsWith(
            "same answer.\n{b=1.0/1.5/2.0, ä=-2.5/-2.5/-2.5}\n", text.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_is_made_and_left_on_request_only()
    {
        Assert.Equal(0, await RunAsync("--rows", "1000", "--stations", "10", "--rounds", "1"));
        Assert.Empty(FilesLeft());

        Assert.Equal(0, await RunAsync("--rows", "1000", "--stations", "10", "--rounds", "1", "--keep"));
        string left = Assert.Single(FilesLeft());
        Assert.Contains(left, _error.ToString(), StringComparison.Ordinal);
        Assert.Equal(1000, File.ReadLines(left).Count());
        File.Delete(left);
    }

    [Fact]
    public async Task Cancelling_says_130_and_leaves_no_file()
    {
        using var stopping = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));

        Assert.Equal(
            130, await new Application(_output, _error).RunAsync(["--rows", "2000000", "--rounds", "99"], stopping.Token));
        Assert.Empty(FilesLeft());
        Assert.Empty(_output.ToString());
    }

    private static string[] FilesLeft() =>
        Directory.GetFiles(Path.GetTempPath(), $"cenote-rows-{Environment.ProcessId}.txt");

    private Task<int> RunAsync(params string[] arguments) =>
        new Application(_output, _error).RunAsync(arguments, CancellationToken.None);
}
