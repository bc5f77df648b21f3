using System.Text.Json;
using System.Text.Json.Nodes;
using Cenote.Tool.Heaps;
using Cenote.Tool.Tests.Results;

namespace Cenote.Tool.Tests.Heaps;

public class HeapSchemaTests
{
    private const string UpdateVariable = "CENOTE_UPDATE_SNAPSHOTS";

    private static string FilePath => Path.Combine(Repository.Folder, "docs", "cenote-heap.schema.json");

    [Fact]
    public void The_committed_schema_is_that_of_the_types_that_are_written()
    {
        string actual = ReportSchema.Generate(
            HeapJson.Default.Options, typeof(HeapReport), HeapReport.CurrentSchema, "heap");
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllText(FilePath, actual);
        }

        Assert.True(
            File.ReadAllText(FilePath) == actual,
            $"Reports have changed. If this is intended, run the test again with {UpdateVariable}=1 and commit the schema; raise "
            + "HeapReport.CurrentSchema if anything was renamed, removed or has changed its meaning.");
    }

    [Fact]
    public void A_report_is_as_the_schema_has_it()
    {
        JsonNode schema = JsonNode.Parse(File.ReadAllText(FilePath))!;
        var strings = new HeapStrings(2, 1, 48, 24);
        var report = new HeapReport(
            HeapReport.CurrentSchema,
            "1.0",
            "cenote heap PID",
            MachineInfo.Current(),
            new HeapTarget("victim.dll", "live", "10.0.12", ServerCollector: false, 0.5, 1.5, 1_000),
            3,
            100,
            3,
            0,
            0,
            1,
            strings,
            strings,
            [],
            0,
            [new HeapText(3, 2, 24, null)],
            [new HeapAdvice("This heap", null, null, 0, 0, IsEstimated: false, 0, 0, "There is nothing to gain.")],
            [],
            ["Nothing was measured."])
        {
            Growth = new HeapGrowth(
                DateTimeOffset.UnixEpoch,
                "victim.dll",
                new HeapTotals(110, 3, 2, 24),
                new HeapTotals(100, 3, 2, 24),
                new HeapTotals(-10, 0, 0, 0),
                1,
                2,
                [
                    new HeapPlaceGrowth("A", "App.A", default, new HeapPlaceSize(2, 48, 0), null, -48),
                    new HeapPlaceGrowth("B", "App.B", default, null, new HeapPlaceSize(2, 48, 0), null),
                ],
                0),
        };
        JsonObject json = JsonSerializer.SerializeToNode(report, HeapJson.Default.HeapReport)!.AsObject();

        Assert.Empty(ReportSchema.Violations(json, schema));
        json.Remove("advice");
        Assert.Equal(["$.advice is missing"], ReportSchema.Violations(json, schema));
    }
}
