namespace Cenote.Benchmarks.Heaps;

/// <summary>The cost and the results of reading a heap.</summary>
/// <param name="StandstillSeconds">How long the process was stopped.</param>
/// <param name="AnalysisSeconds">How long the analysis took after that.</param>
/// <param name="PeakBytes">Peak memory of the reader.</param>
/// <param name="HeapBytes">Total size of the objects on the heap.</param>
/// <param name="Objects">Number of objects.</param>
/// <param name="Strings">Number of strings.</param>
/// <param name="Texts">Number of distinct strings.</param>
internal sealed record HeapReadingResult(
    double StandstillSeconds, double AnalysisSeconds, long PeakBytes, long HeapBytes, long Objects, long Strings, long Texts);
