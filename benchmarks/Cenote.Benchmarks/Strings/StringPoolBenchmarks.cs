using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>The rivals of the published patterns, with managed strings as the baseline.</summary>
[MemoryDiagnoser]
public abstract class StringPoolBenchmarks
{
    private IStringRivals? _rivals;

    private protected abstract Pattern RunPattern { get; }

    private protected IStringRivals Rivals => _rivals ?? throw new InvalidOperationException("Setup has not run.");

    [GlobalSetup]
    public void Setup() => _rivals = CreateRivals();

    [GlobalCleanup]
    public void Cleanup() => Rivals.Dispose();

    [Benchmark(Baseline = true)]
    public void Managed() => RunManaged(Rivals, RunPattern);

    [Benchmark]
    public void SegmentedRefs() => Rivals.Refs(RunPattern);

    [Benchmark]
    public void SegmentedIds() => Rivals.Ids(RunPattern);

    [Benchmark]
    public void Contiguous() => Rivals.Contiguous(RunPattern);

    private protected abstract IStringRivals CreateRivals();

    private protected virtual void RunManaged(IStringRivals rivals, Pattern pattern) => rivals.Filled(pattern);
}

/// <summary>The counts and lengths of published benchmarks.</summary>
public abstract class PublishedBenchmarks : StringPoolBenchmarks
{
    /// <summary>Strings per operation.</summary>
    [Params(1_000, 10_000)]
    public int Count { get; set; }

    /// <summary>Chars of each string.</summary>
    [Params(8, 32, 64, 128, 256)]
    public int Length { get; set; }

    private protected override IStringRivals CreateRivals() => new StringRivals<OneText>(Count, new OneText(Length));
}

/// <summary>N strings, all live at once, then freed.</summary>
public class BulkAllocate : PublishedBenchmarks
{
    private protected override Pattern RunPattern => Pattern.Bulk;
}

/// <summary>N strings, of which at most three are live at a time.</summary>
public class Interleaved : PublishedBenchmarks
{
    private protected override Pattern RunPattern => Pattern.Interleaved;
}

/// <summary>Strings of mixed sizes, which all rivals copy from the same source.</summary>
public class MixedSizes : StringPoolBenchmarks
{
    [Params(Pattern.Bulk, Pattern.Interleaved)]
    public Pattern Pattern { get; set; }

    /// <summary>Strings per operation.</summary>
    [Params(1_000, 10_000)]
    public int Count { get; set; }

    private protected override Pattern RunPattern => Pattern;

    private protected override IStringRivals CreateRivals() =>
        new StringRivals<ManyTexts<char>>(Count, MixedLengths.Texts(Count, seed: 7));

    private protected override void RunManaged(IStringRivals rivals, Pattern pattern) => rivals.Copied(pattern);
}

/// <summary>A thousand strings of one length, from 8 to 4,096 chars.</summary>
public class SizeSweep : StringPoolBenchmarks
{
    private const int Count = 1_000;

    [Params(Pattern.Bulk, Pattern.Interleaved)]
    public Pattern Pattern { get; set; }

    /// <summary>Chars of each string.</summary>
    [Params(8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096)]
    public int Length { get; set; }

    private protected override Pattern RunPattern => Pattern;

    private protected override IStringRivals CreateRivals() => new StringRivals<OneText>(Count, new OneText(Length));
}
