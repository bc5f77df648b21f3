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
    /// <summary>How long building took, once, in a process that had not built it before, in milliseconds.</summary>
    public double BuildMilliseconds { get; init; }

    /// <summary>What was allocated on the managed heap while building, in bytes.</summary>
    public long BuildAllocatedBytes { get; init; }

    /// <summary>
    /// The longest pause of the background collections, and of all others, in a program that allocates while everything is
    /// live, in milliseconds; null where the collector does not work in the background.
    /// </summary>
    public double? LongestBackgroundPauseMilliseconds { get; init; }

    /// <summary>
    /// Reading one of all, in an order that is none of theirs, in nanoseconds; null where that was not measured.
    /// </summary>
    public double? RandomReadNanoseconds { get; init; }

    /// <summary>Reading one of a thousand over and over, in nanoseconds; null where that was not measured.</summary>
    public double? HotReadNanoseconds { get; init; }

    /// <summary>
    /// The share of requests that a full cache had the answer to, from 0 to 1; null where nothing is evicted.
    /// </summary>
    public double? HitRatio { get; init; }

    /// <summary>
    /// How long letting go of all of it took, in milliseconds; what a garbage collector does later is not in it.
    /// </summary>
    public double ReleaseMilliseconds { get; init; }

    /// <summary>The longest pause with the collector that the process has: in the background if it can, else blocking.</summary>
    [JsonIgnore]
    public double LongestPauseInUseMilliseconds => LongestBackgroundPauseMilliseconds ?? LongestFullCollectionMilliseconds;

    /// <summary>Managed and native memory together, in bytes.</summary>
    [JsonIgnore]
    public long TotalBytes => ManagedBytes + NativeBytes;
}
