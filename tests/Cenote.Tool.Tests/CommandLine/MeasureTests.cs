using System.Text.Json;
using System.Text.Json.Nodes;
using Cenote.Tool.Measuring;
using Cenote.Tool.Reports.Html;
using Cenote.Tool.Results;
using Cenote.Tool.Sections;
using Cenote.Tool.Tests.Results;

namespace Cenote.Tool.Tests.CommandLine;

public sealed class MeasureTests(MeasureTests.Run run) : IClassFixture<MeasureTests.Run>
{
    private const int Limit = 2_500;

    [Fact]
    public void It_ends_well_and_says_nothing_on_standard_error()
    {
        Assert.Equal(ExitCodes.Success, run.Invocation.ExitCode);
        Assert.Empty(run.Invocation.Error);
    }

    [Fact]
    public void The_report_has_a_table_for_each_step_and_advice()
    {
        Assert.All(
            [
                "embedded sample: 2,500 strings, one for each line, a uniform sample", "of 250,000 (1.0 %)", "Profile", "Hold "
                + "all: time per string",
                "Hold all: memory and pauses", "Churn, 3 live", "Churn, 1,000 live", "Load and drop repeatedly", "Read any string",
                "Read a thousand strings", "PooledStringId[]", "List<string>",
                "PooledString[]", "StringArenaList", "PooledUtf8String[]", "PooledStringId[] (UTF-8)", "UTF-8",
                "As dictionary keys, build with 1,997: time per string", "As dictionary keys, build with 1,997: memory and "
                + "pauses",
                "As dictionary keys, 1,997 hits: time per string", "As dictionary keys, 1,997 misses: time per "
                + "string", "Dictionary by span",
                "FrozenDictionary", "PooledStringDictionary (UTF-16)",
                "Interning, first pass: time per string", "Interning, first pass: memory and pauses", "Interning, second pass: "
                + "time per string",
                "string.Intern", "ConcurrentDictionary", "BoundedStringInterner", "WeakStringInterner", "StringTable",
                "Sort, 2,500 strings: time per string", "Array.Sort(string[])", "Span<ArenaString>.Sort", "StringArena.Sort",
                "string[] by StringArena",
                "Buffers, 35 chars: time per string", "Buffers, 139 chars: time per string", "Builders: time per string",
                "ArrayPool<char>.Shared", "Cenote ObjectPool<char[]>", "Cenote ObjectPool<StringBuilder>",
                "Results written to", "Report written to",
            ],
            text => Assert.Contains(text, run.Invocation.Out, StringComparison.Ordinal));
        Assert.DoesNotContain("100,000 live", run.Invocation.Out, StringComparison.Ordinal);
    }

    [Fact]
    public void Redirected_output_has_no_escape_sequences()
    {
        Assert.DoesNotContain('\u001b', run.Invocation.Out);
    }

    [Fact]
    public void The_json_has_the_documented_shape()
    {
        JsonNode json = JsonNode.Parse(File.ReadAllText(run.JsonPath))!;

        Assert.Equal(3, (int)json["schema"]!);
        Assert.Equal("embedded sample", (string?)json["input"]!["name"]);
        Assert.Equal("line", (string?)json["input"]!["by"]);
        Assert.True((bool)json["input"]!["isSample"]!);
        Assert.Equal(250_000, (int)json["input"]!["totalStrings"]!);
        Assert.Equal(0.01, (double)json["input"]!["sampleShare"]!);
        Assert.Equal(3, (int)json["rounds"]!);
        Assert.Equal(Limit, (int)json["profile"]!["count"]!);
        JsonNode step = json["sections"]![0]!["steps"]![0]!;
        Assert.Equal("strings", (string?)json["sections"]![0]!["name"]);
        Assert.Equal("hold", (string?)step["id"]);
        JsonNode rival = step["timing"]!["rivals"]![3]!;
        Assert.Equal("PooledStringId[]", (string?)rival["name"]);
        Assert.All(
            ["median", "min", "max", "lowerQuartile", "upperQuartile"], name => Assert.True((double)rival["ratio"]![name]! > 0));
        Assert.True((double)rival["ratioInterval"]!["lower"]! <= (double)rival["ratio"]!["median"]!);
        Assert.Contains((string?)rival["verdict"], Enum.GetNames<Verdict>());
        Assert.True((long)step["memory"]![3]!["nativeBytes"]! > 0);
        Assert.True((long)step["memory"]![0]!["managedBytes"]! > 0);
        Assert.Equal(1, (int)step["threads"]!);
        Assert.NotEmpty(json["advice"]!.AsArray());
    }

    [Fact]
    public void The_json_has_a_step_for_each_kind_of_object_and_number_of_threads()
    {
        JsonNode section = JsonNode.Parse(File.ReadAllText(run.JsonPath))!["sections"]![4]!;

        Assert.Equal("objects", (string?)section["name"]);
        Assert.Equal(
            from kind in (string[])[ObjectsSection.MedianBuffers, ObjectsSection.LongBuffers, ObjectsSection.Builders]
            from threads in ObjectsSection.Threads
            select (ObjectsSection.StepId(kind, threads), threads),
            section["steps"]!.AsArray().Select(step => ((string)step!["id"]!, (int)step["threads"]!)));
        Assert.All(section["steps"]!.AsArray(), step => Assert.Empty(step!["memory"]!.AsArray()));
    }

    [Fact]
    public void The_json_has_the_steps_of_dictionary_keys_and_the_memory_of_what_was_built()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;
        SectionResult section = report.Sections[1];

        Assert.Equal("collections", section.Name);
        Assert.Equal(["keys-build", "keys-hits", "keys-misses"], section.Steps.Select(step => step.Id));
        Assert.Equal(
            ["Dictionary", "PooledStringDictionary", "PooledStringDictionary (UTF-16)"],
            section.Steps[0].Timing.Rivals.Select(rival => rival.Name));
        Assert.Equal(
            section.Steps[0].Timing.Rivals.Select(rival => rival.Name), section.Steps[0].Memory.Select(memory => memory.Name));
        Assert.Single(section.Steps[0].Memory.Select(memory => memory.Checksum).Distinct());
        Assert.All(section.Steps, step => Assert.Equal(report.Profile.DistinctCount, step.Timing.OperationsPerCall));
        Assert.All(section.Steps.Skip(1), step => Assert.Empty(step.Memory));
    }

    [Fact]
    public void Looking_up_allocates_nothing()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;

        Assert.All(
            report.Sections[1].Steps.Skip(1).SelectMany(step => step.Timing.Rivals),
            rival => Assert.Equal(0, rival.AllocatedBytes));
    }

    [Fact]
    public void The_json_has_both_passes_of_interners_and_the_memory_of_all()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;
        SectionResult section = report.Sections[2];
        StepResult first = section.Steps[0];
        StepResult second = section.Steps[1];

        Assert.Equal("interning", section.Name);
        Assert.Equal(["intern-first", "intern-second"], section.Steps.Select(step => step.Id));
        Assert.All(section.Steps, step => Assert.Equal(Limit, step.Timing.OperationsPerCall));
        Assert.Equal(
            [
                "new string", "HashSet", "ConcurrentDictionary",
                "StringInterner", "BoundedStringInterner", "WeakStringInterner", "StringTable",
            ],
            first.Timing.Rivals.Select(rival => rival.Name));
        Assert.Equal(
            [.. first.Timing.Rivals.Select(rival => rival.Name), "string.Intern"], first.Memory.Select(memory => memory.Name));
        Assert.Single(first.Memory.Select(memory => memory.Checksum).Distinct());
        Assert.Equal(
            first.Memory.Select(memory => memory.Name).Order(), second.Timing.Rivals.Select(rival => rival.Name).Order());
        Assert.Empty(second.Memory);
    }

    [Fact]
    public void Strings_that_were_interned_before_are_found_without_allocation()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;
        StepResult second = report.Sections[2].Step(InterningSection.Second)!;
        string[] finders =
        [
            InterningSection.Set,
            InterningSection.Concurrent,
            InterningSection.Exact,
            InterningSection.Weak,
            InterningSection.Table,
        ];

        Assert.All(finders, name => Assert.Equal(0, second.Timing[name].AllocatedBytes));
        Assert.All(
            [InterningSection.Plain, InterningSection.Runtime],
            name => Assert.InRange(second.Timing[name].AllocatedBytes, 22, 400));
    }

    [Fact]
    public void The_json_has_a_step_that_sorts()
    {
        JsonNode section = JsonNode.Parse(File.ReadAllText(run.JsonPath))!["sections"]![3]!;
        JsonNode step = Assert.Single(section["steps"]!.AsArray())!;

        Assert.Equal(("sort", "sort"), ((string?)section["name"], (string?)step["id"]));
        Assert.Equal(Limit, (int)step["timing"]!["operationsPerCall"]!);
        Assert.Equal(
            ["Array.Sort(string[])", "Span<ArenaString>.Sort", "StringArena.Sort", "string[] by StringArena"],
            step["timing"]!["rivals"]!.AsArray().Select(rival => (string?)rival!["name"]));
        Assert.Empty(step["memory"]!.AsArray());
    }

    [Fact]
    public void Sorting_allocates_nothing_to_speak_of()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;

        // A contender allocates only a comparer, or an arena with its list and rented arrays, for 2,500 strings.
        Assert.All(
            report.Sections[3].Step(SortSection.Ordinal)!.Timing.Rivals,
            rival => Assert.InRange(rival.AllocatedBytes, 0, 2));
    }

    [Fact]
    public void New_objects_allocate_and_pooled_ones_do_not()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;

        foreach (
            StepResult step in report.Sections[4].Steps.Where(step => step.Id.StartsWith("buffers", StringComparison.Ordinal)))
        {
            // A buffer has a header, a method table, a length and chars. With several threads, the runtime also allocates.
            Assert.InRange(step.Timing[ObjectsSection.NewBuffers].AllocatedBytes, 16 + (2 * 35), 400);
            Assert.InRange(step.Timing[ObjectsSection.SharedBuffers].AllocatedBytes, 0, 1);
            Assert.InRange(step.Timing[ObjectsSection.PooledBuffers].AllocatedBytes, 0, 1);
        }
    }

    [Fact]
    public void Every_step_has_its_advice()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;

        Assert.Equal(
            [
                "Hold all", "Arena", "UTF-8", "Pauses", "Churn, 3 live", "Churn, 1,000 live", "Dictionary "
                + "keys", "Interning", "Interned ids", "Sort",
                "Buffers, 35 chars", "Buffers, 139 chars", "Builders", "Temporary copy", "Temporary text", "Duplicates",
            ],
            report.Advice.Select(item => item.Topic));
    }

    [Fact]
    public void Every_member_of_the_json_is_documented()
    {
        string page = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "tool-json.md"));
        var names = new SortedSet<string>(StringComparer.Ordinal);
        Collect(JsonNode.Parse(File.ReadAllText(run.JsonPath)), names);

        Assert.All(names, name => Assert.Contains($"`{name}`", page, StringComparison.Ordinal));
    }

    [Fact]
    public void The_json_is_as_the_committed_schema_has_it()
    {
        Assert.Empty(ReportSchema.Violations(
            JsonNode.Parse(File.ReadAllText(run.JsonPath)), JsonNode.Parse(File.ReadAllText(ReportSchemaTests.FilePath))!));
    }

    [Fact]
    public void The_json_reads_back_as_it_was_written()
    {
        string text = File.ReadAllText(run.JsonPath);

        MeasureReport report = JsonSerializer.Deserialize(text, ReportJson.Default.MeasureReport)!;

        Assert.Equal(text, JsonSerializer.Serialize(report, ReportJson.Indented.MeasureReport));
    }

    [Fact]
    public void The_page_is_that_of_the_json()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;

        Assert.Equal(HtmlReport.Render(report).ToString(), File.ReadAllText(run.HtmlPath));
        Assert.Equal("cenote measure --full --limit 2500 --rounds 3", report.Command);
    }

    [Fact]
    public void Every_recommendation_gains_something_or_is_what_one_has()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;
        IEnumerable<string> baselines = report.Sections.SelectMany(section => section.Steps).Select(
            step => step.Timing.Rivals[0].Name);

        Assert.All(report.Advice.Where(item => item.Recommends is null), item => Assert.Empty(item.Effects));
        Assert.All(
            report.Advice.Where(item => item.Recommends is not null),
            item => Assert.NotEqual(item.Effects.Any(effect => effect.Ratio < 1), baselines.Contains(item.Recommends)));
    }

    [Fact]
    public void All_contenders_have_read_back_the_same()
    {
        MeasureReport report = JsonSerializer.Deserialize(File.ReadAllText(run.JsonPath), ReportJson.Default.MeasureReport)!;
        StepResult hold = report.Sections[0].Step(StringsSection.Hold)!;

        Assert.Equal(
            [
                "string[]", "List<string>", "PooledStringRef[]", "PooledStringId[]", "PooledString[]", "StringArenaList",
                "PooledUtf8String[]", "PooledStringId[] (UTF-8)", "string[] by HashSet", "string[] by StringInterner",
                "int[] by StringTable",
            ],
            hold.Memory.Select(memory => memory.Name));
        Assert.Equal(hold.Memory.Select(memory => memory.Name), hold.Timing.Rivals.Select(rival => rival.Name));
        Assert.Single(hold.Memory.Select(memory => memory.Checksum).Distinct());
    }

    private static void Collect(JsonNode? node, SortedSet<string> names)
    {
        if (node is JsonObject members)
        {
            foreach ((string name, JsonNode? value) in members)
            {
                names.Add(name);
                Collect(value, names);
            }
        }
        else if (node is JsonArray elements)
        {
            foreach (JsonNode? element in elements)
            {
                Collect(element, names);
            }
        }
    }

    /// <summary>One run for all tests of this class.</summary>
    public sealed class Run : IAsyncLifetime, IDisposable
    {
        private readonly TemporaryFolder _folder = new();

        public string JsonPath => Path.Combine(_folder.Path, "report.json");

        public string HtmlPath => Path.Combine(_folder.Path, "report.html");

        internal Invocation Invocation { get; private set; } = null!;

        public async Task InitializeAsync() =>
            Invocation = await Invocation.RunAsync(
                ["measure", "--limit", $"{Limit}", "--rounds", "3", "--full", "--json", JsonPath, "--html", HtmlPath]);

        public Task DisposeAsync() => Task.CompletedTask;

        public void Dispose() => _folder.Dispose();
    }
}
