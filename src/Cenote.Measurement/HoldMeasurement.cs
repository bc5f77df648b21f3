using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>The cost of holding all strings, measured in a new process.</summary>
/// <param name="Name">The contender.</param>
/// <param name="ManagedBytes">The growth of the managed heap, in bytes.</param>
/// <param name="NativeBytes">The native memory allocated, in bytes.</param>
/// <param name="ResidentBytes">The growth of the resident memory of the process, in bytes.</param>
/// <param name="Building">The garbage collections while building once.</param>
/// <param name="LongestFullCollectionMilliseconds">
/// The longest pause of several blocking gen 2 collections with everything live, in milliseconds.
/// </param>
/// <param name="Checksum">The checksum of everything read back.</param>
public sealed record HoldMeasurement(
    string Name,
    long ManagedBytes,
    long NativeBytes,
    long ResidentBytes,
    CollectionStatistics Building,
    double LongestFullCollectionMilliseconds,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] ulong Checksum)
{
    /// <summary>The time to build once in a new process, in milliseconds.</summary>
    public double BuildMilliseconds { get; init; }

    /// <summary>The bytes allocated on the managed heap while building.</summary>
    public long BuildAllocatedBytes { get; init; }

    /// <summary>
    /// The longest GC pause of a program that allocates while everything is live, in milliseconds; null without a background GC.
    /// </summary>
    public double? LongestBackgroundPauseMilliseconds { get; init; }

    /// <summary>
    /// The time to read a string in random order, in nanoseconds; null if not measured.
    /// </summary>
    public double? RandomReadNanoseconds { get; init; }

    /// <summary>The time to read one of the same thousand strings, in nanoseconds; null if not measured.</summary>
    public double? HotReadNanoseconds { get; init; }

    /// <summary>
    /// The hit ratio of a full cache, from 0 to 1; null if nothing is evicted.
    /// </summary>
    public double? HitRatio { get; init; }

    /// <summary>
    /// The time to release everything, in milliseconds, excluding later garbage collections.
    /// </summary>
    public double ReleaseMilliseconds { get; init; }

    /// <summary>The longest pause with the GC of the process: background if available, otherwise blocking.</summary>
    [JsonIgnore]
    public double LongestPauseInUseMilliseconds => LongestBackgroundPauseMilliseconds ?? LongestFullCollectionMilliseconds;

    /// <summary>The sum of managed and native memory, in bytes.</summary>
    [JsonIgnore]
    public long TotalBytes => ManagedBytes + NativeBytes;
}
