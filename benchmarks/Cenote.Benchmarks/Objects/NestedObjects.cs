using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Works;

namespace Cenote.Benchmarks.Objects;

/// <summary>10,000 items, some of which are held at a time.</summary>
public class NestedObjects : ByteBenchmarks
{
    /// <summary>Items held at a time.</summary>
    [Params(1, 2, 4, 8, 16)]
    public int Items { get; set; }

    [Benchmark]
    public void New() => Rivals<IByteRivals>().New();

    private protected override IPoolRivals CreateRivals() =>
        new ByteRivals<BytePolicy, NestedWork>(new NestedWork(Items, 10_000 / Items));
}
