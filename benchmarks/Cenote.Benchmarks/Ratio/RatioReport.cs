using System.Text.Json.Serialization;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>The JSON of a ratio run.</summary>
/// <param name="Schema">Version of this shape.</param>
/// <param name="Area">Which table.</param>
/// <param name="Command">What was typed.</param>
/// <param name="Machine">Where and when.</param>
/// <param name="Seconds">How long the run took.</param>
/// <param name="Rows">The table.</param>
public sealed record RatioReport(
    int Schema, string Area, string Command, MachineInfo Machine, double Seconds, IReadOnlyList<RatioRow> Rows);

[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(RatioReport))]
[JsonSerializable(typeof(Strings.LiveCollectionResult))]
[JsonSerializable(typeof(Collections.LargeTableResult))]
internal sealed partial class RatioJson : JsonSerializerContext;
