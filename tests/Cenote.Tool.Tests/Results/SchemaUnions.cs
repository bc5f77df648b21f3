using System.Text.Json.Nodes;

namespace Cenote.Tool.Tests.Results;

/// <summary>
/// Splits union types, which strict validators reject, into choices of one type each. References within the schema are updated.
/// </summary>
internal sealed class SchemaUnions
{
    private readonly Dictionary<string, string> _moved = new(StringComparer.Ordinal);

    private SchemaUnions()
    {
    }

    /// <summary>The same schema without unions.</summary>
    public static JsonObject Split(JsonNode schema)
    {
        var unions = new SchemaUnions();
        JsonNode split = unions.Copy(schema, "#", "#")!;
        unions.Follow(split);
        return split.AsObject();
    }

    private JsonNode? Copy(JsonNode? node, string from, string to)
    {
        _moved[from] = to;
        return node switch
        {
            JsonObject union when union["type"] is JsonArray types =>
                Choices(union, [.. types.Select(type => (string)type!)], from, to),
            JsonObject members => Members(members, from, to),
            JsonArray elements => new JsonArray([.. elements.Select((element, i) => Copy(element, $"{from}/{i}", $"{to}/{i}"))]),
            _ => node?.DeepClone(),
        };
    }

    // The description stays outside. All other keywords apply to the first type, because the second type is null.
    private JsonObject Choices(JsonObject union, string[] types, string from, string to)
    {
        Assert.Equal(2, types.Length);
        Assert.Equal("null", types[1]);
        var outside = new JsonObject();
        var first = new JsonObject { ["type"] = types[0] };
        foreach ((string name, JsonNode? value) in union.Where(member => member.Key != "type"))
        {
            if (name == "description")
            {
                outside[name] = value?.DeepClone();
            }
            else
            {
                first[name] = Copy(value, $"{from}/{name}", $"{to}/anyOf/0/{name}");
            }
        }

        outside["anyOf"] = new JsonArray(first, new JsonObject { ["type"] = types[1] });
        return outside;
    }

    private JsonObject Members(JsonObject members, string from, string to)
    {
        var copy = new JsonObject();
        foreach ((string name, JsonNode? value) in members)
        {
            copy[name] = Copy(value, $"{from}/{name}", $"{to}/{name}");
        }

        return copy;
    }

    private void Follow(JsonNode? node)
    {
        if (node is JsonObject members)
        {
            if (members["$ref"] is JsonNode reference)
            {
                members["$ref"] = _moved[(string)reference!];
            }

            foreach ((_, JsonNode? value) in members)
            {
                Follow(value);
            }
        }
        else if (node is JsonArray elements)
        {
            foreach (JsonNode? element in elements)
            {
                Follow(element);
            }
        }
    }
}
