using System.Text.Json.Serialization;

namespace Cenote.Tool.Measuring;

/// <summary>The times of a step in one process.</summary>
/// <param name="Id">The step.</param>
/// <param name="Timing">The times.</param>
/// <param name="Checksum">The checksum of the text that all contenders have read back.</param>
internal sealed record TimedStep(
    string Id,
    Comparison Timing,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] ulong Checksum);
