using System.Diagnostics;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Reports;

namespace Cenote.Tool.Tests.CommandLine;

public sealed class BadInputTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("--by' must be line, word or field, not 'page'", "measure", "--by", "page")]
    [InlineData("--delimiter' needs '--by field'", "measure", "--delimiter", ";")]
    [InlineData("--delimiter' needs '--by field'", "measure", "--by", "word", "--delimiter", ";")]
    [InlineData("--quotes' needs '--by field'", "measure", "--quotes", "none")]
    [InlineData("--quotes' must be none, strict or lenient, not 'some'", "measure", "--by", "field", "--quotes", "some")]
    [InlineData("--delimiter' must be one char", "measure", "--by", "field", "--delimiter", "ab")]
    [InlineData("--delimiter' must be one char", "measure", "--by", "field", "--delimiter", "\"")]
    [InlineData("--limit' must be a number of at least 2", "measure", "--limit", "1")]
    [InlineData("--limit' must be a number of at least 2, not 'many'", "measure", "--limit", "many")]
    [InlineData("--limit' must be a number of at least 2, not '99999999999'", "measure", "--limit", "99999999999")]
    [InlineData("--limit' expects a single argument", "measure", "--limit", "3", "--limit", "2")]
    [InlineData("--rounds' must be a number from 3 to 99, not '2'", "measure", "--rounds", "2")]
    [InlineData("--rounds' must be a number from 3 to 99", "measure", "--rounds", "100")]
    [InlineData(
        "--only' must be one or more of: strings, collections, interning, sort, objects, buffers, caches, arena, not 'beads'",
        "measure", "--only", "beads")]
    [InlineData("--only' must be one or more of", "measure", "--only", "strings,beads")]
    [InlineData("--only' must be one or more of", "measure", "--only", "arenas")]
    [InlineData("--only' must be one or more of", "measure", "--only", "objects,")]
    [InlineData("--only' must be one or more of", "measure", "--only", "Objects")]
    [InlineData("--only' must be one or more of", "measure", "--only", "sort,Sort")]
    [InlineData("'--full' and '--quick' cannot be combined", "measure", "--quick", "--full")]
    [InlineData("--only' must be one or more of", "measure", "--quick", "--only", "beads")]
    [InlineData("--by' must be line, word or field, not 'page'", "measure", "--by", "page", "--delimiter", ";")]
    [InlineData("--baseline' needs '--html'", "measure", "--baseline", "a.json")]
    [InlineData("Only one report can go to standard output", "measure", "--html", "-", "--json", "-")]
    [InlineData("'--colour' is unknown", "measure", "--colour")]
    [InlineData("--json", "measure", "--json")]
    [InlineData("--html", "measure", "--html")]
    public async Task A_wrong_command_line_is_one_line_of_complaint_and_exit_code_2(string complaint, params string[] arguments)
    {
        Invocation run = await Invocation.RunAsync(arguments);

        IsRefused(run, complaint);
        Assert.Contains("See 'cenote measure --help'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_word_that_is_no_command_is_named_rather_than_the_options_after_it()
    {
        Invocation run = await Invocation.RunAsync(["nosuch.txt", "--full"]);

        IsRefused(run, "'nosuch.txt'");
        Assert.DoesNotContain("--full", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_neither_a_command_nor_a_file_is_told_of_the_help()
    {
        IsRefused(await Invocation.RunAsync(["weigh"]), "Unrecognized command or argument 'weigh'. See 'cenote --help'.");
        IsRefused(await Invocation.RunAsync(["compare"]), "See 'cenote compare --help'.");
        IsRefused(await Invocation.RunAsync(["heap", "1", "--live", "--keep-dump"]), "See 'cenote heap --help'.");
    }

    [Fact]
    public async Task What_is_packed_otherwise_than_by_gzip_is_told_how_to_unpack_it()
    {
        string zstandard = _folder.Write("a.zst", [0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0]);
        string zip = _folder.Write("a.zip", [(byte)'P', (byte)'K', 3, 4, 0, 0, 0]);

        IsRefused(await Invocation.RunAsync(["measure", zstandard]), $"run: zstd -dc {zstandard} | cenote measure");
        IsRefused(await Invocation.RunAsync(["measure", zip]), $"run: unzip -p {zip} | cenote measure");
        IsRefused(
            await Invocation.RunAsync(["measure", _folder.Write("broken.gz", [0x1F, 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8])]),
            "cannot be read");
    }

    [Fact]
    public async Task A_name_cannot_add_a_command_to_the_one_that_unpacks_it()
    {
        if (OperatingSystem.IsWindows())
        {
            // Windows does not allow such names.
            return;
        }

        string path = _folder.Write("x';touch PWNED;'.zst", [0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0]);

        IsRefused(
            await Invocation.RunAsync(["measure", path]),
            $"run: zstd -dc '{_folder.Path}/x'\\'';touch PWNED;'\\''.zst' | cenote measure");
    }

    [Fact]
    public async Task Escapes_in_the_name_of_a_file_are_told_as_text()
    {
        IsRefused(await Invocation.RunAsync(["measure", "a\u001b[31mred"]), "a\\u001b[31mred");
    }

    [Fact]
    public async Task An_output_that_cannot_be_written_is_one_line_of_complaint_and_exit_code_1()
    {
        using var error = new StringWriter();
        using var full = new FullDisk();
        var terminal = new Terminal(full, error, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: true);

        Assert.Equal(ExitCodes.Failure, await new Application(terminal).RunAsync(["measure", "--help"]));
        Assert.Equal($"cenote: The output cannot be written: {FullDisk.Complaint}{Environment.NewLine}", error.ToString());
    }

    [Fact]
    public async Task A_file_that_is_no_text_is_one_line_of_complaint_and_exit_code_2()
    {
        string missing = Path.Combine(_folder.Path, "missing");

        IsRefused(await Invocation.RunAsync(["measure", missing]), "does not exist");
        IsRefused(await Invocation.RunAsync(["measure", _folder.Path]), "contains no text file");
        IsRefused(await Invocation.RunAsync(["measure", _folder.Write("empty", "")]), "contains no strings");
        IsRefused(await Invocation.RunAsync(["measure", _folder.Write("zeros", new byte[100])]), "does not look like text");
        IsRefused(await Invocation.RunAsync(["measure", "-"], "one line"), "a single string of 8 chars");
        IsRefused(await Invocation.RunAsync(["measure", "-"]), "standard input contains no strings");
        IsRefused(await Invocation.RunAsync(["measure", _folder.Write("open.csv", "a,\"b"), "--by", "field"]), "never closed");
    }

    [Theory]
    [InlineData("--html")]
    [InlineData("--json")]
    public async Task A_report_that_cannot_be_written_is_refused_before_anything_is_measured(string format)
    {
        IsRefused(await Invocation.RunAsync(["measure", format, _folder.Path]), "is a directory");
        if (!OperatingSystem.IsWindows())
        {
            string pipe = Path.Combine(_folder.Path, "pipe");
            using var making = Process.Start("mkfifo", [pipe]);
            await making.WaitForExitAsync();
            IsRefused(await Invocation.RunAsync(["measure", format, pipe]), "is a named pipe");
        }

        IsRefused(
            await Invocation.RunAsync(["measure", format, Path.Combine(_folder.Path, "none", "x")]), "directory does not exist");
    }

    [Fact]
    public async Task A_report_that_would_replace_another_one_or_the_input_is_refused()
    {
        string path = Path.Combine(_folder.Path, "report");
        string text = _folder.Write("text.txt", "one\ntwo\n");

        IsRefused(
            await Invocation.RunAsync(
                ["measure", "--html", path, "--json", Path.Combine(_folder.Path, ".", "report")]), "another report");
        IsRefused(await Invocation.RunAsync(["measure", text, "--html", text]), "an input file");
        IsRefused(await Invocation.RunAsync(["measure", text, "--json", text]), "an input file");
        Assert.False(File.Exists(path));
        Assert.Equal("one\ntwo\n", File.ReadAllText(text));
    }

    [Fact]
    public async Task A_report_that_would_replace_a_file_of_a_measured_folder_is_refused()
    {
        Directory.CreateDirectory(Path.Combine(_folder.Path, "d"));
        string text = _folder.Write("d/a.txt", "one\ntwo\n");

        IsRefused(
            await Invocation.RunAsync(["measure", Path.Combine(_folder.Path, "d"), "--json", text]),
            "it is an input file");
        Assert.Equal("one\ntwo\n", File.ReadAllText(text));
    }

    [Theory]
    [InlineData("--html")]
    [InlineData("--json")]
    public async Task A_report_whose_name_was_forgotten_does_not_replace_the_text(string format)
    {
        string text = _folder.Write("mydata.txt", "one\ntwo\n");

        IsRefused(
            await Invocation.RunAsync(["measure", format, text]), "not a report of cenote; remove it, or name another");
        Assert.Equal("one\ntwo\n", File.ReadAllText(text));
    }

    [Fact]
    public async Task Cancelling_ends_with_exit_code_130_and_no_report()
    {
        using var folder = new TemporaryFolder();
        using var cancellation = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));
        string json = Path.Combine(folder.Path, "report.json");
        string html = Path.Combine(folder.Path, "report.html");

        Invocation run = await Invocation.RunAsync(
            ["measure", "--json", json, "--html", html], cancellationToken: cancellation.Token);

        Assert.Equal(ExitCodes.Cancelled, run.ExitCode);
        Assert.DoesNotContain("Saves", run.Out, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Path));
    }

    [Fact]
    public async Task Help_lists_every_option_and_hides_the_command_of_the_children()
    {
        Invocation root = await Invocation.RunAsync(["--help"]);
        Invocation measure = await Invocation.RunAsync(["measure", "--help"]);

        Assert.Equal(ExitCodes.Success, root.ExitCode);
        Assert.Contains("  measure <FILE>", root.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("  hold ", root.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("  time ", root.Out, StringComparison.Ordinal);
        Assert.All(
            ["FILE", "--by", "--delimiter", "--quotes", "--limit", "--html", "--json", "--only", "--rounds", "--full", "--baseline"],
            option => Assert.Contains(option, measure.Out, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_child_that_is_asked_for_what_is_not_there_refuses()
    {
        // An empty corpus: a count of four bytes.
        IsRefused(await Invocation.RunAsync(["hold", "strings", "hold", "nothing", "0"], "\0\0\0\0"), "no contender");
        IsRefused(await Invocation.RunAsync(["hold", "collections", "keys-build", "Dictionary", "0"], "\0\0\0\0"), "no contender");
        IsRefused(
            await Invocation.RunAsync(["hold", "interning", "intern-first", "string.Intern", "0"], "\0\0\0\0"), "no contender");
        IsRefused(await Invocation.RunAsync(["hold", "caches", "cache-load", "ByteCache", "0"], "\0\0\0\0"), "no contender");
        IsRefused(await Invocation.RunAsync(["time", "beads", "0"]), "no section");
        IsRefused(await Invocation.RunAsync(["hold", "sort", "sort", "StringArena.Sort", "0"], "\0\0\0\0"), "no contender");
    }

    private sealed class FullDisk : StringWriter
    {
        public const string Complaint = "No space left on device";

        public override void Write(char value) => throw new IOException(Complaint);

        public override void Write(string? value) => throw new IOException(Complaint);

        public override void WriteLine(string? value) => throw new IOException(Complaint);
    }

    private static void IsRefused(Invocation run, string complaint)
    {
        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Empty(run.Out);
        Assert.StartsWith("cenote: ", run.Error, StringComparison.Ordinal);
        Assert.Contains(complaint, run.Error, StringComparison.Ordinal);
        Assert.Equal(1, run.Error.Count(c => c == '\n'));
    }
}
