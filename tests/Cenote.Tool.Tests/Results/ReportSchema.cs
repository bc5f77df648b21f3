using System.Globalization;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Cenote.Tool.Results;

namespace Cenote.Tool.Tests.Results;

/// <summary>
/// The JSON Schema of reports: generated from the serialized types and their documentation, and used to validate reports.
/// </summary>
internal static class ReportSchema
{
    private const string Date = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$";
    private const string Dialect = "https://json-schema.org/draft/2020-12/schema";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    private static readonly Dictionary<string, XElement> s_members =
        new[] { typeof(MeasureReport).Assembly, typeof(MachineInfo).Assembly }
        .SelectMany(assembly => XDocument.Load(Path.ChangeExtension(assembly.Location, ".xml")).Descendants("member"))
        .ToDictionary(member => (string)member.Attribute("name")!, StringComparer.Ordinal);

    /// <summary>Generates the schema of the reports of <c>cenote measure</c>.</summary>
    public static string Generate() =>
        Generate(ReportJson.Default.Options, typeof(MeasureReport), MeasureReport.CurrentSchema, "measure");

    /// <summary>Generates the schema of a command's reports.</summary>
    public static string Generate(JsonSerializerOptions options, Type report, int version, string command)
    {
        JsonNode schema = options.GetJsonSchemaAsNode(
            report, new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Describe });
        schema["properties"]!["schema"]!["const"] = version;

        // A name, not an address, so that validators need not download it.
        var titled = new JsonObject
        {
            ["$schema"] = Dialect,
            ["$id"] = $"urn:cenote:{command}:{version}",
            ["title"] = $"A report of cenote {command} --json",
        };
        foreach ((string name, JsonNode? value) in SchemaUnions.Split(schema))
        {
            titled[name] = value?.DeepClone();
        }

        return titled.ToJsonString(
            new JsonSerializerOptions
            {
                WriteIndented = true,
                Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            }) + "\n";
    }

    /// <summary>The places where a report violates the schema, including unknown members.</summary>
    public static IEnumerable<string> Violations(JsonNode? value, JsonNode schema) => Violations(value, schema, schema, "$");

    private static IEnumerable<string> Violations(JsonNode? value, JsonNode schema, JsonNode root, string path)
    {
        if (schema["$ref"] is JsonNode reference)
        {
            JsonNode target = ((string)reference!)[2..].Split('/')
                .Aggregate(
                    root,
                    (node, key) => node is JsonArray array
                        ? array[int.Parse(key, CultureInfo.InvariantCulture)]!
                        : node[key]!);
            return Violations(value, target, root, path);
        }

        if (schema["anyOf"] is JsonArray choices)
        {
            string[][] complaints = [.. choices.Select(choice => Violations(value, choice!, root, path).ToArray())];
            return complaints.Any(complaint => complaint.Length == 0) ? [] : value is null ? complaints[^1] : complaints[0];
        }

        if (schema["enum"] is JsonArray values)
        {
            return values.Any(allowed => JsonNode.DeepEquals(allowed, value)) ? [] : [$"{path} is {value}"];
        }

        if (!IsOfType(value, schema["type"]))
        {
            return [$"{path} is of type {value?.GetValueKind() ?? JsonValueKind.Null}"];
        }

        if (value?.GetValueKind() == JsonValueKind.Number
            && !IsWithin(double.Parse(value.ToJsonString(), CultureInfo.InvariantCulture), schema))
        {
            return [$"{path} is {value}"];
        }

        if (schema["pattern"] is JsonNode pattern
            && !Regex.IsMatch((string)value!, (string)pattern!, RegexOptions.None, s_patience))
        {
            return [$"{path} is {value}"];
        }

        return value switch
        {
            JsonObject members => MemberViolations(members, schema, root, path),
            JsonArray elements => elements.SelectMany(
                (element, i) => Violations(element, schema["items"]!, root, $"{path}[{i}]")),
            _ => schema["const"] is JsonNode constant && !JsonNode.DeepEquals(constant, value) ? [$"{path} is {value}"] : [],
        };
    }

    private static IEnumerable<string> MemberViolations(JsonObject members, JsonNode schema, JsonNode root, string path)
    {
        JsonObject known = schema["properties"]!.AsObject();
        IEnumerable<string> required = (schema["required"] as JsonArray ?? []).Select(name => (string)name!);
        return
        [
            .. required.Where(name => !members.ContainsKey(name)).Select(name => $"{path}.{name} is missing"),
            .. members.Where(member => !known.ContainsKey(member.Key)).Select(member => $"{path}.{member.Key} is not known"),
            .. members.Where(member => known.ContainsKey(member.Key))
                .SelectMany(member => Violations(member.Value, known[member.Key]!, root, $"{path}.{member.Key}")),
        ];
    }

    private static bool IsWithin(double value, JsonNode schema) =>
        value >= ((double?)schema["minimum"] ?? double.NegativeInfinity)
        && value <= ((double?)schema["maximum"] ?? double.PositiveInfinity);

    private static bool IsOfType(JsonNode? value, JsonNode? type)
    {
        string actual = value?.GetValueKind() switch
        {
            null or JsonValueKind.Null => "null",
            JsonValueKind.Object => "object",
            JsonValueKind.Array => "array",
            JsonValueKind.String => "string",
            JsonValueKind.Number => value.ToJsonString().AsSpan().ContainsAny('.', 'E', 'e') ? "number" : "integer",
            _ => "boolean",
        };
        return type is null || (string?)type == actual || (actual == "integer" && (string?)type == "number");
    }

    private static JsonNode Describe(JsonSchemaExporterContext context, JsonNode schema)
    {
        var property = context.PropertyInfo?.AttributeProvider as MemberInfo;
        if (schema is not JsonObject described)
        {
            return schema;
        }

        if (described["pattern"] is not null)
        {
            // The value can also be read as a number, but is never written as one.
            described["type"] = "string";
            described["pattern"] = "^[0-9]+$";
        }

        if (described.Remove("format"))
        {
            // Validators may ignore formats, and strict validators reject unknown formats.
            described["pattern"] = Date;
        }

        SchemaRanges.Add(described, context.TypeInfo.Type, property);
        if (property is not null && DocumentationOf(property) is string description)
        {
            described.Insert(0, "description", description);
        }

        return schema;
    }

    // Most properties of a record are documented as parameters of the type or of its constructor.
    private static string? DocumentationOf(MemberInfo property)
    {
        string type = property.DeclaringType!.FullName!;
        XElement? text = s_members
            .Where(member => member.Key == $"T:{type}" || member.Key.StartsWith($"M:{type}.#ctor", StringComparison.Ordinal))
            .SelectMany(member => member.Value.Elements("param"))
            .FirstOrDefault(parameter => (string?)parameter.Attribute("name") == property.Name)
            ?? s_members.GetValueOrDefault($"P:{type}.{property.Name}")?.Element("summary");
        return text is null
            ? null
            : string.Join(
                ' ', string.Concat(text.Nodes().Select(TextOf)).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }

    private static string TextOf(XNode node) => node is XElement element
        ? (string?)element.Attribute("name") is string name ? JsonNamingPolicy.CamelCase.ConvertName(name) : element.Value
        : node.ToString();
}
