using System.Text.Json;
using System.Text.Json.Nodes;
using Cenote.Tool.Results;
using Cenote.Tool.Tests.Advising;
using Cenote.Tool.Tests.Comparing;

namespace Cenote.Tool.Tests.Results;

public class ReportSchemaTests
{
    private const string UpdateVariable = "CENOTE_UPDATE_SNAPSHOTS";

    private static readonly MeasureReport s_report = Runs.Of(Runs.Step("hold", [Runs.Rival(0.5)], Made.Memory("rival", 1, 1)));

    /// <summary>The committed schema.</summary>
    internal static string FilePath => Path.Combine(Repository.Folder, "docs", "cenote-report.schema.json");

    [Fact]
    public void The_committed_schema_is_that_of_the_types_that_are_written()
    {
        string actual = ReportSchema.Generate();
        if (Environment.GetEnvironmentVariable(UpdateVariable) == "1")
        {
            File.WriteAllText(FilePath, actual);
        }

        Assert.True(
            File.ReadAllText(FilePath) == actual,
            $"Reports have changed. If this is intended, run the test again with {UpdateVariable}=1 and commit the schema; raise "
            + "MeasureReport.CurrentSchema if anything was renamed, removed or has changed its meaning.");
    }

    [Fact]
    public void A_report_is_as_the_schema_has_it()
    {
        Assert.Empty(ReportSchema.Violations(Json(s_report), Schema()));
        Assert.Empty(ReportSchema.Violations(
            Json(
                Runs.Of(
                    Runs.Step(
                        "hold",
                        [Runs.Rival(1) with { RatioInterval = new(double.NegativeInfinity, double.PositiveInfinity) }]))),
            Schema()));
    }

    [Fact]
    public void A_member_that_is_missing_renamed_added_or_of_another_kind_is_found()
    {
        Assert.Equal(["$.tool is missing"], Violations(report => report.Remove("tool")));
        Assert.Equal(["$.machine.cores is missing", "$.machine.kernels is not known"], Violations(report =>
        {
            report["machine"]!.AsObject().Remove("cores");
            report["machine"]!["kernels"] = 2;
        }));
        Assert.Equal(["$.schema is 1"], Violations(report => report["schema"] = 1));
        Assert.Equal(["$.rounds is -1"], Violations(report => report["rounds"] = -1));
        Assert.Equal(["$.input.sampleShare is 1.5"], Violations(report => report["input"]!["sampleShare"] = 1.5));
        Assert.Equal(["$.machine.date is yesterday"], Violations(report => report["machine"]!["date"] = "yesterday"));
        Assert.Equal(["$.input.delimiter is of type Number"], Violations(report => report["input"]!["delimiter"] = 3));
        Assert.Equal(["$.rounds is of type String"], Violations(report => report["rounds"] = "nine"));
        Assert.Equal(["$.tool is of type Null"], Violations(report => report["tool"] = null));
        Assert.Equal(
            ["$.sections[0].steps[0].timing.rivals[1].verdict is Splendid"],
            Violations(report => report["sections"]![0]!["steps"]![0]!["timing"]!["rivals"]![1]!["verdict"] = "Splendid"));

        static IEnumerable<string> Violations(Action<JsonObject> change)
        {
            JsonObject report = Json(s_report);
            change(report);
            return ReportSchema.Violations(report, Schema());
        }
    }

    [Fact]
    public void Every_member_is_described()
    {
        List<string> silent = [];
        Collect(Schema(), "$");

        Assert.Empty(silent);

        void Collect(JsonNode? node, string path)
        {
            foreach ((string name, JsonNode? property) in node?["properties"]?.AsObject() ?? [])
            {
                if (property!["description"] is null)
                {
                    silent.Add($"{path}.{name}");
                }

                Collect(property, $"{path}.{name}");
                Collect(property["items"], $"{path}.{name}[]");
                Collect(property["anyOf"]?[0], $"{path}.{name}");
                Collect(property["anyOf"]?[0]?["items"], $"{path}.{name}[]");
            }
        }
    }

    [Fact]
    public void The_schema_has_a_name_of_its_own_with_its_version() =>
        Assert.Equal($"urn:cenote:measure:{MeasureReport.CurrentSchema}", (string?)Schema()["$id"]);

    [Fact]
    public void Every_type_is_one_every_reference_leads_somewhere_and_nearly_every_number_has_a_range()
    {
        JsonNode schema = Schema();
        List<JsonObject> all = [];
        Collect(schema);

        Assert.DoesNotContain(all, node => node["type"] is JsonArray);
        Assert.All(
            all.Where(node => node.ContainsKey("$ref")),
            node => Assert.NotNull(((string)node["$ref"]!)[2..].Split('/').Aggregate(
                schema, (target, key) => target is JsonArray list ? list[key[0] - '0']! : target[key]!)));
        JsonObject[] numbers = [.. all.Where(node => node["type"] is JsonValue type && (string?)type is "number" or "integer")];
        Assert.True(numbers.Count(node => node["minimum"] is null) < numbers.Length / 5);

        void Collect(JsonNode? node)
        {
            if (node is JsonObject members)
            {
                all.Add(members);
                members.Select(member => member.Value).ToList().ForEach(Collect);
            }
            else if (node is JsonArray elements)
            {
                elements.ToList().ForEach(Collect);
            }
        }
    }

    private static JsonNode Schema() => JsonNode.Parse(File.ReadAllText(FilePath))!;

    private static JsonObject Json(MeasureReport report) =>
        JsonSerializer.SerializeToNode(report, ReportJson.Default.MeasureReport)!.AsObject();
}
