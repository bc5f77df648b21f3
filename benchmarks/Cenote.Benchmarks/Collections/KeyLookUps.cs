using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Collections;

/// <summary>Looks up every key, or the same number of missing keys, in random order.</summary>
[MemoryDiagnoser]
public class KeyLookUps
{
    private CompactTable _compact;
    private Utf16Table _utf16;
    private ConcurrentPooledTable _concurrentPooled;
    private ReadPass<DictionaryTable>? _ofDictionary;
    private ReadPass<ConcurrentTable>? _ofConcurrent;
    private ReadPass<CompactTable>? _ofCompact;
    private ReadPass<Utf16Table>? _ofUtf16;
    private ReadPass<ConcurrentPooledTable>? _ofConcurrentPooled;
    private BatchPass? _ofBatches;

    /// <summary>The kind of the keys.</summary>
    [Params(KeyKind.Ids, KeyKind.Urls)]
    public KeyKind Kind { get; set; }

    /// <summary>Keys in the table, and lookups per operation.</summary>
    [Params(1_000, 100_000)]
    public int Count { get; set; }

    /// <summary>Whether the keys are present.</summary>
    [Params(true, false)]
    public bool Hits { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        Keys keys = KeySource.Take(Kind, 0, Count);
        var questions = new Questions((Hits ? keys : KeySource.Take(Kind, Count, Count)).Shuffled(Count, seed: 3), parts: 1);
        _compact = Filling.Fill<CompactTable>(keys);
        _utf16 = Filling.Fill<Utf16Table>(keys);
        _concurrentPooled = Filling.Fill<ConcurrentPooledTable>(keys);
        _ofDictionary = new(Filling.Fill<DictionaryTable>(keys), questions);
        _ofConcurrent = new(Filling.Fill<ConcurrentTable>(keys), questions);
        _ofCompact = new(_compact, questions);
        _ofUtf16 = new(_utf16, questions);
        _ofConcurrentPooled = new(_concurrentPooled, questions);
        _ofBatches = new(_compact.Dictionary, questions);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _compact.Dispose();
        _utf16.Dispose();
        _concurrentPooled.Dispose();
    }

    [Benchmark(Baseline = true)]
    public void Dictionary() => _ofDictionary!.Spans();

    [Benchmark]
    public void Compact() => _ofCompact!.Spans();

    [Benchmark]
    public void Utf16() => _ofUtf16!.Spans();

    [Benchmark]
    public void CompactInBatches() => _ofBatches!.Run();

    [Benchmark]
    public void ConcurrentDictionary() => _ofConcurrent!.Spans();

    [Benchmark]
    public void ConcurrentPooled() => _ofConcurrentPooled!.Spans();
}
