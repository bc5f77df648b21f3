using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>Each thread makes and frees 25,000 strings.</summary>
public class Contention : ContentionBenchmarks
{
    [Params(Pattern.Bulk, Pattern.Interleaved)]
    public Pattern Pattern { get; set; }

    private protected override IThreadRivals CreateRivals(int threads, OneText text) =>
        new ThreadRivals<OwnStringsWork>(threads, text, new OwnStringsWork(Pattern, text));
}
