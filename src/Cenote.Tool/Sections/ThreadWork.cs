using Cenote.Tool.Input;

namespace Cenote.Tool.Sections;

/// <summary>
/// The work of concurrent threads: each passes over the same strings, several times per call.
/// </summary>
/// <param name="Sample">The strings.</param>
/// <param name="Passes">The number of passes of each thread.</param>
/// <param name="Threads">The number of threads.</param>
internal sealed record ThreadWork(TextCorpus Sample, int Passes, int Threads)
{
    // The work of a thread per call: enough that starting the threads costs almost nothing in comparison.
    private const int StringsPerCall = 1 << 13;
    private const int CharsPerCall = 1 << 19;

    /// <summary>The number of operations per call, over all threads.</summary>
    public long Operations => (long)Sample.Count * Passes * Threads;

    /// <summary>Creates work whose calls take a few milliseconds at most.</summary>
    /// <param name="sample">The strings, with at least one char in total.</param>
    /// <param name="threads">The number of threads.</param>
    public static ThreadWork Of(TextCorpus sample, int threads) =>
        new(sample, (int)Math.Max(1, Math.Min(StringsPerCall / sample.Count, CharsPerCall / sample.TotalChars)), threads);
}
