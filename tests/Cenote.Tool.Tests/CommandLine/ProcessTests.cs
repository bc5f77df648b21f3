using System.Diagnostics;
using System.Text.Json;
using System.Text.RegularExpressions;
using Cenote.Tests.Support;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Comparing;

namespace Cenote.Tool.Tests.CommandLine;

/// <summary>The tool as a separate process, as a shell runs it.</summary>
public sealed partial class ProcessTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    // With few strings this section measures nothing, which suffices to test inputs and outputs.
    private const string Nothing = CachesSection.SectionName;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [LongFact]
    public async Task A_small_file_is_measured_from_end_to_end()
    {
        string path = _folder.Write("words.txt", string.Join('\n', Enumerable.Range(0, 500).Select(i => $"word {i}")));

        using Process process = Start("measure", path, "--limit", "400", "--rounds", "3", "--only", "strings");
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Success, process.ExitCode);
        Assert.Contains("words.txt: 400 strings", output, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', output);
        Assert.Empty(await process.StandardError.ReadToEndAsync());
    }

    [Fact]
    public async Task A_pipe_is_read_without_being_named()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        string path = _folder.Write("words.txt", "one\ntwo\nthree\n");

        using Process process = StartShell($"cat '{path}' | {Shown("measure", "--only", Nothing)}");
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Success, process.ExitCode);
        Assert.Contains("standard input: 3 strings", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_option_is_told_on_standard_error()
    {
        using Process process = Start("measure", "--rounds", "zero");
        string error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Usage, process.ExitCode);
        Assert.StartsWith("cenote: ", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupt_ends_it_with_130()
    {
        if (OperatingSystem.IsWindows())
        {
            // Windows cannot send a signal to another process.
            return;
        }

        using Process process = Start("measure", "--json", Path.Combine(_folder.Path, "report.json"));
        await Task.Delay(TimeSpan.FromSeconds(2));
        using Process kill = Process.Start("kill", ["-INT", $"{process.Id}"]);
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Cancelled, process.ExitCode);
        Assert.DoesNotContain("Saves", await process.StandardOutput.ReadToEndAsync(), StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [LongFact]
    public async Task A_child_that_an_interrupt_ends_first_is_no_failure_and_what_was_finished_is_reported()
    {
        if (!OperatingSystem.IsLinux())
        {
            // pkill -P may be missing on other systems.
            return;
        }

        string text = _folder.Write("words.txt", string.Join('\n', Enumerable.Range(0, 500)));
        using Process process = Start("measure", text, "--rounds", "3", "--json", text + ".json");
        while (await process.StandardOutput.ReadLineAsync().WaitAsync(s_patience) is string line
            && !line.StartsWith("Report", StringComparison.Ordinal))
        {
        }

        using Process kill = StartShell($"until pkill -INT -P {process.Id}; do sleep 0.05; done");
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Cancelled, process.ExitCode);
        Assert.Contains("Stopped; the report contains what was finished.", output, StringComparison.Ordinal);
        Assert.False(ReportReader.Read(text + ".json").IsComplete);
        Assert.Empty(await process.StandardError.ReadToEndAsync());
    }

    [LongFact]
    public async Task A_standard_output_that_is_closed_does_not_keep_reports_from_being_written()
    {
        if (OperatingSystem.IsWindows())
        {
            // On Windows a shell cannot close standard output.
            return;
        }

        string text = _folder.Write("words.txt", "one\ntwo\nthree\n");
        string json = text + ".json";

        await FailsWithOneLine($"{Shown("measure", text, "--only", "sort", "--rounds", "3", "--json", json)} >&-");

        Assert.True(ReportReader.Read(json).IsComplete);
        await FailsWithOneLine($"{Shown("compare", json, json)} >&-");

        static async Task FailsWithOneLine(string command)
        {
            using Process process = StartShell(command);
            string error = await process.StandardError.ReadToEndAsync();
            await process.WaitForExitAsync().WaitAsync(s_patience);

            Assert.Equal(ExitCodes.Failure, process.ExitCode);
            Assert.Matches("\\Acenote: The output cannot be written: [^\n]+\n\\z", error);
        }
    }

    [Fact]
    public async Task A_disk_that_is_full_when_the_report_is_written_is_a_failure_and_leaves_nothing_behind()
    {
        if (!OperatingSystem.IsLinux())
        {
            // The shell can limit file sizes only on Unix.
            return;
        }

        string text = _folder.Write("words.txt", "one\ntwo\nthree\n");

        // Files are limited to 1,024 bytes. W^X is disabled, because the runtime would create larger in-memory files for its
        // code.
        using Process process = StartShell(
            "trap '' XFSZ; ulimit -f 1; DOTNET_EnableWriteXorExecute=0 exec "
            + Shown("measure", text, "--only", Nothing, "--json", text + ".json"));
        string error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Failure, process.ExitCode);
        Assert.StartsWith($"cenote: The report cannot be written to '{text}.json': ", error, StringComparison.Ordinal);
        Assert.Equal([text], Directory.EnumerateFileSystemEntries(_folder.Path));
    }

    [Fact]
    public async Task Reports_are_written_to_descriptors_devices_and_aliases_of_standard_output()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        string text = _folder.Write("words.txt", "one\ntwo\nthree\n");
        string html = text + ".html";
        string[] measure = ["measure", text, "--only", Nothing];

        using Process process = StartShell(
            $"{Shown([.. measure, "--json", "/dev/stdout", "--html", "/dev/fd/7"])} 7> >(cat > '{html}') && "
            + $"{Shown([.. measure, "--html", "/dev/null"])} >/dev/null && test -c /dev/null");
        string json = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Success, process.ExitCode);
        Assert.NotNull(JsonSerializer.Deserialize(json, ReportJson.Default.MeasureReport));
        Assert.EndsWith("</html>", File.ReadAllText(html).TrimEnd(), StringComparison.Ordinal);
        Assert.Equal(2, Directory.GetFiles(_folder.Path).Length);
    }

    [Fact]
    public async Task A_report_that_is_mounted_is_written_in_place()
    {
        if (!OperatingSystem.IsLinux() || Environment.UserName != "root")
        {
            // Only root may mount files.
            return;
        }

        string text = _folder.Write("words.txt", "one\ntwo\nthree\n");
        string json = _folder.Write("report.json", "");
        string mounted = _folder.Write("mounted.json", "");

        string measure = Shown("measure", text, "--only", Nothing, "--json", json);
        using Process process = StartShell($"unshare -m bash -c \"mount --bind '{mounted}' '{json}' && {measure}\"");
        Task<string> error = process.StandardError.ReadToEndAsync();
        await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal((ExitCodes.Success, ""), (process.ExitCode, await error));
        Assert.True(ReportReader.Read(mounted).IsComplete);
        Assert.Equal("", File.ReadAllText(json));
        Assert.Equal(3, Directory.GetFiles(_folder.Path).Length);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("NO_COLOR=1 ", false)]
    public async Task A_terminal_gets_colour_unless_the_environment_says_no(string environment, bool isColourful)
    {
        if (await OnTerminal($"TERM=xterm-256color {environment}", columns: 100) is string output)
        {
            Assert.Equal(isColourful, ColourSequence().IsMatch(output));
        }
    }

    [Theory]
    [InlineData(40)]
    [InlineData(56)]
    [InlineData(100)]
    public async Task A_report_is_as_wide_as_its_terminal(int columns)
    {
        if (await OnTerminal("TERM=xterm-256color NO_COLOR=1 ", columns) is string output)
        {
            string[] lines = [.. EscapeSequence().Replace(output, "").Split('\n').Select(line => line.TrimEnd())];
            Assert.Contains("1 worse, 0 better, 4 unchanged.", lines);
            Assert.InRange(lines.Max(line => line.Length), columns / 2, columns);
        }
    }

    [GeneratedRegex("\u001b\\[[0-9;]*(3[0-9]|9[0-9])[0-9;]*m")]
    private static partial Regex ColourSequence();

    [GeneratedRegex("\u001b\\[[0-9;?]*[a-zA-Z]|\u001b[=>]")]
    private static partial Regex EscapeSequence();

    // The output of a comparison on a terminal; null if no installed program can emulate a terminal.
    private async Task<string?> OnTerminal(string environment, int columns)
    {
        if (!File.Exists("/usr/bin/script"))
        {
            return null;
        }

        string before = WriteRun("before.json", 0.5);
        string after = WriteRun("after.json", 0.8);
        string command = $"stty cols {columns}; env {environment}{Shown("compare", before, after)}";
        string[] arguments = ["--quiet", "--return", "--command", command, "/dev/null"];
        using Process process = Start(new ProcessStartInfo("/usr/bin/script", arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
        });
        string output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync().WaitAsync(s_patience);
        Assert.Equal(ExitCodes.Success, process.ExitCode);
        return output;
    }

    private string WriteRun(string name, double ratio) => _folder.Write(
        name, JsonSerializer.Serialize(Runs.Of(Runs.Step("hold", [Runs.Rival(ratio)])), ReportJson.Default.MeasureReport));

    private static string Muxer => Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";

    // The command line, quoted for a shell.
    private static string Shown(params string[] arguments) =>
        string.Join(
            ' ',
            new[] { Muxer, "exec", typeof(Application).Assembly.Location }.Concat(arguments).Select(argument => $"'{argument}'"));

    private static Process StartShell(string command) => Start(new ProcessStartInfo("/bin/bash", ["-c", command]));

    private static Process Start(params string[] arguments) =>
        Start(new ProcessStartInfo(Muxer, ["exec", typeof(Application).Assembly.Location, .. arguments]));

    private static Process Start(ProcessStartInfo start)
    {
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
        start.UseShellExecute = false;
        return Process.Start(start)!;
    }
}
