using System.Text;
using System.Text.Json.Nodes;
using Cenote.Tests.Support;
using Cenote.Tool.Advising;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Reports;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.CommandLine;

/// <summary>Runs that end with the verdict, and the destinations of their reports.</summary>
public sealed class VerdictTests(VerdictTests.Measured measured) : IClassFixture<VerdictTests.Measured>, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_alone_is_measured_and_ends_with_the_verdict()
    {
        Invocation run = measured.Invocation;

        MeasureReport report = ReportReader.Read(measured.JsonPath);
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("words.txt: 500 strings", run.Out, StringComparison.Ordinal);
        Assert.Contains(OnOneLine(report.Answer!.Verdict), OnOneLine(run.Out), StringComparison.Ordinal);
        Assert.DoesNotContain("Sort", run.Out, StringComparison.Ordinal);
        Assert.Equal(["strings"], report.Sections.Select(section => section.Name));
        Assert.True(report.IsComplete);
        Assert.Equal(3, report.Rounds);
        Assert.All(report.Sections[0].Steps, step => Assert.Equal(report.Rounds, step.Timing.Rounds));
    }

    [LongFact]
    public async Task A_run_answers_all_questions_and_ends_with_the_largest_gains()
    {
        Invocation run = await measured.All;

        MeasureReport report = ReportReader.Read(measured.AllPath);
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(
            SectionList.Names.Except([CachesSection.SectionName]),
            report.Sections.Where(static section => section.Steps.Count > 0).Select(static section => section.Name));
        Assert.NotNull(report.Answer);
        Assert.All(
            report.Sections.Skip(1).SelectMany(static section => section.Steps),
            static step => Assert.Equal(MeasureSettings.DefaultOtherRounds, step.Timing.Rounds));
        Assert.Contains(Summary.Of(report) ?? report.Answer.Verdict, OnOneLine(run.Out), StringComparison.Ordinal);
    }

    [LongFact]
    public async Task The_verdict_is_on_all_strings_and_not_on_a_sample()
    {
        const int Lines = MeasureSettings.MaxStrings + 50_000;
        string path = _folder.Write("lines.txt", string.Concat(Enumerable.Range(0, Lines).Select(static i => $"line {i}\n")));
        string json = Path.Combine(_folder.Path, "report.json");
        string limited = Path.Combine(_folder.Path, "limited.json");

        Invocation run = await Invocation.RunAsync([path, "--only", "strings", "--rounds", "3", "--json", json]);
        Invocation few = await Invocation.RunAsync([path, "--only", "strings", "--rounds", "3", "--limit", "30000", "--json", limited]);

        MeasureReport report = ReportReader.Read(json);
        Assert.Contains(
            "lines.txt: 300,000 strings, one for each line: all for the verdict, a uniform sample of 20,000 (6.7 %) for the rest",
            OnOneLine(run.Out),
            StringComparison.Ordinal);
        Assert.DoesNotContain(report.Answer!.Notes, static note => note.Contains("Measured on", StringComparison.Ordinal));
        Assert.Equal((Lines, MeasureSettings.MaxSampledStrings), (report.Input.HeldStrings, report.Profile.Count));
        Assert.All(report.Sections[0].Steps, step => Assert.Equal(Lines, step.Timing.OperationsPerCall));
        Assert.Contains("Measured on 10.0 % of the strings, and scaled to all of them.", ReportReader.Read(limited).Answer!.Notes);
        Assert.Contains("30,000 strings, one for each line, a uniform sample of 300,000", few.Out, StringComparison.Ordinal);
    }

    [LongTheory]
    [InlineData("--json")]
    [InlineData("--html")]
    public async Task Standard_output_has_the_report_alone_when_it_is_asked_for_there(string option)
    {
        Invocation run = await Invocation.RunAsync([Words(), "--only", "strings", "--rounds", "3", option, "-"]);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("Report", run.Error, StringComparison.Ordinal);
        Assert.Contains("standard output", run.Error, StringComparison.Ordinal);
        if (option == "--json")
        {
            JsonNode report = JsonNode.Parse(run.Out)!;
            Assert.Equal("words.txt", (string?)report["input"]!["name"]);
            Assert.Contains(OnOneLine((string)report["answer"]!["verdict"]!), OnOneLine(run.Error), StringComparison.Ordinal);
        }
        else
        {
            Assert.StartsWith("<!", run.Out, StringComparison.Ordinal);
            Assert.EndsWith("</html>", run.Out.TrimEnd(), StringComparison.Ordinal);
        }
    }

    [LongFact]
    public async Task Reports_are_written_though_the_console_fails()
    {
        string json = Path.Combine(_folder.Path, "report.json");
        string html = Path.Combine(_folder.Path, "report.html");
        using var error = new StringWriter();
        using var output = new BrokenWriter();

        int exitCode = await Run(
            output, error, default, Words(), "--only", "strings", "--rounds", "3", "--json", json, "--html", html);

        Assert.Equal(ExitCodes.Failure, exitCode);
        Assert.StartsWith("cenote: The output cannot be written", error.ToString(), StringComparison.Ordinal);
        Assert.NotNull(ReportReader.Read(json).Answer);
        Assert.True(File.Exists(html));
    }

    [LongFact]
    public async Task Who_interrupts_it_after_the_verdict_gets_a_report_of_what_was_finished()
    {
        string json = Path.Combine(_folder.Path, "report.json");
        using var error = new StringWriter();
        using var stop = new CancellationTokenSource();
        using var output = new StoppingWriter("Report", stop);

        int exitCode = await Run(output, error, stop.Token, Words(), "--rounds", "3", "--json", json);

        MeasureReport report = ReportReader.Read(json);
        Assert.Equal(ExitCodes.Cancelled, exitCode);
        Assert.Contains("Stopped; the report contains what was finished.", output.ToString(), StringComparison.Ordinal);
        Assert.False(report.IsComplete);
        Assert.NotNull(report.Answer);
        Assert.Equal(["strings"], report.Sections.Select(section => section.Name));
    }

    [LongFact]
    public async Task A_baseline_of_different_text_is_refused_unless_it_is_forced()
    {
        string json = measured.JsonPath;
        string html = Path.Combine(_folder.Path, "report.html");
        string other = _folder.Write("other.txt", "this\nis\nother text\n");
        string[] arguments = ["--only", "strings", "--rounds", "3", "--html", html, "--baseline", json];

        Invocation refused = await Invocation.RunAsync([other, .. arguments]);
        bool isWritten = File.Exists(html);
        Invocation forced = await Invocation.RunAsync([other, .. arguments, "--force"]);
        Invocation same = await Invocation.RunAsync([Words(), .. arguments]);
        Invocation alone = await Invocation.RunAsync([Words(), "--only", "strings", "--force"]);

        Assert.Equal(ExitCodes.Usage, refused.ExitCode);
        Assert.Contains("is a report of different text: words.txt, not other.txt; use --force", refused.Error, StringComparison.Ordinal);
        Assert.False(isWritten);
        Assert.Equal(ExitCodes.Success, forced.ExitCode);
        Assert.Equal(ExitCodes.Success, same.ExitCode);
        Assert.Contains("What has changed since", File.ReadAllText(html), StringComparison.Ordinal);
        Assert.Equal(ExitCodes.Usage, alone.ExitCode);
        Assert.Contains("Option '--force' needs '--baseline'", alone.Error, StringComparison.Ordinal);
    }

    [LongFact]
    public async Task A_page_does_not_take_the_place_of_its_baseline_and_results_may()
    {
        string before = File.ReadAllText(measured.JsonPath);
        string json = _folder.Write("report.json", before);
        string html = Path.Combine(_folder.Path, "report.html");
        string[] arguments = [Words(), "--only", "strings", "--rounds", "3", "--baseline", json];

        Invocation refused = await Invocation.RunAsync([.. arguments, "--html", json]);
        bool isKept = File.ReadAllText(json) == before;
        Invocation renewed = await Invocation.RunAsync([.. arguments, "--html", html, "--json", json]);

        Assert.Equal(ExitCodes.Usage, refused.ExitCode);
        Assert.Contains("it is an input file or another report", refused.Error, StringComparison.Ordinal);
        Assert.True(isKept);
        Assert.Equal(ExitCodes.Success, renewed.ExitCode);
        Assert.NotEqual(before, File.ReadAllText(json));
    }

    [LongFact]
    public async Task The_last_verdict_of_the_terminal_is_that_of_the_reports()
    {
        Invocation run = await measured.All;

        Answer answer = ReportReader.Read(measured.AllPath).Answer!;
        string[] verdicts = run.Out.Split("After all measurements the verdict");
        string last = WithoutSpaces(verdicts[^1]);
        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.InRange(verdicts.Length, 1, 2);
        Assert.All(
            new[] { answer.Verdict, answer.Saves, answer.Costs }.OfType<string>(),
            said => Assert.Contains(WithoutSpaces(said), last, StringComparison.Ordinal));

        static string WithoutSpaces(string text) => string.Concat(text.Where(c => !char.IsWhiteSpace(c)));
    }

    [LongFact]
    public async Task Bytes_that_are_no_valid_text_are_told_however_few_they_are()
    {
        byte[] text =
        [
            .. Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 20).Select(i => $"a line of valid text {i}\n"))), 0xFF, (byte)'\n',
        ];

        Invocation run = await Invocation.RunAsync([_folder.Write("latin.txt", text), "--only", "strings", "--rounds", "3"]);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("1 char (0.2 %) are U+FFFD", run.Out.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    // Nothing repeats, so interners do not take part, which halves the number of processes per round.
    private string Words() => WriteWords(_folder, distinct: 500);

    private static string WriteWords(TemporaryFolder folder, int distinct) =>
        folder.Write("words.txt", string.Join('\n', Enumerable.Range(0, 500).Select(i => $"word {i % distinct}")));

    private static Task<int> Run(
        TextWriter output, TextWriter error, CancellationToken cancellationToken, params string[] arguments) =>
        new Application(
            new Terminal(output, error, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: false),
            TimeSpan.FromMilliseconds(2)).RunAsync(arguments, cancellationToken);

    /// <summary>Runs shared by all tests that only read them or start from their reports.</summary>
    public sealed class Measured : IAsyncLifetime, IDisposable
    {
        private readonly TemporaryFolder _folder = new();
        private readonly TemporaryFolder _repeated = new();
        private readonly Lazy<Task<Invocation>> _all;

        public Measured() => _all = new(() => Invocation.RunAsync([WriteWords(_repeated, distinct: 100), "--json", AllPath]));

        public string AllPath => Path.Combine(_repeated.Path, "report.json");

        /// <summary>All sections, with words that repeat.</summary>
        internal Task<Invocation> All => _all.Value;

        public string JsonPath => Path.Combine(_folder.Path, "report.json");

        /// <summary>Only the strings section, with words that do not repeat.</summary>
        internal Invocation Invocation { get; private set; } = null!;

        public async Task InitializeAsync() =>
            Invocation = await Invocation.RunAsync(
                [WriteWords(_folder, distinct: 500), "--only", "strings", "--rounds", "3", "--json", JsonPath]);

        public Task DisposeAsync() => Task.CompletedTask;

        public void Dispose()
        {
            _folder.Dispose();
            _repeated.Dispose();
        }
    }

    /// <summary>A pipe whose reader has closed it.</summary>
    private sealed class BrokenWriter : StringWriter
    {
        public override void Write(char value) => throw new IOException("Broken pipe");

        public override void Write(char[] buffer, int index, int count) => throw new IOException("Broken pipe");

        public override void Write(ReadOnlySpan<char> buffer) => throw new IOException("Broken pipe");

        public override void Write(string? value) => throw new IOException("Broken pipe");
    }

    private static string OnOneLine(string text) =>
        string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    /// <summary>Simulates Ctrl+C once the output contains the given text.</summary>
    private sealed class StoppingWriter(string text, CancellationTokenSource stop) : StringWriter
    {
        public override void Write(string? value)
        {
            base.Write(value);
            if (ToString().Contains(text, StringComparison.Ordinal))
            {
                stop.Cancel();
            }
        }
    }
}
