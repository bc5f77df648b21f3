using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Collections;

/// <summary>Creates a table, adds every key, and disposes the table.</summary>
[MemoryDiagnoser]
public class KeyBuilds
{
    private Keys? _keys;

    /// <summary>The kind of the keys.</summary>
    [Params(KeyKind.Ids, KeyKind.Urls)]
    public KeyKind Kind { get; set; }

    /// <summary>Keys per operation.</summary>
    [Params(1_000, 100_000)]
    public int Count { get; set; }

    private Keys Keys => _keys ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _keys = KeySource.Take(Kind, 0, Count);

    [Benchmark(Baseline = true)]
    public void Dictionary() => Filling.Fill<DictionaryTable>(Keys).Dispose();

    [Benchmark]
    public void Compact() => Filling.Fill<CompactTable>(Keys).Dispose();

    [Benchmark]
    public void Utf16() => Filling.Fill<Utf16Table>(Keys).Dispose();

    [Benchmark]
    public void ConcurrentDictionary() => Filling.Fill<ConcurrentTable>(Keys).Dispose();

    [Benchmark]
    public void ConcurrentPooled() => Filling.Fill<ConcurrentPooledTable>(Keys).Dispose();
}
