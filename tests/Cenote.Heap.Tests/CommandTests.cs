using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Cenote.Heap.Victim;
using Cenote.Tool;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Heaps;
using Cenote.Tool.Reports;

namespace Cenote.Heap.Tests;

[Collection(VictimTests.Name)]
public sealed class CommandTests(VictimFixture fixture) : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly TemporaryFolder _folder = new();

    private string Pid => fixture.Victim.Id.ToString(CultureInfo.InvariantCulture);

    public void Dispose() => _folder.Dispose();

    [PtraceFact]
    public async Task The_first_lines_are_the_answer()
    {
        (int exitCode, string output, string error) = await RunAsync("heap", fixture.Dump);

        Assert.Equal((ExitCodes.Success, ""), (exitCode, error));
        Assert.StartsWith("victim.dmp: ", output, StringComparison.Ordinal);
        Assert.Contains("repeat others.", output, StringComparison.Ordinal);
        Assert.Contains("Customer.City", output, StringComparison.Ordinal);
        Assert.Contains("20,000", output, StringComparison.Ordinal);
        Assert.Contains("Large.Text: 3 strings have 1 text: a StringInterner", output.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [PtraceFact]
    public async Task Without_asking_for_them_no_text_of_the_process_is_in_any_output()
    {
        foreach (string[] way in new string[][] { [fixture.Dump], [Pid], [Pid, "--live"] })
        {
            string html = _folder.PathOf("report.html");
            string json = _folder.PathOf("report.json");
            (int exitCode, string output, string error) = await RunAsync(
                ["heap", .. way, "--html", html, "--json", json, "--top", "1000"]);

            Assert.Equal((ExitCodes.Success, ""), (exitCode, error));
            foreach (string text in new[] { output, File.ReadAllText(html), File.ReadAllText(json) })
            {
                Assert.Contains("Customer.Password", text, StringComparison.Ordinal);
                Assert.DoesNotContain(Holdings.Secret, text, StringComparison.Ordinal);
                Assert.DoesNotContain("City 1", text, StringComparison.Ordinal);
            }
        }

        fixture.Victim.AssertRuns();
    }

    [PtraceFact]
    public async Task Texts_are_shown_where_they_were_asked_for()
    {
        string html = _folder.PathOf("report.html");
        string json = _folder.PathOf("report.json");
        (int _, string output, string _) = await RunAsync(
            "heap", fixture.Dump, "--show-text", "--html", html, "--json", json);

        foreach (string text in new[] { output, File.ReadAllText(html), File.ReadAllText(json) })
        {
            Assert.Contains(Holdings.Secret, text, StringComparison.Ordinal);
        }
    }

    [PtraceFact]
    public async Task The_json_has_the_counts()
    {
        string json = _folder.PathOf("report.json");
        await RunAsync("heap", fixture.Dump, "--json", json);
        HeapReport report = JsonSerializer.Deserialize(File.ReadAllText(json), HeapJson.Default.HeapReport)!;

        Assert.Equal(HeapReport.CurrentSchema, report.Schema);
        HeapPlace city = report.Places.Single(place => place.Name == "Customer.City");
        Assert.Equal((Holdings.Customers, Holdings.Cities), (city.Strings, city.Distinct));
        Assert.Equal(city.RepeatedBytes, city.SavedAsInterned);
        Assert.Equal("file", report.Target.Way);
        Assert.Null(report.Target.StandstillSeconds);
    }

    [PtraceFact]
    public async Task Ps_lists_the_process_and_not_this_one()
    {
        (int exitCode, string output, string _) = await RunAsync("heap", "ps");

        Assert.Equal(ExitCodes.Success, exitCode);
        Assert.Contains(Pid, output, StringComparison.Ordinal);
        Assert.Contains("Cenote.Heap.Victim.dll", output, StringComparison.Ordinal);
        Assert.DoesNotContain($" {Environment.ProcessId} ", output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("no/such/file.dmp")]
    [InlineData("2147483647")]
    [InlineData("2147483647", "--live")]
    [InlineData("file.dmp", "--live")]
    [InlineData("file.dmp", "--keep-dump", "kept.dmp")]
    [InlineData("1", "--live", "--keep-dump", "kept.dmp")]
    [InlineData("1", "--top", "none")]
    [InlineData("--unknown")]
    public async Task What_cannot_be_is_refused_in_one_line(params string[] arguments)
    {
        (int exitCode, string output, string error) = await RunAsync(["heap", .. arguments]);

        Assert.Equal(ExitCodes.Usage, exitCode);
        Assert.Empty(output);
        Assert.StartsWith("cenote: ", error, StringComparison.Ordinal);
        Assert.Single(error.TrimEnd().Split('\n'));
    }

    [PtraceFact]
    public async Task A_report_that_cannot_be_written_is_refused_before_the_process_stands_still()
    {
        (int exitCode, string _, string error) = await RunAsync("heap", Pid, "--json", _folder.PathOf("no/such/report.json"));

        Assert.Equal(ExitCodes.Usage, exitCode);
        Assert.Contains("its directory does not exist", error, StringComparison.Ordinal);
    }

    [PtraceFact]
    public async Task After_an_interrupt_nothing_is_left_and_the_process_goes_on()
    {
        // A process answers where its temporary files are.
        using var victim = new VictimProcess(environment: [("TMPDIR", _folder.Path)]);
        string pid = victim.Id.ToString(CultureInfo.InvariantCulture);

        // Sooner or later it is in the middle of a dump, or of reading one.
        foreach (int milliseconds in new[] { 200, 400, 700 })
        {
            foreach (string[] way in new string[][] { [], ["--live"] })
            {
                using Process process = Start("exec", ["heap", pid, .. way]);
                await Task.Delay(milliseconds);
                using var kill = Process.Start("kill", ["-INT", process.Id.ToString(CultureInfo.InvariantCulture)]);
                string error = await process.StandardError.ReadToEndAsync().WaitAsync(s_patience);
                await process.WaitForExitAsync().WaitAsync(s_patience);

                Assert.True(process.ExitCode is ExitCodes.Cancelled or ExitCodes.Success, $"{process.ExitCode}: {error}");
            }
        }

        victim.AssertRuns();
        AssertNothingIsLeft();
    }

    [PtraceFact]
    public async Task A_full_disk_is_a_failure_that_leaves_nothing_and_the_process_goes_on()
    {
        // Its files may have a megabyte each. The runtime's own, which are its code in memory, must not count.
        using Process process = Start("trap '' XFSZ; ulimit -f 1024; DOTNET_EnableWriteXorExecute=0 exec", ["heap", Pid, "--live"]);
        string error = await process.StandardError.ReadToEndAsync().WaitAsync(s_patience);
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Failure, process.ExitCode);
        Assert.StartsWith("cenote: The heap cannot be copied to ", error, StringComparison.Ordinal);
        Assert.Single(error.TrimEnd().Split('\n'));
        AssertNothingIsLeft();
        fixture.Victim.AssertRuns();
    }

    [PtraceFact]
    public async Task A_user_without_the_right_is_told_so_and_the_process_goes_on()
    {
        if (Environment.UserName != "root" || !File.Exists("/usr/bin/setpriv"))
        {
            // Only an administrator can be somebody else for a moment.
            return;
        }

        using Process process = Start(
            "exec setpriv --reuid=65534 --clear-groups", ["heap", Pid, "--live"]);
        string error = await process.StandardError.ReadToEndAsync().WaitAsync(s_patience);
        await process.WaitForExitAsync().WaitAsync(s_patience);

        if (!error.StartsWith("cenote: ", StringComparison.Ordinal))
        {
            // The other user may not even read the tool or the runtime, as where these are below /root.
            return;
        }

        Assert.Equal(ExitCodes.Failure, process.ExitCode);
        Assert.Contains("SYS_PTRACE", error, StringComparison.Ordinal);
        fixture.Victim.AssertRuns();
    }

    private static async Task<(int ExitCode, string Out, string Error)> RunAsync(params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var terminal = new Terminal(output, error, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: false);
        int exitCode = await new Application(terminal, TimeSpan.FromMilliseconds(2)).RunAsync(arguments);
        return (exitCode, output.ToString(), error.ToString());
    }

    // ClrMD makes an empty folder of its own, by the name of symbols; by the others, a runtime answers while its process is there.
    private void AssertNothingIsLeft() => Assert.DoesNotContain(
        Directory.EnumerateFiles(_folder.Path, "*", SearchOption.AllDirectories)
            .Concat(Directory.EnumerateDirectories(_folder.Path, "cenote-heap*"))
            .Select(Path.GetFileName),
        static name => !name!.StartsWith("dotnet-diagnostic-", StringComparison.Ordinal)
            && !name.StartsWith("clr-debug-pipe-", StringComparison.Ordinal));

    private Process Start(string shell, string[] arguments)
    {
        string command = string.Join(
            ' ',
            new[] { VictimProcess.Muxer, "exec", typeof(Application).Assembly.Location }.Concat(arguments).Select(word => $"'{word}'"));
        var start = new ProcessStartInfo("/bin/bash", ["-c", $"{shell} {command}"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["TMPDIR"] = _folder.Path;
        return Process.Start(start)!;
    }
}
