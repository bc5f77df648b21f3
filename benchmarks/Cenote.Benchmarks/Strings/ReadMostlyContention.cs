using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>Each thread reads 21,000 strings that all of them share, and replaces 3,000 of its own.</summary>
public class ReadMostlyContention : ContentionBenchmarks
{
    private protected override IThreadRivals CreateRivals(int threads, OneText text) =>
        new ThreadRivals<ReadMostlyWork>(threads, text, new ReadMostlyWork(text));
}
