using System.Text.Json;
using System.Text.Json.Nodes;
using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Results;
using Cenote.Tool.Tests.Comparing;

namespace Cenote.Tool.Tests.CommandLine;

public sealed class CompareTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0.5, 0.5, ExitCodes.Success, "0 worse, 0 better, 5 unchanged.")]
    [InlineData(0.5, 0.8, ExitCodes.Worse, "1 worse, 0 better, 4 unchanged.")]
    [InlineData(0.8, 0.5, ExitCodes.Success, "0 worse, 1 better, 4 unchanged.")]
    public async Task Only_who_asks_for_it_is_told_by_exit_code_that_something_became_worse(
        double ratioBefore, double ratioAfter, int exitCode, string summary)
    {
        string before = Write("before.json", Runs.Of(Runs.Step("hold", [Runs.Rival(ratioBefore)])));
        string after = Write("after.json", Runs.Of(Runs.Step("hold", [Runs.Rival(ratioAfter)])));

        Invocation run = await Invocation.RunAsync(["compare", before, after]);
        Invocation strict = await Invocation.RunAsync(["compare", before, after, "--fail-on-worse"]);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(exitCode, strict.ExitCode);
        Assert.Equal(run.Out, strict.Out);
        Assert.EndsWith(summary, run.Out.TrimEnd(), StringComparison.Ordinal);
        Assert.Empty(run.Error);
    }

    [Fact]
    public async Task What_is_no_report_is_one_line_of_complaint_and_exit_code_2()
    {
        string sound = Write("sound.json", Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)])));

        await IsRefused(Path.Combine(_folder.Path, "missing"), "does not exist");
        await IsRefused(_folder.Path, "is a directory");
        await IsRefused(_folder.Write("empty", ""), "is empty");
        await IsRefused(_folder.Write("text", "one\ntwo\n"), "is not JSON");
        await IsRefused(_folder.Write("half", File.ReadAllText(sound)[..500]), "is not JSON");
        await IsRefused(_folder.Write("zeros", new byte[100]), "is not JSON");
        await IsRefused(_folder.Write("array", "[1, 2]"), "not a report of 'cenote measure --json'");
        await IsRefused(_folder.Write("null", "null"), "not a report of 'cenote measure --json'");
        await IsRefused(
            _folder.Write("other", """{"name": "a package", "version": "1"}"""), "not a report of 'cenote measure --json'");
        await IsRefused(_folder.Write("named", """{"schema": "a schema"}"""), "not a report of 'cenote measure --json'");
        await IsRefused(_folder.Write("bare", $$"""{"schema": {{MeasureReport.CurrentSchema}}}"""), "not a complete report");
        if (!OperatingSystem.IsWindows())
        {
            await IsRefused("/dev/zero", "too large");
        }

        async Task IsRefused(string path, string complaint)
        {
            foreach (string[] pair in new string[][] { [path, sound], [sound, path] })
            {
                Invocation run = await Invocation.RunAsync(["compare", .. pair]);

                Assert.Equal(ExitCodes.Usage, run.ExitCode);
                Assert.Empty(run.Out);
                Assert.StartsWith($"cenote: '{path}' ", run.Error, StringComparison.Ordinal);
                Assert.Contains(complaint, run.Error, StringComparison.Ordinal);
                Assert.Equal(1, run.Error.Count(c => c == '\n'));
            }
        }
    }

    [Fact]
    public async Task A_report_of_which_anything_is_missing_is_refused()
    {
        string sound = Write("sound.json", Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)])));
        var json = JsonNode.Parse(File.ReadAllText(sound))!.AsObject();
        string[] members = [.. json.Select(member => member.Key).Except(["answer", "isComplete"])];

        foreach (string member in members)
        {
            JsonObject without = json.DeepClone().AsObject();
            without.Remove(member);
            Assert.Equal(ExitCodes.Usage, await ComparedWith(without));

            JsonObject withNull = json.DeepClone().AsObject();
            withNull[member] = null;
            Assert.Equal(ExitCodes.Usage, await ComparedWith(withNull));
        }

        foreach (string list in new[] { "sections", "advice" })
        {
            JsonObject withNull = json.DeepClone().AsObject();
            withNull[list]!.AsArray().Add(null);
            Assert.Equal(ExitCodes.Usage, await ComparedWith(withNull));
        }

        foreach (string list in new[] { "even", "steps", "effects" })
        {
            JsonObject without = json.DeepClone().AsObject();
            without["advice"]![0]!.AsObject().Remove(list);
            Assert.Equal(ExitCodes.Usage, await ComparedWith(without));
        }

        JsonObject withoutRemark = json.DeepClone().AsObject();
        withoutRemark["advice"]![0]!["statement"] = JsonNode.Parse("""{"conclusion": [], "figures": [], "remarks": [null]}""");
        Assert.Equal(ExitCodes.Usage, await ComparedWith(withoutRemark));

        JsonObject withoutBaseline = json.DeepClone().AsObject();
        withoutBaseline["sections"]![0]!["steps"]![0]!["timing"]!["rivals"] = new JsonArray();
        Assert.Equal(ExitCodes.Usage, await ComparedWith(withoutBaseline));
        Assert.Equal(ExitCodes.Success, await ComparedWith(json));

        async Task<int> ComparedWith(JsonObject changed) =>
            (await Invocation.RunAsync(["compare", sound, _folder.Write("changed.json", changed.ToJsonString())])).ExitCode;
    }

    [Theory]
    [InlineData(0)]
    [InlineData(MeasureReport.CurrentSchema + 1)]
    public async Task A_report_of_another_schema_is_refused_by_its_number(int schema)
    {
        string other = Write("other.json", Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)])) with { Schema = schema });

        Invocation run = await Invocation.RunAsync(["compare", other, other]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Contains(
            $"is a report of schema {schema}, and this version of cenote reads schema "
            + $"{MeasureReport.CurrentSchema}", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Runs_that_have_nothing_in_common_are_refused()
    {
        string before = Write("before.json", Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)])));
        string after = Write("after.json", Runs.Of(Runs.Step("sort", [Runs.Rival(0.5)])));

        Invocation run = await Invocation.RunAsync(["compare", before, after]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Contains("have no figure in common", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reports_of_different_text_are_compared_only_by_force()
    {
        MeasureReport report = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)]));
        string before = Write("before.json", report);
        string after = Write("after.json", report with
        {
            Profile = report.Profile with { Whole = new(1_000, 8_000, 40_000, 1_000, 40_000, false, 0, Fingerprint: 7) },
        });

        Invocation refused = await Invocation.RunAsync(["compare", before, after]);

        Assert.Equal(ExitCodes.Usage, refused.ExitCode);
        Assert.Contains("are reports of different text", refused.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCodes.Success, (await Invocation.RunAsync(["compare", before, after, "--force"])).ExitCode);
    }

    [Fact]
    public async Task Reports_that_do_not_tell_their_text_are_compared_only_by_force()
    {
        MeasureReport report = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)]));
        string sound = Write("sound.json", report);
        string silent = Write("silent.json", report with { Profile = report.Profile with { Whole = null } });

        foreach (string[] pair in new string[][] { [silent, silent], [silent, sound], [sound, silent] })
        {
            Invocation refused = await Invocation.RunAsync(["compare", .. pair]);

            Assert.Equal(ExitCodes.Usage, refused.ExitCode);
            Assert.Equal(
                $"cenote: '{silent}' does not identify its text; use --force to compare them anyway.",
                refused.Error.TrimEnd());
            Assert.Equal(ExitCodes.Success, (await Invocation.RunAsync(["compare", .. pair, "--force"])).ExitCode);
        }
    }

    [Fact]
    public async Task No_string_of_a_report_steers_the_terminal()
    {
        const string Evil = "\u001b]0;evil\u0007\u001b[31m";
        MeasureReport sound = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)]));
        StepResult step = Runs.Step("hold", [Runs.Rival(0.9), Runs.Rival(0.5, name: Evil)]) with { Title = Evil };
        MeasureReport hostile = Runs.Of(step) with
        {
            Tool = Evil,
            Machine = new MachineInfo(Evil, 1, 1, Evil, Evil, Evil, DateTimeOffset.UnixEpoch),
            Input = new(Evil, "word", Evil, false, 1_000, 1),
            Advice = [new("Hold all", Conclusion.Use, Evil, Evil), new(Evil, Conclusion.Use, Evil, Evil)],
        };

        Invocation run = await Invocation.RunAsync(["compare", Write("sound.json", sound), Write("hostile.json", hostile)]);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.DoesNotContain('\u001b', run.Out);
        Assert.DoesNotContain('\u0007', run.Out);
        Assert.Contains("Tool: 1.0 before, \\u001b]0;evil\\u0007\\u001b[31m after", run.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Argument missing: AFTER.", "compare", "one.json")]
    [InlineData("Argument missing: BEFORE and AFTER.", "compare")]
    [InlineData("'--fail' is unknown", "compare", "--fail", "a", "b")]
    [InlineData("Unrecognized command or argument 'c'", "compare", "a", "b", "c")]
    [InlineData("'--colour' is unknown", "compare", "a", "--colour")]
    public async Task A_wrong_command_line_points_to_the_help_of_the_command(string complaint, params string[] arguments)
    {
        Invocation run = await Invocation.RunAsync(arguments);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Contains(complaint, run.Error, StringComparison.Ordinal);
        Assert.Contains("See 'cenote compare --help'", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_lists_the_option()
    {
        Assert.Contains("--fail-on-worse", (await Invocation.RunAsync(["compare", "--help"])).Out, StringComparison.Ordinal);
        Assert.Contains("  compare <BEFORE> <AFTER>", (await Invocation.RunAsync(["--help"])).Out, StringComparison.Ordinal);
    }

    private string Write(string name, MeasureReport report) =>
        _folder.Write(name, JsonSerializer.Serialize(report, ReportJson.Indented.MeasureReport));
}
