namespace Cenote.Benchmarks.Heaps;

/// <summary>What reading a heap took, and what was found.</summary>
/// <param name="StandstillSeconds">How long the process stood still.</param>
/// <param name="AnalysisSeconds">How long reading took after it.</param>
/// <param name="PeakBytes">The most memory that the reader occupied.</param>
/// <param name="HeapBytes">The objects on the heap.</param>
/// <param name="Objects">How many they are.</param>
/// <param name="Strings">How many of them are strings.</param>
/// <param name="Texts">How many texts these have.</param>
internal sealed record HeapReadingResult(
    double StandstillSeconds, double AnalysisSeconds, long PeakBytes, long HeapBytes, long Objects, long Strings, long Texts);
