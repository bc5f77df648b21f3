using System.Reflection;
using System.Text.Json.Nodes;
using Cenote.Tool.Advising;
using Cenote.Tool.Heaps;

namespace Cenote.Tool.Tests.Results;

/// <summary>
/// The ranges of numbers in reports. Most are counts or sizes, which are never negative.
/// </summary>
internal static class SchemaRanges
{
    // Growth, savings and measured differences of memory may be negative.
    private static readonly HashSet<(Type, string)> s_signed =
    [
        (typeof(Answer), nameof(Answer.BytesBefore)),
        (typeof(Answer), nameof(Answer.BytesAfter)),
        (typeof(Effect), nameof(Effect.Saved)),
        (typeof(HeapAdvice), nameof(HeapAdvice.SavedBytes)),
        (typeof(HeapAdvice), nameof(HeapAdvice.FewerObjects)),
        (typeof(HeapAdvice), nameof(HeapAdvice.FewerShare)),
        (typeof(HeapPlace), nameof(HeapPlace.SavedAsInterned)),
        (typeof(HeapPlace), nameof(HeapPlace.SavedAsIds)),
        (typeof(HeapPlace), nameof(HeapPlace.SavedAsPooled)),
        (typeof(HeapPlaceGrowth), nameof(HeapPlaceGrowth.AddedBytes)),
        (typeof(HeapTotals), nameof(HeapTotals.Bytes)),
        (typeof(HeapTotals), nameof(HeapTotals.Objects)),
        (typeof(HeapTotals), nameof(HeapTotals.Strings)),
        (typeof(HeapTotals), nameof(HeapTotals.RepeatedBytes)),
        (typeof(HoldMeasurement), nameof(HoldMeasurement.ManagedBytes)),
        (typeof(HoldMeasurement), nameof(HoldMeasurement.NativeBytes)),
        (typeof(HoldMeasurement), nameof(HoldMeasurement.ResidentBytes)),
    ];

    // Counts that are at least 1.
    private static readonly HashSet<string> s_positive = new(StringComparer.Ordinal)
    {
        "Threads", "Cores", "CallsPerRound", "OperationsPerCall",
    };

    /// <summary>Adds the range to the schema of a number.</summary>
    /// <param name="schema">The schema of a value.</param>
    /// <param name="type">The type of the value.</param>
    /// <param name="property">The property that has the value; null for elements of lists.</param>
    public static void Add(JsonObject schema, Type type, MemberInfo? property)
    {
        JsonObject? number = schema["anyOf"] is JsonArray choices
            ? choices.OfType<JsonObject>().FirstOrDefault(IsNumber)
            : IsNumber(schema) ? schema : null;
        if (number is null)
        {
            return;
        }

        string name = property?.Name ?? string.Empty;
        if (property is null || !s_signed.Contains((property.DeclaringType!, name)))
        {
            number["minimum"] = s_positive.Contains(name) ? 1 : 0;
        }

        if (name.Contains("Share", StringComparison.Ordinal))
        {
            number["maximum"] = 1;
        }
        else if ((Nullable.GetUnderlyingType(type) ?? type) == typeof(int))
        {
            number["maximum"] = int.MaxValue;
        }
    }

    private static bool IsNumber(JsonObject schema)
    {
        string type = schema["type"]?.ToJsonString() ?? string.Empty;
        return type.Contains("number", StringComparison.Ordinal) || type.Contains("integer", StringComparison.Ordinal);
    }
}
