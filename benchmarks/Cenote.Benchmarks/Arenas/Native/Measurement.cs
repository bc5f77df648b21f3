namespace Cenote.Benchmarks.Arenas.Native;

/// <summary>What a rival needed for a case, each time that it was done.</summary>
/// <param name="Rival">Who, and how it sorts.</param>
/// <param name="Case">Such as "sort long".</param>
/// <param name="Milliseconds">In the order of the rounds.</param>
internal sealed record Measurement(string Rival, string Case, List<double> Milliseconds);
