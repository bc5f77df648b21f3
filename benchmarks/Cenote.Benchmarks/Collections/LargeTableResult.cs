namespace Cenote.Benchmarks.Collections;

/// <summary>What a child process measured of a large table.</summary>
/// <param name="BuildMilliseconds">Time to add all keys.</param>
/// <param name="FullCollectionMilliseconds">Pause of a full collection with the table live, median of seven.</param>
/// <param name="ResidentBytes">Growth of the process.</param>
/// <param name="LongestAdditionMilliseconds">The longest time that one call took to add its key, or its batch of keys.</param>
/// <param name="LastValue">The value of the last key, so that nobody cheats.</param>
public sealed record LargeTableResult(
    double BuildMilliseconds, double FullCollectionMilliseconds, double ResidentBytes, double LongestAdditionMilliseconds, int LastValue);
