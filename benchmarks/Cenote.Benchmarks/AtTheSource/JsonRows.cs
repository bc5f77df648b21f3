using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Cenote.Measurement;

namespace Cenote.Benchmarks.AtTheSource;

/// <summary>A document with an array of objects, each with a number and three strings.</summary>
internal static class JsonRows
{
    public const int Count = 100_000;

    /// <summary>Creates the document with repeated values of the three string properties.</summary>
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

    /// <summary>Creates the document with unique values of the three string properties.</summary>
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

/// <summary>An object of the document, with ids of a string table instead of strings.</summary>
internal sealed class JsonIdRow
{
    public int Id { get; set; }

    public int Country { get; set; }

    public int City { get; set; }

    public int Status { get; set; }
}

/// <summary>An object of the document as a record, for which the serializer calls a constructor with parameters.</summary>
internal sealed record JsonRecord(int Id, string Country, string City, string Status);
