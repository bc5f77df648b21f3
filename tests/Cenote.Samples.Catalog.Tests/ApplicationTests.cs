using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Cenote.Tests.Support;

namespace Cenote.Samples.Catalog.Tests;

public sealed class ApplicationTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("There is no option --size", "--size", "1000")]
    [InlineData("--products is not an option, or its value is missing", "--products")]
    [InlineData("--products is 'x', but must be a number from 100 to 100,000,000.", "--products", "x")]
    [InlineData("--products is '99'", "--products", "99")]
    [InlineData("--seconds is '0'", "--products", "1000", "--seconds", "0")]
    [InlineData("--requests is '-1'", "--requests", "-1")]
    [InlineData("--updates is '1.5'", "--updates", "1.5")]
    [InlineData("--gc is 'none', but must be workstation, server or both.", "--gc", "none")]
    [InlineData("--page is '65536', but must be a number from 0 to 65,535.", "--page", "65536")]
    [InlineData("--page is 'localhost'", "--page", "localhost")]
    [InlineData("There is no option serve", "serve", "nothing", "1000", "1")]
    public async Task A_wrong_command_line_gets_one_line_and_2(string message, params string[] arguments)
    {
        Assert.Equal(2, await RunAsync(arguments));

        string line = Assert.Single(_error.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.StartsWith(message, line, StringComparison.Ordinal);
        Assert.Empty(_output.ToString());
    }

    [Fact]
    public async Task Help_is_an_answer()
    {
        Assert.Equal(0, await RunAsync("--help"));
        Assert.StartsWith("Usage: ", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_catalog_that_does_not_fit_into_memory_is_refused()
    {
        if (Measurement.ResidentMemory.FreeBytes < 90L << 30)
        {
            Assert.Equal(1, await RunAsync("--products", "100000000"));
            Assert.Contains("Use --products to hold fewer", _error.ToString(), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_is_noticed_before_the_run()
    {
        string path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}", "a");

        Assert.Equal(1, await RunAsync("--products", "1000", "--json", path));
        Assert.DoesNotContain("1 of", _error.ToString(), StringComparison.Ordinal);
    }

    [LongFact]
    public async Task Every_form_is_loaded_under_both_collectors()
    {
        string path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.json");
        try
        {
            int exitCode = await RunAsync(
                "--products", "2000", "--seconds", "1", "--requests", "200", "--updates", "2000", "--json", path);

            Assert.Equal((0, ""), (exitCode, exitCode == 0 ? "" : _error.ToString()));
            string[] lines = _output.ToString().Split('\n');
            Assert.Contains(lines, static line => line.Contains("plain, workstation", StringComparison.Ordinal)
                && line.Contains("cenote, server", StringComparison.Ordinal));
            string collectors = lines.Single(static line => line.StartsWith("collector", StringComparison.Ordinal));
            Assert.Equal(["workstation", "workstation", "server", "server"], collectors.Split(' ').Where(static word =>
                word is "workstation" or "server"));
            using JsonDocument json = JsonDocument.Parse(await File.ReadAllBytesAsync(path));
            Assert.All(json.RootElement.EnumerateArray(), static run =>
            {
                Assert.Equal(0, run.GetProperty("load").GetProperty("failed").GetInt32());
                Assert.Equal(2_000, run.GetProperty("load").GetProperty("updates").GetInt32());
            });
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public async Task Cancelling_ends_the_service_and_says_130()
    {
        using var stopping = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));

        Assert.Equal(130, await NewApplication().RunAsync(["--products", "1000000"], stopping.Token));
    }

    [LongFact]
    public async Task The_live_page_has_every_service_until_the_input_ends()
    {
        string[] arguments = ["--products", "1000", "--seconds", "1", "--requests", "200", "--gc", "workstation", "--page", "0"];
        using var visitor = new LateVisitor(() => _error.ToString());

        Assert.Equal(0, await new Application(() => visitor, _output, _error).RunAsync(arguments, CancellationToken.None));

        Assert.Contains("\"name\":\"plain, workstation\"", visitor.Events, StringComparison.Ordinal);
        Assert.Contains("\"name\":\"cenote, workstation\"", visitor.Events, StringComparison.Ordinal);
        Assert.Contains("plain, workstation", _output.ToString(), StringComparison.Ordinal);
        Assert.Contains("until Ctrl+C or the end of the input.", _error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_that_is_in_use_is_reported_before_the_run()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        string port = $"{((IPEndPoint)listener.LocalEndpoint).Port}";

        Assert.Equal(1, await RunAsync("--products", "1000", "--page", port));

        string line = Assert.Single(_error.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains(port, line, StringComparison.Ordinal);
    }

    private Task<int> RunAsync(params string[] arguments) =>
        NewApplication().RunAsync(arguments, CancellationToken.None);

    private Application NewApplication() => new(static () => TextReader.Null, _output, _error);
}
