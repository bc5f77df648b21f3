using System.Diagnostics;
using Cenote.Samples.Jabber.Measuring;
using Cenote.Tests.Support;

namespace Cenote.Samples.Jabber.Tests.Measuring;

public sealed class ApplicationTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("--count")]
    [InlineData("--count", "x")]
    [InlineData("--count", "999")]
    [InlineData("--count", "100000001")]
    [InlineData("--count", "-1000")]
    [InlineData("--count", "1000", "more")]
    [InlineData("--size", "1000")]
    [InlineData("check")]
    [InlineData("hold", "nothing", "1000")]
    public async Task A_wrong_command_line_gets_a_usage_line_and_2(params string[] arguments)
    {
        Assert.Equal(2, await RunAsync(arguments));
        Assert.StartsWith("Usage: ", _error.ToString(), StringComparison.Ordinal);
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public async Task Help_is_an_answer()
    {
        Assert.Equal(0, await RunAsync("--help"));
        Assert.StartsWith("Usage: ", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_address_can_be_checked()
    {
        Assert.Equal(0, await RunAsync("check", "Juliet@Example.COM./Balcony"));
        Assert.Equal("juliet@example.com/Balcony", _output.ToString().Trim());
        Assert.Equal(1, await RunAsync("check", "juliet@"));
        Assert.Equal("The domainpart is empty.", _error.ToString().Trim());
    }

    [LongFact]
    public async Task Every_form_is_weighed_and_gives_back_the_same_addresses()
    {
        Assert.Equal(0, await RunAsync("--count", "20000"));
        string[] lines = _output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.All(
            StorageForm.All, form => Assert.Single(lines, line => line.StartsWith(form.Title + "  ", StringComparison.Ordinal)));
        Assert.Contains("20,000 replaced, one at a time, in a store of UTF-8 with 1,500", lines);
        Assert.Contains("5 of 5: 8-byte record, UTF-8", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Cancelling_ends_the_children_and_says_130()
    {
        using var stopping = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));

        Assert.Equal(
            130, await new Application(_output, _error, showsProgress: false).RunAsync(["--count", "3000000"], stopping.Token));
    }

    [Theory]
    [InlineData("juliet@example.com/balcony", 0, "")]
    [InlineData("\u03C0@example.com", 1, "The localpart needs Unicode normalization")]
    [InlineData("example.com/\u265A", 1, "The resourcepart needs Unicode normalization")]
    [InlineData("b\u00FCcher.example", 1, "The domainpart needs Unicode normalization")]
    [InlineData("xn--bcher-kva.example", 1, "The domainpart")]
    public void Without_normalization_everything_but_ASCII_is_refused(string address, int exitCode, string message)
    {
        var start = new ProcessStartInfo("dotnet", ["exec", typeof(Application).Assembly.Location, "check", address])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        start.Environment["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1";
        using Process process = Process.Start(start)!;
        string error = process.StandardError.ReadToEnd();
        process.WaitForExit();

        Assert.Equal(exitCode, process.ExitCode);
        Assert.StartsWith(message, error, StringComparison.Ordinal);
    }

    private Task<int> RunAsync(params string[] arguments) =>
        new Application(_output, _error, showsProgress: false).RunAsync(arguments, CancellationToken.None);
}
