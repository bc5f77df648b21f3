using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Objects.Policies;
using Cenote.Benchmarks.Objects.Sources;
using Cenote.Benchmarks.Objects.Works;

namespace Cenote.Benchmarks.Objects;

/// <summary>20,000 items, allocated on one thread and freed on another one.</summary>
public class ProducerConsumer : ByteBenchmarks
{
    private readonly RotatingSource _items = RotatingSource.Of(2 * HandOverRing.Length);
    private Crew? _crew;
    private HandOverWork _work;

    public override void Cleanup()
    {
        base.Cleanup();
        _crew?.Dispose();
    }

    [Benchmark]
    public void New() => Rivals<IByteRivals>().New();

    [Benchmark]
    public void HandOverAlone() => _work.Run(_items);

    private protected override IPoolRivals CreateRivals()
    {
        _crew = new Crew(HandOverWork.Threads);
        _work = new HandOverWork(_crew, 20_000);
        return new ByteRivals<BytePolicy, HandOverWork>(_work);
    }
}
