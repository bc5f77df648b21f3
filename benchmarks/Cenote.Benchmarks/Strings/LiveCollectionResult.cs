namespace Cenote.Benchmarks.Strings;

/// <summary>What a child process measured of a large collection.</summary>
/// <param name="BuildMilliseconds">Time to make all strings.</param>
/// <param name="FullCollectionMilliseconds">Pause of a full collection with all of them live, median of seven.</param>
/// <param name="ResidentBytes">Growth of the process.</param>
/// <param name="Checksum">Sum over the text, so that nobody cheats.</param>
public sealed record LiveCollectionResult(double BuildMilliseconds, double FullCollectionMilliseconds, double ResidentBytes, long Checksum);
