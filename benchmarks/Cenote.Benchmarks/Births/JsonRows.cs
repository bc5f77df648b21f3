using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Births;

/// <summary>A document with an array of objects, each with a number and three texts.</summary>
internal static class JsonRows
{
    public const int Count = 100_000;

    /// <summary>Three properties that repeat.</summary>
    public static byte[] Repeating()
    {
        var random = new SplitMix64(1);
        var rows = new JsonRow[Count];
        for (int id = 0; id < Count; id++)
        {
            string status = random.Next(4) == 0 ? "suspended" : "active";
            rows[id] = new JsonRow
            {
                Id = id,
                Country = $"country {random.Next(40)}",
                City = $"City {random.Next(500)}",
                Status = status,
            };
        }

        return JsonSerializer.SerializeToUtf8Bytes(rows);
    }

    /// <summary>Three properties that never do.</summary>
    public static byte[] Unique() => JsonSerializer.SerializeToUtf8Bytes(
        Enumerable.Range(0, Count).Select(id => new JsonRecord(id, $"country {id}", $"City {id}", $"status {id}")));

    public static JsonSerializerOptions With(Action<JsonTypeInfo> modifier) =>
        new() { TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { modifier } } };
}

/// <summary>An object of the document.</summary>
internal sealed class JsonRow
{
    public int Id { get; set; }

    public string Country { get; set; } = "";

    public string City { get; set; } = "";

    public string Status { get; set; } = "";
}

/// <summary>The same, with ids of a table in place of the texts.</summary>
internal sealed class JsonIdRow
{
    public int Id { get; set; }

    public int Country { get; set; }

    public int City { get; set; }

    public int Status { get; set; }
}

/// <summary>The same as a record, for whose constructor the serializer allocates by itself.</summary>
internal sealed record JsonRecord(int Id, string Country, string City, string Status);
