using BenchmarkDotNet.Attributes;

namespace Cenote.Benchmarks.Interning;

/// <summary>Looks up strings that are present, 16,384 in each operation.</summary>
[MemoryDiagnoser]
public class InternHits
{
    private HitPass<DictionaryInterner>? _dictionary;
    private HitPass<ExactInterner>? _exact;
    private HitPass<BoundedInterner>? _bounded;
    private HitPass<WeakInterner>? _weak;
    private HitPass<ToolkitInterner>? _toolkit;
    private HitPass<LockedSetInterner>? _lockedSet;
    private HitPass<RuntimeInterner>? _runtime;
    private HitPass<BuildInterner>? _build;

    /// <summary>The measured lengths of strings.</summary>
    public static IEnumerable<int> Lengths => InternTexts.Lengths;

    /// <summary>The length of each string, in chars.</summary>
    [ParamsSource(nameof(Lengths))]
    public int Length { get; set; }

    /// <summary>Number of distinct strings.</summary>
    [Params(6, 1_000, 100_000)]
    public int Distinct { get; set; }

    /// <summary>Whether some strings are looked up much more often than others.</summary>
    [Params(true, false)]
    public bool Zipf { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        MixedLengths.WarmUp();
        var texts = new InternTexts(Length, Distinct, Zipf);
        _dictionary = new(texts.Fill<DictionaryInterner>(1), texts, crew: null);
        _exact = new(texts.Fill<ExactInterner>(2), texts, crew: null);
        _bounded = new(texts.Fill<BoundedInterner>(3), texts, crew: null);
        _weak = new(texts.Fill<WeakInterner>(4), texts, crew: null);
        _toolkit = new(texts.Fill<ToolkitInterner>(5), texts, crew: null);
        _lockedSet = new(texts.Fill<LockedSetInterner>(6), texts, crew: null);
        _runtime = new(texts.Fill<RuntimeInterner>(7), texts, crew: null);
        _build = new(texts.Fill<BuildInterner>(8), texts, crew: null);
    }

    [Benchmark(Baseline = true)]
    public void ConcurrentDictionary() => _dictionary!.Run();

    [Benchmark]
    public void Exact() => _exact!.Run();

    [Benchmark]
    public void Bounded() => _bounded!.Run();

    [Benchmark]
    public void Weak() => _weak!.Run();

    [Benchmark]
    public void CommunityToolkit() => _toolkit!.Run();

    [Benchmark]
    public void HashSetUnderLock() => _lockedSet!.Run();

    [Benchmark]
    public void RuntimeTable() => _runtime!.Run();

    [Benchmark]
    public void StringTools() => _build!.Run();
}
