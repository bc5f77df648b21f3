using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>A new pool, its first thousand strings, and its end.</summary>
[MemoryDiagnoser]
public class ColdStart
{
    /// <summary>Strings per operation.</summary>
    internal const int Count = 1_000;

    /// <summary>Instead of a length: mixed sizes.</summary>
    internal const int Mixed = 0;

    private IColdStarts? _starts;

    /// <summary>Chars of each string; 0 for mixed sizes.</summary>
    [Params(8, 32, 128, Mixed)]
    public int Length { get; set; }

    private IColdStarts Starts => _starts ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _starts = Of(Length);

    [Benchmark(Baseline = true)]
    public void Managed() => Starts.Managed();

    [Benchmark]
    public void SegmentedRefs() => Starts.Refs();

    [Benchmark]
    public void Contiguous() => Starts.Contiguous();

    /// <summary>Cold starts with strings of a length, or with mixed ones.</summary>
    internal static IColdStarts Of(int length) => length == Mixed
        ? new ColdStarts<ManyTexts<char>>(Count, MixedLengths.Texts(Count, seed: 5))
        : new ColdStarts<OneText>(Count, new OneText(length));
}

/// <summary>A new pool, its first strings, and its end, by every rival.</summary>
internal interface IColdStarts
{
    void Managed();

    void Refs();

    void Contiguous();
}

/// <summary>A new pool, its first strings, and its end.</summary>
internal sealed class ColdStarts<TTexts>(int count, TTexts texts) : IColdStarts
    where TTexts : struct, ITexts<char>
{
    public void Managed() => Patterns<char>.Fill(new ManagedShelf(new string[count]), texts);

    public void Refs()
    {
        using var pool = new SegmentedStringPool();
        Patterns<char>.Fill(new RefShelf(pool, new PooledStringRef[count]), texts);
    }

    public void Contiguous()
    {
        using UnmanagedStringPool pool = Pools.Contiguous();
        Patterns<char>.Fill(new ContiguousShelf(pool, new PooledString[count]), texts);
    }
}
