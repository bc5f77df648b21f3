using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Cenote.Heap.Victim;
using Cenote.Tool;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Heaps;
using Cenote.Tool.Reports;
using Microsoft.Diagnostics.NETCore.Client;

namespace Cenote.Heap.Tests;

[Collection(VictimTests.Name)]
public sealed class CommandTests(VictimFixture fixture, CommandTests.Read read) : IClassFixture<CommandTests.Read>, IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    private readonly TemporaryFolder _folder = new();

    private string Pid => fixture.Victim.Id.ToString(CultureInfo.InvariantCulture);

    public void Dispose() => _folder.Dispose();

    [PtraceFact]
    public async Task The_first_lines_are_the_answer()
    {
        (int exitCode, string output, string error) = await read.Result;

        Assert.Equal((ExitCodes.Success, ""), (exitCode, error));
        Assert.EndsWith(
    " MB can be saved, 11.4 MB of it in one place: Large.Text", output.ReplaceLineEndings("\n").Split('\n')[0], StringComparison.Ordinal);
        Assert.Contains("\nvictim.dmp: ", output, StringComparison.Ordinal);
        Assert.Contains("repeat others.", output, StringComparison.Ordinal);
        Assert.Contains("Customer.City", output, StringComparison.Ordinal);
        Assert.Contains("20,000", output, StringComparison.Ordinal);
        Assert.Contains("Large.Text: 3 strings have 1 distinct value: a StringInterner", output.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [PtraceFact(IsLong = true)]
    public async Task Without_asking_for_them_no_text_of_the_process_is_in_any_output()
    {
        foreach (string[] way in new string[][] { [fixture.Dump], [Pid], [Pid, "--live"], [Pid, "--dump"] })
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

        HeapReport report = JsonSerializer.Deserialize(File.ReadAllText(json), HeapJson.Default.HeapReport)!;
        Assert.Equal([Holdings.Secret], report.Advice.Single(item => item.Place == "Customer.Password").Examples);
    }

    [PtraceFact]
    public async Task The_json_has_the_counts()
    {
        await read.Result;
        HeapReport report = JsonSerializer.Deserialize(File.ReadAllText(read.JsonPath), HeapJson.Default.HeapReport)!;

        Assert.Equal(HeapReport.CurrentSchema, report.Schema);
        Assert.All(report.Advice, static item => Assert.Empty(item.Examples));
        HeapPlace city = report.Places.Single(place => place.Name == "Customer.City");
        Assert.Equal((Holdings.Customers, Holdings.Cities), (city.Strings, city.Distinct));
        Assert.Equal(city.RepeatedBytes - (Holdings.Cities * HeapRules.InternerBytesPerText), city.SavedAsInterned);
        Assert.Equal("file", report.Target.Way);
        Assert.Null(report.Target.StandstillSeconds);
        Assert.Null(report.Target.CopySeconds);
        Assert.Null(report.Target.CopiedBytes);
    }

    [PtraceFact]
    public async Task The_first_screen_says_what_its_signs_mean_and_where_small_places_are()
    {
        (int _, string output, string _) = await read.Result;
        string line = string.Join(' ', output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

        Assert.Contains("'-' means memory saved, '+' extra memory needed.", line, StringComparison.Ordinal);
        Assert.Contains(
            "places that take less than 0.1 % of the heap are only in the reports of --html and --json.", line, StringComparison.Ordinal);
    }

    [PtraceFact]
    public void Ps_leaves_out_who_asks_and_the_launcher_that_started_it()
    {
        int self = Environment.ProcessId;
        IEnumerable<int> all = HeapProcesses.List(asker: 0, "dotnet").Select(process => process.Id);
        IEnumerable<int> withoutLauncher = HeapProcesses.List(fixture.Victim.Id, HeapProcesses.NameOf(self)).Select(process => process.Id);
        IEnumerable<int> ofOtherName = HeapProcesses.List(fixture.Victim.Id, "another").Select(process => process.Id);

        Assert.Contains(self, all);
        Assert.Contains(fixture.Victim.Id, all);
        Assert.DoesNotContain(self, withoutLauncher);
        Assert.DoesNotContain(fixture.Victim.Id, withoutLauncher);
        Assert.Contains(self, ofOtherName);
        Assert.DoesNotContain(fixture.Victim.Id, ofOtherName);
    }

    [PtraceFact]
    public async Task What_is_asked_for_on_standard_output_is_there_alone()
    {
        (int exitCode, string json, string report) = await RunAsync("heap", fixture.Dump, "--json", "-");
        Assert.Equal(ExitCodes.Success, exitCode);
        Assert.NotNull(JsonSerializer.Deserialize(json, HeapJson.Default.HeapReport));
        Assert.Contains("\nvictim.dmp: ", report, StringComparison.Ordinal);

        (int _, string html, string _) = await RunAsync("heap", fixture.Dump, "--html", "-");
        Assert.StartsWith("<!DOCTYPE html>", html, StringComparison.OrdinalIgnoreCase);
        Assert.EndsWith("</html>", html.TrimEnd(), StringComparison.Ordinal);
        Assert.False(File.Exists("-"));
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

    [Fact]
    public async Task Ps_names_the_option_that_it_does_not_have() => Assert.Equal(
        "cenote: 'heap ps' only lists processes; remove '--json', or name a process or a dump. See 'cenote heap --help'.",
        (await RunAsync("heap", "ps", "--json", "-")).Error.TrimEnd());

    [Theory]
    [InlineData("no/such/file.dmp")]
    [InlineData("2147483647")]
    [InlineData("2147483647", "--live")]
    [InlineData("file.dmp", "--live")]
    [InlineData("file.dmp", "--keep-dump", "kept.dmp")]
    [InlineData("file.dmp", "--dump")]
    [InlineData("1", "--live", "--keep-dump", "kept.dmp")]
    [InlineData("1", "--live", "--dump")]
    [InlineData("1", "--top", "none")]
    [InlineData("1", "--longest-standstill", "0")]
    [InlineData("1", "--longest-standstill", "-1")]
    [InlineData("1", "--longest-standstill", "long")]
    [InlineData("file.dmp", "--longest-standstill", "2")]
    [InlineData("--unknown")]
    [InlineData("ps", "--json", "processes.json")]
    [InlineData("ps", "--top", "5")]
    [InlineData("ps", "--yes")]
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
        Assert.StartsWith("cenote: The report cannot be written to ", error, StringComparison.Ordinal);
        Assert.Contains("its directory does not exist", error, StringComparison.Ordinal);
    }

    [PtraceFact]
    public async Task A_dump_that_cannot_be_kept_is_refused_before_the_process_stands_still()
    {
        (int exitCode, string _, string error) = await RunAsync("heap", Pid, "--keep-dump", _folder.PathOf("no/such/kept.dmp"));

        Assert.Equal(ExitCodes.Usage, exitCode);
        Assert.StartsWith("cenote: The dump cannot be written to ", error, StringComparison.Ordinal);
    }

    [PtraceFact]
    public async Task A_dump_does_not_replace_a_file_and_the_process_is_not_paused()
    {
        string thesis = _folder.Write("thesis.txt", "the only copy"u8.ToArray());
        foreach (string path in (string[])[thesis, "/dev/null"])
        {
            (int exitCode, string output, string error) = await RunAsync("heap", Pid, "--keep-dump", path);
            Assert.Equal((ExitCodes.Usage, ""), (exitCode, output));
            Assert.StartsWith($"cenote: The dump cannot be written to '{path}'", error, StringComparison.Ordinal);
        }

        Assert.Equal("the only copy", File.ReadAllText(thesis));
    }

    [PtraceFact]
    public async Task A_long_standstill_is_announced_and_where_a_person_answers_asked_about()
    {
        (int exitCode, string error) = await AnswerAsync(isTerminal: true, "n\n", isAgreed: false, isDump: false);
        Assert.Equal(ExitCodes.Cancelled, exitCode);
        Assert.EndsWith(" Continue? [y/N] ", error, StringComparison.Ordinal);
        Assert.Equal(ExitCodes.Cancelled, (await AnswerAsync(isTerminal: true, "n\n", isAgreed: false, isDump: true)).ExitCode);

        (exitCode, error) = await AnswerAsync(isTerminal: true, "y\n", isAgreed: false, isDump: false);
        Assert.Equal(ExitCodes.Success, exitCode);
        Assert.Contains("The process will be stopped for about 1 s. Continue? [y/N] ", error, StringComparison.Ordinal);

        (exitCode, error) = await AnswerAsync(isTerminal: true, "n\n", isAgreed: true, isDump: false);
        Assert.Equal(ExitCodes.Success, exitCode);
        Assert.DoesNotContain("Continue?", error, StringComparison.Ordinal);

        (exitCode, error) = await AnswerAsync(isTerminal: false, "n\n", isAgreed: false, isDump: false);
        Assert.Equal((ExitCodes.Success, "The process will be stopped for about 1 s."), (exitCode, error.TrimEnd()));
        fixture.Victim.AssertRuns();

        async Task<(int ExitCode, string Error)> AnswerAsync(bool isTerminal, string answer, bool isAgreed, bool isDump)
        {
            using var written = new StringWriter();
            var terminal = new Terminal(
                TextWriter.Null, written, () => new MemoryStream(Encoding.UTF8.GetBytes(answer)), isTerminal, isTerminal, UseColor: false)
            {
                IsInputTerminal = isTerminal,
            };
            try
            {
                int done = await new HeapRun(terminal, TimeSpan.Zero) { LongStandstill = TimeSpan.Zero }.RunAsync(
                    new HeapSettings { Target = Pid, IsAgreed = isAgreed, IsDump = isDump }, CancellationToken.None);
                return (done, written.ToString());
            }
            catch (ToolException exception)
            {
                return (exception.ExitCode, written.ToString());
            }
        }
    }

    [PtraceFact]
    public async Task A_process_that_would_stand_still_for_longer_than_allowed_is_not_stopped()
    {
        foreach (string[] way in new[] { Array.Empty<string>(), ["--dump"] })
        {
            (int exitCode, string output, string error) = await RunAsync(["heap", Pid, "--longest-standstill", "0.0001", .. way]);

            Assert.Equal((ExitCodes.Failure, string.Empty), (exitCode, output));
            Assert.Contains("longer than --longest-standstill allows; it was not stopped.", error, StringComparison.Ordinal);
        }

        (int success, string report, string _) = await RunAsync(["heap", Pid, "--longest-standstill", "3600"]);
        Assert.Equal(ExitCodes.Success, success);
        Assert.Contains("on the heap", report, StringComparison.Ordinal);
        fixture.Victim.AssertRuns();
    }

    [PtraceFact]
    public async Task The_parts_of_the_standstill_are_told()
    {
        string json = _folder.PathOf("report.json");
        string html = _folder.PathOf("report.html");
        (int _, string output, string _) = await RunAsync("heap", Pid, "--json", json, "--html", html);
        HeapTarget target = JsonSerializer.Deserialize(File.ReadAllText(json), HeapJson.Default.HeapReport)!.Target;
        string sentence = HeapSummary.Standstill(target).Trim();

        Assert.InRange(target.CopySeconds!.Value, double.Epsilon, target.StandstillSeconds!.Value);
        Assert.Contains(" to attach and ", sentence, StringComparison.Ordinal);
        Assert.Contains(sentence, output.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains(sentence, File.ReadAllText(html), StringComparison.Ordinal);
    }

    [PtraceFact(IsLong = true)]
    public async Task A_process_is_copied_unless_a_dump_is_asked_for()
    {
        Assert.Equal("live", await WayOf());
        Assert.Equal("live", await WayOf("--live"));
        Assert.Equal("dump", await WayOf("--dump"));
        Assert.Equal("dump", await WayOf("--keep-dump", _folder.PathOf("kept.dmp")));

        async Task<string> WayOf(params string[] options)
        {
            string json = _folder.PathOf("report.json");
            Assert.Equal((ExitCodes.Success, ""), await ErrorOf(["heap", Pid, "--json", json, .. options]));
            return JsonSerializer.Deserialize(File.ReadAllText(json), HeapJson.Default.HeapReport)!.Target.Way;
        }

        async Task<(int, string)> ErrorOf(string[] arguments)
        {
            (int exitCode, string _, string error) = await RunAsync(arguments);
            return (exitCode, error);
        }
    }

    [PtraceFact(IsLong = true)]
    public async Task What_is_measured_is_told_and_no_text_of_it_is_in_any_output_or_command_line()
    {
        string html = _folder.PathOf("report.html");
        string json = _folder.PathOf("report.json");
        Task<(int ExitCode, string Out, string Error)> running = Task.Run(
            () => RunAsync("heap", fixture.Dump, "--measure", "--html", html, "--json", json));
        string[] texts = [Holdings.Secret, "Key of its own "];
        int children = 0;
        while (!running.IsCompleted)
        {
            string[] commands = [.. CommandLines()];
            children += commands.Count(command => command.Contains("Cenote.Tool", StringComparison.Ordinal));
            Assert.All(texts, text => Assert.DoesNotContain(commands, command => command.Contains(text, StringComparison.Ordinal)));
            await Task.Delay(20);
        }

        (int exitCode, string output, string error) = await running;

        Assert.Equal((ExitCodes.Success, ""), (exitCode, error));
        Assert.True(children > 0, "No measuring process was seen.");
        string flat = output.ReplaceLineEndings(" ");
        Assert.Contains("strings of Holdings._byKey → Dictionary<string, int>", flat, StringComparison.Ordinal);
        Assert.Contains("strings of Customer.Password", flat, StringComparison.Ordinal);
        Assert.Contains("Large.Text was not measured", flat, StringComparison.Ordinal);
        foreach (string written in new[] { output, File.ReadAllText(html), File.ReadAllText(json) })
        {
            Assert.All(texts, text => Assert.DoesNotContain(text, written, StringComparison.Ordinal));
        }
    }

    [PtraceFact(IsLong = true)]
    public async Task The_library_that_reads_heaps_creates_no_folder_and_keeps_one_of_another_user()
    {
        string symbols = _folder.PathOf("symbols");
        using var victim = new VictimProcess("nothing", environment: [("TMPDIR", _folder.Path)]);
        foreach (string[] way in new string[][] { [fixture.Dump], [$"{victim.Id}", "--live"], [$"{victim.Id}", "--dump"] })
        {
            Assert.Equal((ExitCodes.Success, ""), await ErrorOf("exec", way));
            Assert.False(Directory.Exists(symbols));
        }

        Directory.CreateDirectory(symbols);
        Assert.Equal((ExitCodes.Success, ""), await ErrorOf("exec", [fixture.Dump]));
        Assert.Empty(Directory.EnumerateFileSystemEntries(symbols));
    }

    [SetprivFact(IsLong = true)]
    public async Task The_user_of_a_process_that_an_administrator_dumps_cannot_keep_the_dump_from_being_deleted()
    {
        FileModes.Set(_folder.Path, (UnixFileMode)0b111_111_111);
        using var victim = new VictimProcess(
            "nothing", $"exec {SetprivFactAttribute.AsNobody}", ("TMPDIR", _folder.Path), ("HOME", _folder.Path));
        const string Attack = "while true; do for f in cenote-heap-*; do mkdir $f/mine; ln -s / $f/link; done; sleep 0.01; done";
        using Process attacker = Process.Start(new ProcessStartInfo(
            "/bin/bash", ["-c", $"cd {_folder.Path}; exec {SetprivFactAttribute.AsNobody} bash -c '{Attack}' 2>/dev/null"]))!;
        try
        {
            Assert.Equal((ExitCodes.Success, ""), await ErrorOf("exec", [$"{victim.Id}", "--dump"]));
            AssertNothingIsLeft();
        }
        finally
        {
            attacker.Kill();
            await attacker.WaitForExitAsync();
        }

        string kept = _folder.PathOf("kept.dmp");
        Assert.Equal((ExitCodes.Success, ""), await ErrorOf("exec", [$"{victim.Id}", "--keep-dump", kept]));
        Assert.Equal(FileModes.ForOwner, FileModes.Of(kept));
        Assert.True(FileOwner.IsTrusted(kept, kept));
        victim.AssertRuns();
    }

    [SetprivFact(IsLong = true)]
    public async Task A_report_of_another_user_in_a_sticky_folder_is_written_in_place()
    {
        FileModes.Set(_folder.Path, (UnixFileMode)0b1_111_111_111);
        using var victim = new VictimProcess(
            "nothing", $"exec {SetprivFactAttribute.AsNobody}", ("TMPDIR", _folder.Path), ("HOME", _folder.Path));
        string json = _folder.Write("report.json", []);
        FileModes.Set(json, (UnixFileMode)0b110_110_110);
        string closed = _folder.Write("closed.json", []);

        string[] heap = [$"{victim.Id}", "--dump", "--json"];
        (int refusal, string error) = await ErrorOf($"exec {SetprivFactAttribute.AsNobody}", [.. heap, closed]);

        Assert.Equal((ExitCodes.Success, ""), await ErrorOf($"exec {SetprivFactAttribute.AsNobody}", [.. heap, json]));
        Assert.NotNull(JsonSerializer.Deserialize(File.ReadAllText(json), HeapJson.Default.HeapReport));
        Assert.Equal(ExitCodes.Usage, refusal);
        Assert.StartsWith($"cenote: The report cannot be written to '{closed}'", error, StringComparison.Ordinal);
    }

    [PtraceFact]
    public void A_socket_that_no_runtime_created_is_not_listed()
    {
        using var sleeping = Process.Start("sleep", "60");
        string path = Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{sleeping.Id}-1-socket");
        string missing = Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{int.MaxValue}-1-socket");
        try
        {
            using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            socket.Bind(new UnixDomainSocketEndPoint(path));
            File.WriteAllText(missing, "");

            Assert.Contains(sleeping.Id, DiagnosticsClient.GetPublishedProcesses());
            Assert.DoesNotContain(sleeping.Id, HeapProcesses.Published());
            Assert.DoesNotContain(int.MaxValue, HeapProcesses.Published());
            Assert.Contains(fixture.Victim.Id, HeapProcesses.Published());
        }
        finally
        {
            File.Delete(path);
            File.Delete(missing);
            sleeping.Kill();
        }
    }

    [PtraceFact(IsLong = true)]
    public async Task Whoever_ends_it_in_the_middle_finds_nothing_left_and_the_process_goes_on()
    {
        // The runtime creates the diagnostic socket of a process in TMPDIR.
        using var victim = new VictimProcess(environment: [("TMPDIR", _folder.Path)]);
        string pid = victim.Id.ToString(CultureInfo.InvariantCulture);
        foreach (string signal in new[] { "-INT", "-TERM" })
        {
            await EndAsync(signal, "--live");

            // On a busy machine a signal may arrive after the dump was read.
            int attempts = 1;
            while (await EndAsync(signal, "--dump") != ExitCodes.Cancelled)
            {
                Assert.InRange(++attempts, 2, 5);
            }
        }

        victim.AssertRuns();

        async Task<int> EndAsync(string signal, string way)
        {
            using Process process = Start("exec", ["heap", pid, way]);
            victim.WaitUntilTraced();
            if (way == "--dump")
            {
                Assert.Single(Directory.EnumerateDirectories(_folder.Path, "cenote-heap-*"));
                TemporaryDumps.AssertPrivate(_folder.Path);
            }
            else
            {
                AssertCopyIsPrivate(process.Id);
            }

            using var kill = Process.Start("kill", [signal, $"{process.Id}"]);
            Task<string> output = process.StandardOutput.ReadToEndAsync();
            string error = await process.StandardError.ReadToEndAsync().WaitAsync(s_patience);
            await output.WaitAsync(s_patience);
            await process.WaitForExitAsync().WaitAsync(s_patience);
            Assert.True(
                process.ExitCode is ExitCodes.Cancelled or ExitCodes.Success, $"{signal} {way}: {process.ExitCode}: {error}");
            victim.WaitUntilFree();
            AssertNothingIsLeft();
            return process.ExitCode;
        }
    }

    [PtraceFact(IsLong = true)]
    public async Task A_process_that_is_killed_while_it_is_copied_is_told_as_such_or_was_copied_before()
    {
        int told = 0;
        foreach (int milliseconds in new[] { 0, 0, 20, 40, 80 })
        {
            using var victim = new VictimProcess();
            using Process process = Start("exec", ["heap", $"{victim.Id}", "--live"]);
            victim.WaitUntilTraced();
            await Task.Delay(milliseconds);
            victim.Signal("-KILL");
            Task<string> output = process.StandardOutput.ReadToEndAsync();
            string error = await process.StandardError.ReadToEndAsync().WaitAsync(s_patience);
            string report = await output.WaitAsync(s_patience);
            await process.WaitForExitAsync().WaitAsync(s_patience);
            if (process.ExitCode == ExitCodes.Success)
            {
                Assert.DoesNotContain("could not be read", report, StringComparison.Ordinal);
                continue;
            }

            told++;
            Assert.Equal(ExitCodes.Failure, process.ExitCode);
            Assert.Equal($"cenote: Process {victim.Id} ended before its heap was read.", error.TrimEnd());
        }

        Assert.True(told > 0, "No process was killed before it was copied.");
        AssertNothingIsLeft();
    }

    [PtraceFact]
    public async Task A_full_disk_is_a_failure_that_leaves_nothing_and_the_process_goes_on()
    {
        // Files are limited to 1 MiB each. W^X is disabled, because the runtime would create larger in-memory files for its code.
        using Process process = Start("trap '' XFSZ; ulimit -f 1024; DOTNET_EnableWriteXorExecute=0 exec", ["heap", Pid, "--live"]);
        string error = await process.StandardError.ReadToEndAsync().WaitAsync(s_patience);
        await process.WaitForExitAsync().WaitAsync(s_patience);

        Assert.Equal(ExitCodes.Failure, process.ExitCode);
        Assert.StartsWith("cenote: The heap cannot be copied to ", error, StringComparison.Ordinal);
        Assert.Single(error.TrimEnd().Split('\n'));
        AssertNothingIsLeft();
        fixture.Victim.AssertRuns();
    }

    [SetprivFact]
    public async Task A_user_without_the_right_is_told_so_whichever_way_and_the_process_goes_on()
    {
        using var victim = new VictimProcess("nothing", environment: [("TMPDIR", _folder.Path)]);
        FileModes.Set(_folder.Path, (UnixFileMode)0b111_111_111);
        foreach (string[] way in new string[][] { [], ["--live"], ["--dump"] })
        {
            (int exitCode, string error) = await ErrorOf($"exec {SetprivFactAttribute.AsNobody}", [$"{victim.Id}", .. way]);

            Assert.Equal(ExitCodes.Failure, exitCode);
            Assert.StartsWith("cenote: ", error, StringComparison.Ordinal);
            Assert.Contains("Run cenote as the user of the process", error, StringComparison.Ordinal);
            Assert.Contains("SYS_PTRACE", error, StringComparison.Ordinal);
            Assert.Single(error.TrimEnd().Split('\n'));
        }

        victim.AssertRuns();
        AssertNothingIsLeft();
    }

    [SetprivFact(IsLong = true)]
    public async Task Where_a_process_must_not_be_copied_a_dump_is_taken()
    {
        using var victim = new VictimProcess("nothing", environment: [("TMPDIR", _folder.Path)]);
        string json = _folder.PathOf("report.json");

        (int exitCode, string error) = await ErrorOf($"exec {SetprivFactAttribute.WithoutPtrace}", [$"{victim.Id}", "--json", json]);
        (int refusal, string _) = await ErrorOf($"exec {SetprivFactAttribute.WithoutPtrace}", [$"{victim.Id}", "--live"]);

        Assert.Equal((ExitCodes.Success, ""), (exitCode, error));
        Assert.Equal("dump", JsonSerializer.Deserialize(File.ReadAllText(json), HeapJson.Default.HeapReport)!.Target.Way);
        Assert.Equal(ExitCodes.Failure, refusal);
        victim.AssertRuns();
    }

    private async Task<(int ExitCode, string Error)> ErrorOf(string shell, string[] arguments)
    {
        using Process process = Start(shell, ["heap", .. arguments]);
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        string error = await process.StandardError.ReadToEndAsync().WaitAsync(s_patience);
        await output.WaitAsync(s_patience);
        await process.WaitForExitAsync().WaitAsync(s_patience);
        return (process.ExitCode, error);
    }

    private static IEnumerable<string> CommandLines()
    {
        foreach (string process in Directory.EnumerateDirectories("/proc"))
        {
            string command;
            try
            {
                command = File.ReadAllText($"{process}/cmdline");
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                continue;
            }

            yield return command;
        }
    }

    // The file has been unlinked but still has its mode.
    private static void AssertCopyIsPrivate(int process)
    {
        string[] copies =
        [
            .. Directory.EnumerateFiles($"/proc/{process}/fd")
                .Where(file => new FileInfo(file).LinkTarget?.Contains("cenote-heap-", StringComparison.Ordinal) == true),
        ];
        Assert.Equal(FileModes.ForOwner, FileModes.Of(Assert.Single(copies)));
    }

    private static async Task<(int ExitCode, string Out, string Error)> RunAsync(params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var terminal = new Terminal(output, error, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: false);
        int exitCode = await new Application(terminal, TimeSpan.FromMilliseconds(2)).RunAsync(arguments);
        return (exitCode, output.ToString(), error.ToString());
    }

    // Excludes the diagnostic endpoints of running processes.
    private void AssertNothingIsLeft() => Assert.DoesNotContain(
        Directory.EnumerateFiles(_folder.Path, "*", SearchOption.AllDirectories)
            .Concat(Directory.EnumerateDirectories(_folder.Path, "cenote-heap*"))
            .Select(Path.GetFileName),
        static name => !name!.StartsWith("dotnet-diagnostic-", StringComparison.Ordinal)
            && !name.StartsWith("clr-debug-pipe-", StringComparison.Ordinal));

    /// <summary>One report of the dump for all tests that only read the report.</summary>
    public sealed class Read : IDisposable
    {
        private readonly TemporaryFolder _folder = new();
        private readonly Lazy<Task<(int ExitCode, string Out, string Error)>> _result;

        public Read(VictimFixture fixture) =>
            _result = new(() => RunAsync("heap", fixture.Dump, "--json", JsonPath));

        public string JsonPath => _folder.PathOf("report.json");

        public Task<(int ExitCode, string Out, string Error)> Result => _result.Value;

        public void Dispose() => _folder.Dispose();
    }

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
