using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Arenas.Corpora;

namespace Cenote.Benchmarks.Arenas;

/// <summary>
/// Creates strings that are all live at once. Each call also disposes its new arena or list, or first resets the reused one.
/// Managed strings are left to the garbage collector.
/// </summary>
[MemoryDiagnoser]
public class CreateBenchmarks
{
    private CreateRivals? _rivals;

    [Params(TextKind.Sentences, TextKind.Tiny)]
    public TextKind Kind { get; set; }

    /// <summary>Strings per operation.</summary>
    [Params(10_000, 1_600_000)]
    public int Count { get; set; }

    private CreateRivals Rivals => _rivals ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _rivals = new CreateRivals(Texts.Of(Kind, Count));

    [GlobalCleanup]
    public void Cleanup() => Rivals.Dispose();

    [Benchmark(Baseline = true)]
    public void Managed() => Rivals.CreateManaged();

    [Benchmark]
    public void Arena()
    {
        Rivals.CreateArena();
        Rivals.ReleaseNative();
    }

    [Benchmark]
    public void ArenaAfterReset() => Rivals.FillArena();

    [Benchmark]
    public void List()
    {
        Rivals.CreateList();
        Rivals.ReleaseNative();
    }

    [Benchmark]
    public void ListAfterClear() => Rivals.FillList();
}
