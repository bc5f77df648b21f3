using System.Text.Json.Serialization;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Ratio;

/// <summary>The JSON of a ratio run, or of the medians of several.</summary>
/// <param name="Schema">Version of this shape.</param>
/// <param name="Area">Which table.</param>
/// <param name="Command">What was typed.</param>
/// <param name="Machine">Where and when.</param>
/// <param name="Seconds">How long it took, refused runs included.</param>
/// <param name="Runs">How quiet the machine was, run by run.</param>
/// <param name="Rows">The table.</param>
public sealed record RatioReport(
    int Schema,
    string Area,
    string Command,
    MachineInfo Machine,
    double Seconds,
    IReadOnlyList<Quietness> Runs,
    IReadOnlyList<RatioRow> Rows)
{
    /// <summary>The version of the shape that this program writes.</summary>
    public const int CurrentSchema = 3;
}

[JsonSourceGenerationOptions(WriteIndented = true, PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(RatioReport))]
[JsonSerializable(typeof(Dictionary<string, double>))]
[JsonSerializable(typeof(Strings.LiveCollectionResult))]
[JsonSerializable(typeof(Collections.LargeTableResult))]
internal sealed partial class RatioJson : JsonSerializerContext;
