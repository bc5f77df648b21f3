using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>Concurrent threads with strings of 64 chars, for every thread-safe rival.</summary>
public abstract class ContentionBenchmarks
{
    private const int Length = 64;

    private IThreadRivals? _rivals;

    [Params(1, 2, 4, 8)]
    public int Threads { get; set; }

    private IThreadRivals Rivals => _rivals ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _rivals = CreateRivals(Threads, new OneText(Length));

    [GlobalCleanup]
    public void Cleanup() => Rivals.Dispose();

    [Benchmark(Baseline = true)]
    public void Managed() => Rivals.Managed();

    [Benchmark]
    public void Writer() => Rivals.Writer();

    [Benchmark]
    public void Pool() => Rivals.Pool();

    [Benchmark]
    public void Wrapper() => Rivals.Wrapper();

    [Benchmark]
    public void LockedPool() => Rivals.Locked();

    private protected abstract IThreadRivals CreateRivals(int threads, OneText text);
}

/// <summary>Each thread creates and frees 25,000 strings.</summary>
public class Contention : ContentionBenchmarks
{
    [Params(Pattern.Bulk, Pattern.Interleaved)]
    public Pattern Pattern { get; set; }

    private protected override IThreadRivals CreateRivals(int threads, OneText text) =>
        new ThreadRivals<OwnStringsWork>(threads, text, new OwnStringsWork(Pattern, text));
}

/// <summary>Each thread does 21,000 reads of strings that all threads share, and replaces private strings 3,000 times.</summary>
public class ReadMostlyContention : ContentionBenchmarks
{
    private protected override IThreadRivals CreateRivals(int threads, OneText text) =>
        new ThreadRivals<ReadMostlyWork>(threads, text, new ReadMostlyWork(text));
}
