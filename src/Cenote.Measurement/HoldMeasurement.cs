using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>What it costs to hold every string, measured in a fresh process.</summary>
/// <param name="Name">The contender.</param>
/// <param name="ManagedBytes">How much the managed heap grew, in bytes.</param>
/// <param name="NativeBytes">How much native memory was taken, in bytes.</param>
/// <param name="ResidentBytes">How much the process grew in physical memory, in bytes.</param>
/// <param name="Building">The collections while the collection was built, once.</param>
/// <param name="LongestFullCollectionMilliseconds">The longest of some full collections with everything live.</param>
/// <param name="Checksum">The checksum of what was read back.</param>
public sealed record HoldMeasurement(
    string Name,
    long ManagedBytes,
    long NativeBytes,
    long ResidentBytes,
    CollectionStatistics Building,
    double LongestFullCollectionMilliseconds,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] ulong Checksum)
{
    /// <summary>Managed and native memory together, in bytes.</summary>
    [JsonIgnore]
    public long TotalBytes => ManagedBytes + NativeBytes;
}
