using Cenote.Tool.Input;

namespace Cenote.Tool.Sections;

/// <summary>
/// The work of several threads at the same time: each passes over the same strings, several times per call.
/// </summary>
/// <param name="Sample">The strings.</param>
/// <param name="Passes">How often each thread passes over them.</param>
/// <param name="Threads">How many threads.</param>
internal sealed record ThreadWork(TextCorpus Sample, int Passes, int Threads)
{
    // The work of a thread per call: enough that starting the threads costs almost nothing in comparison.
    private const int StringsPerCall = 1 << 13;
    private const int CharsPerCall = 1 << 19;

    /// <summary>How often a string is worked with in one call, by all threads together.</summary>
    public long Operations => (long)Sample.Count * Passes * Threads;

    /// <summary>A call of a few milliseconds at most.</summary>
    /// <param name="sample">The strings, which have a char at least.</param>
    /// <param name="threads">How many threads.</param>
    public static ThreadWork Of(TextCorpus sample, int threads) =>
        new(sample, (int)Math.Max(1, Math.Min(StringsPerCall / sample.Count, CharsPerCall / sample.TotalChars)), threads);
}
