using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Collections;

/// <summary>Replaces every key with another one.</summary>
[MemoryDiagnoser]
public class KeyReplacements
{
    private CompactTable _compact;
    private Utf16Table _utf16;
    private ChurnPass<DictionaryTable>? _ofDictionary;
    private ChurnPass<CompactTable>? _ofCompact;
    private ChurnPass<Utf16Table>? _ofUtf16;

    /// <summary>The kind of the keys.</summary>
    [Params(KeyKind.Ids, KeyKind.Urls)]
    public KeyKind Kind { get; set; }

    /// <summary>Keys per operation.</summary>
    [Params(1_000, 100_000)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        Keys keys = KeySource.Take(Kind, 0, Count);
        var present = new Questions(keys.Shuffled(Count, seed: 3), parts: 1);
        var absent = new Questions(KeySource.Take(Kind, Count, Count).Shuffled(Count, seed: 5), parts: 1);
        _compact = Filling.Fill<CompactTable>(keys);
        _utf16 = Filling.Fill<Utf16Table>(keys);
        _ofDictionary = new(Filling.Fill<DictionaryTable>(keys), present, absent);
        _ofCompact = new(_compact, present, absent);
        _ofUtf16 = new(_utf16, present, absent);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _compact.Dispose();
        _utf16.Dispose();
    }

    [Benchmark(Baseline = true)]
    public void Dictionary() => _ofDictionary!.Run();

    [Benchmark]
    public void Compact() => _ofCompact!.Run();

    [Benchmark]
    public void Utf16() => _ofUtf16!.Run();
}
