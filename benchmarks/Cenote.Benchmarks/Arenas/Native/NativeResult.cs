namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>What a rival needed for a case.</summary>
/// <param name="Rival">Who, and how it sorts.</param>
/// <param name="Case">Such as "sort long".</param>
/// <param name="Median">Milliseconds.</param>
/// <param name="Checksum">In hexadecimal digits, of the strings it ended with.</param>
internal sealed record NativeResult(string Rival, string Case, double Median, string Checksum) : NativeLine;
