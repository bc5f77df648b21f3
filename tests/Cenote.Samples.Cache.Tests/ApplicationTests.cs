using System.Net;
using System.Net.Sockets;
using Cenote.Tests.Support;

namespace Cenote.Samples.Cache.Tests;

public sealed class ApplicationTests
{
    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    [Theory]
    [InlineData("There is no option --size", "--size", "1000")]
    [InlineData("--articles is not an option, or its value is missing", "--articles")]
    [InlineData("--articles is '99', but must be a number from 100 to 100,000,000.", "--articles", "99")]
    [InlineData("--megabytes is '0'", "--megabytes", "0")]
    [InlineData("--seconds is 'x'", "--seconds", "x")]
    [InlineData("--requests is '-1'", "--requests", "-1")]
    [InlineData("--gc is 'both', but must be workstation or server.", "--gc", "both")]
    [InlineData("--cache is 'disk', but must be memory, cenote, redis or all.", "--cache", "disk")]
    [InlineData("--redis is 'localhost', but must be a host and a port", "--cache", "redis", "--redis", "localhost")]
    [InlineData("--redis is ':6379'", "--cache", "redis", "--redis", ":6379")]
    [InlineData("--redis is 'a:70000'", "--cache", "redis", "--redis", "a:70000")]
    [InlineData("--page is '65536', but must be a number from 0 to 65,535.", "--page", "65536")]
    [InlineData("--redis requires --cache redis or --cache all.", "--redis", "127.0.0.1:6379")]
    [InlineData("There is no option serve", "serve", "Memory")]
    public async Task A_wrong_command_line_gets_one_line_and_2(string message, params string[] arguments)
    {
        Assert.Equal(2, await RunAsync(arguments));

        CheckOneLine(message);
    }

    [Fact]
    public async Task Help_is_an_answer()
    {
        Assert.Equal(0, await RunAsync("--help"));
        Assert.StartsWith("Usage: ", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_no_Redis_listens_it_says_so_in_one_line_with_2()
    {
        string address = $"127.0.0.1:{FreePort()}";

        Assert.Equal(2, await RunAsync("--cache", "redis", "--redis", address));
        CheckOneLine($"No Redis answers at {address}");
    }

    [Fact]
    public async Task Something_else_than_Redis_is_not_taken_for_it()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Task answering = Task.Run(async () =>
        {
            using TcpClient client = await listener.AcceptTcpClientAsync();
            await client.GetStream().WriteAsync("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray());
        });

        Assert.Equal(2, await RunAsync("--cache", "redis", "--redis", listener.LocalEndpoint.ToString()!));
        await answering;
        CheckOneLine("No Redis answers");
    }

    [Fact]
    public async Task Caches_that_do_not_fit_into_memory_are_refused()
    {
        if (Measurement.ResidentMemory.FreeBytes < 190L << 30)
        {
            Assert.Equal(1, await RunAsync("--articles", "100000000", "--megabytes", "100000"));
            CheckOneLine("Caches of this size need up to");
        }
    }

    [LongFact]
    public async Task Both_caches_are_loaded_and_shown_side_by_side()
    {
        int exitCode = await RunAsync("--articles", "2000", "--megabytes", "1", "--seconds", "1", "--requests", "200");

        Assert.Equal((0, ""), (exitCode, exitCode == 0 ? "" : _error.ToString()));
        string[] lines = _output.ToString().Split('\n');
        Assert.Contains(lines, static line => line.TrimEnd().EndsWith("cenote", StringComparison.Ordinal)
            && line.Contains("memory", StringComparison.Ordinal));
        Assert.Equal(["200", "200"], Cells(lines, "requests answered"));
        Assert.Equal(["0", "0"], Cells(lines, "requests that failed"));
    }

    [Fact]
    public async Task One_cache_is_shown_by_itself()
    {
        Assert.Equal(0, await RunAsync(
            "--cache", "cenote", "--articles", "100", "--megabytes", "8", "--seconds", "1", "--requests", "100", "--gc", "workstation"));

        string[] lines = _output.ToString().Split('\n');
        Assert.Equal(["workstation"], Cells(lines, "collector").Take(1));
        Assert.Equal(["100.0", "%"], Cells(lines, "articles found in the cache"));
    }

    [LongFact]
    public async Task Redis_is_started_where_it_is_installed_and_named_in_one_line_where_not()
    {
        int exitCode = await RunAsync(
            "--cache", "redis", "--articles", "100", "--megabytes", "8", "--seconds", "1", "--requests", "50");

        if (RedisServer.IsInstalled)
        {
            Assert.Equal((0, ""), (exitCode, exitCode == 0 ? "" : _error.ToString()));
            Assert.Equal(["100.0", "%"], Cells(_output.ToString().Split('\n'), "articles found in the cache"));
        }
        else
        {
            Assert.Equal(2, exitCode);
            CheckOneLine(RedisServer.Missing);
        }
    }

    [Fact]
    public async Task Cancelling_ends_the_service_and_says_130()
    {
        using var stopping = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));

        Assert.Equal(130, await NewApplication().RunAsync(["--seconds", "3600"], stopping.Token));
    }

    [LongFact]
    public async Task The_live_page_stays_until_Ctrl_C_and_then_the_exit_code_is_0()
    {
        using var stopping = new CancellationTokenSource();
        using var waiting = new ManualResetEventSlim();
        TextReader input = new EndlessInput(stopping.Cancel, waiting);
        try
        {
            Assert.Equal(0, await new Application(() => input, _output, _error).RunAsync(
                ["--articles", "100", "--megabytes", "8", "--seconds", "1", "--requests", "100", "--page", "0"], stopping.Token));
        }
        finally
        {
            waiting.Set();
        }

        Assert.Contains("http://localhost:", _error.ToString(), StringComparison.Ordinal);
        Assert.Equal(["100", "100"], Cells(_output.ToString().Split('\n'), "requests answered"));
    }

    private static string[] Cells(string[] lines, string title) =>
        lines.Single(line => line.StartsWith(title, StringComparison.Ordinal))[title.Length..]
            .Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private void CheckOneLine(string message)
    {
        string line = Assert.Single(_error.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
        Assert.StartsWith(message, line, StringComparison.Ordinal);
        Assert.Empty(_output.ToString());
    }

    private Task<int> RunAsync(params string[] arguments) =>
        NewApplication().RunAsync(arguments, CancellationToken.None);

    private Application NewApplication() => new(static () => TextReader.Null, _output, _error);

    /// <summary>An input that simulates Ctrl+C when it is read, and ends only when an event is set.</summary>
    private sealed class EndlessInput(Action press, ManualResetEventSlim end) : TextReader
    {
        public override string ReadToEnd()
        {
            press();
            end.Wait();
            return "";
        }
    }
}
