using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Cenote.Tool;
using Cenote.Tool.CommandLine;
using Cenote.Tool.Heaps;
using Cenote.Tool.Reports;

namespace Cenote.Heap.Tests;

[Collection(OtherVictimTests.Name)]
public sealed class AgainstTests(VictimFixture fixture) : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Pid => fixture.Victim.Id.ToString(CultureInfo.InvariantCulture);

    public void Dispose() => _folder.Dispose();

    [PtraceFact]
    public async Task A_report_is_compared_with_an_earlier_one_of_all_places_of_now()
    {
        string old = Write("old report.json", HeapReports.Of() with { OtherPlaces = 1 });
        string json = _folder.PathOf("new.json");

        (int exitCode, string output, string error) = await RunAsync(fixture.Dump, "--top", "2", "--against", old, "--json", json);

        Assert.Equal((ExitCodes.Success, ""), (exitCode, error));
        Assert.Contains("Growth since 2026-11-20 08:30 UTC", output, StringComparison.Ordinal);
        HeapReport report = JsonSerializer.Deserialize(File.ReadAllText(json), HeapJson.Default.HeapReport)!;
        Assert.Equal("cenote heap victim.dmp --top 2 --against 'old report.json'", report.Command);
        Assert.Equal(report.Bytes - (100 * HeapReports.Megabyte), report.Growth!.Difference.Bytes);
        Assert.Equal(2, report.Growth.Places.Count);
        Assert.True(report.Growth.OtherPlaces > 0);
    }

    [PtraceFact]
    public async Task Against_itself_nothing_has_grown()
    {
        string json = _folder.PathOf("report.json");
        await RunAsync(fixture.Dump, "--json", json, "--top", "1000");

        (int exitCode, string output, string _) = await RunAsync(fixture.Dump, "--against", json);

        Assert.Equal(ExitCodes.Success, exitCode);
        Assert.Contains("No place is known to have grown or shrunk notably.", output, StringComparison.Ordinal);
        Assert.DoesNotContain("different programs", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_report_of_a_heap_is_refused_before_anything_is_read()
    {
        HeapReport sound = HeapReports.Of(HeapReports.Place("A", 1, 100));
        await IsRefusedAsync(_folder.PathOf("missing"), "does not exist; 'cenote heap --json FILE' writes a report.");
        await IsRefusedAsync(_folder.Path, "is a directory");
        await IsRefusedAsync(_folder.Write("text", "one"u8.ToArray()), "is not JSON (line 1); 'cenote heap --json FILE' writes a report.");
        await IsRefusedAsync(_folder.Write("other", """{"name": "a package"}"""u8.ToArray()), "is JSON, but not a report of 'cenote heap --json'");
        await IsRefusedAsync(
            _folder.Write("measure", """{"schema": 5, "tool": "1.0", "command": "cenote measure a.txt"}"""u8.ToArray()),
            "is a report of 'cenote measure', not of 'cenote heap --json'.");
        await IsRefusedAsync(
            _folder.Write("invalid", [.. """{"schema": 1, "tool": "1.0", "command": "cenote """u8, 0xFF, .. "\"}"u8]), "is not a complete report");
        await IsRefusedAsync(Write("newer", sound with { Schema = HeapReport.CurrentSchema + 1 }), "is a report of schema 2, and this version");
        await IsRefusedAsync(Write("older", sound with { Schema = 0 }), "is a report of schema 0, and this version");
        await IsRefusedAsync(Write("negative", sound with { Bytes = -1 }), "is not a complete report");
        await IsRefusedAsync(Write("huge", sound with { Objects = long.MaxValue }), "is not a complete report");
        await IsRefusedAsync(_folder.Write("surrogate", """{"schema":1,"\ud800xxxx":0}"""u8.ToArray()), "is not JSON");
        await IsRefusedAsync(Write("sum", sound with { Places = [sound.Places[0] with { Bytes = 1L << 45 }] }), "is not a complete report");
        await IsRefusedAsync(Write("place", sound with { Places = [sound.Places[0] with { ValueBytes = -1 }] }), "is not a complete report");
        await IsRefusedAsync(Write("null", sound with { Places = [null!] }), "is not a complete report");
        await IsRefusedAsync(Write("left-out", sound with { OtherPlaces = -1 }), "is not a complete report");
        foreach (string kind in new[] { "\"99\"", "99", "\"1\"", "1", "\"Other\"" })
        {
            string text = JsonSerializer.Serialize(sound, HeapJson.Default.HeapReport)
                .Replace("\"kind\":\"Field\"", $"\"kind\":{kind}", StringComparison.Ordinal);
            await IsRefusedAsync(
                _folder.Write("kind", Encoding.UTF8.GetBytes(text)),
                "is not a complete report of 'cenote heap --json': 'places[0].kind' is wrong, or a value in it is missing; create a new one.");
        }

        foreach (string member in new[] { "bytes", "objects", "strings", "places", "otherPlaces", "machine", "target" })
        {
            JsonObject without = JsonSerializer.SerializeToNode(sound, HeapJson.Default.HeapReport)!.AsObject();
            without.Remove(member);
            await IsRefusedAsync(_folder.Write(member, JsonSerializer.SerializeToUtf8Bytes(without)), "is not a complete report");
        }
    }

    [Fact]
    public void A_report_of_an_earlier_version_of_the_same_schema_is_read()
    {
        JsonObject old = JsonSerializer.SerializeToNode(HeapReports.Of(), HeapJson.Default.HeapReport)!.AsObject();
        old.Remove("growth");
        old["target"]!.AsObject().Remove("copySeconds");

        Assert.NotNull(HeapReportReader.Read(_folder.Write("old", JsonSerializer.SerializeToUtf8Bytes(old))));
    }

    [Fact]
    public async Task The_earlier_report_is_not_replaced()
    {
        string old = Write("old.json", HeapReports.Of());
        byte[] content = await File.ReadAllBytesAsync(old);
        foreach (string option in new[] { "--json", "--html" })
        {
            (int exitCode, string _, string error) = await RunAsync(Pid, "--against", old, option, old);
            Assert.Equal(ExitCodes.Usage, exitCode);
            Assert.Contains("it is an input file or another report", error, StringComparison.Ordinal);
        }

        (int refusal, string _, string complaint) = await RunAsync(Pid, "--against", old, "--keep-dump", old);
        Assert.Equal(ExitCodes.Usage, refusal);
        Assert.Contains("it is an input file or another report", complaint, StringComparison.Ordinal);
        Assert.Equal(content, await File.ReadAllBytesAsync(old));
    }

    [Fact]
    public async Task Commands_that_read_reports_of_measurements_name_a_report_of_a_heap()
    {
        string heap = Write("heap.json", HeapReports.Of());
        foreach (string[] arguments in new string[][] { ["compare", heap, heap], ["render", heap, "--html", _folder.PathOf("page.html")] })
        {
            (int exitCode, string _, string error) = await RunToolAsync(arguments);

            Assert.Equal(ExitCodes.Usage, exitCode);
            Assert.Contains("is a report of 'cenote heap', not of 'cenote measure --json'.", error, StringComparison.Ordinal);
        }
    }

    // The target does not exist, so the report must be rejected before the target is opened.
    private async Task IsRefusedAsync(string path, string complaint)
    {
        (int exitCode, string output, string error) = await RunAsync(_folder.PathOf("no.dmp"), "--against", path);

        Assert.Equal((ExitCodes.Usage, ""), (exitCode, output));
        Assert.StartsWith($"cenote: '{path}' ", error, StringComparison.Ordinal);
        Assert.Contains(complaint, error, StringComparison.Ordinal);
        Assert.Single(error.TrimEnd().Split('\n'));
        Assert.All(
            ["$", "LineNumber", "BytePosition", "deserialization", "System.", "Cenote."],
            word => Assert.DoesNotContain(word, error, StringComparison.Ordinal));
    }

    private string Write(string name, HeapReport report) =>
        _folder.Write(name, JsonSerializer.SerializeToUtf8Bytes(report, HeapJson.Default.HeapReport));

    private static Task<(int ExitCode, string Out, string Error)> RunAsync(params string[] arguments) => RunToolAsync(["heap", .. arguments]);

    private static async Task<(int ExitCode, string Out, string Error)> RunToolAsync(string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var terminal = new Terminal(output, error, () => Stream.Null, IsOutTerminal: false, IsErrorTerminal: false, UseColor: false);
        int exitCode = await new Application(terminal).RunAsync(arguments);
        return (exitCode, output.ToString(), error.ToString());
    }
}
