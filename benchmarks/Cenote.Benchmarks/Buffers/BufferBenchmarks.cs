using BenchmarkDotNet.Attributes;
using Cenote.Benchmarks.Buffers.Rentals;

namespace Cenote.Benchmarks.Buffers;

/// <summary>Measures ways to get a buffer. An operation gets shorter buffers more often, up to 4,096 times.</summary>
[MemoryDiagnoser]
public abstract class BufferBenchmarks
{
    private readonly Dictionary<Type, Action> _runs = [];

    /// <summary>Whether three buffers are held at once.</summary>
    [Params(false, true)]
    public bool Three { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        Add<StackRental>();
        Add<ZeroedStackRental>();
        Add<ScratchRental>();
        Add<FrameRental>();
        Add<StackFirstRental>();
        Add<SharedPoolRental>();
        Add<OwnPoolRental>();
        Add<SpanOwnerRental>();
        Add<MemoryOwnerRental>();
        Add<NewRental>();
        Add<UninitializedRental>();
        Add<NativeRental>();
    }

    [Benchmark(Baseline = true)]
    public void Stack() => _runs[typeof(StackRental)]();

    [Benchmark]
    public void ZeroedStack() => _runs[typeof(ZeroedStackRental)]();

    [Benchmark]
    public void Scratch() => _runs[typeof(ScratchRental)]();

    [Benchmark]
    public void ScratchFrame() => _runs[typeof(FrameRental)]();

    [Benchmark]
    public void StackThenScratch() => _runs[typeof(StackFirstRental)]();

    [Benchmark]
    public void ArrayPoolShared() => _runs[typeof(SharedPoolRental)]();

    [Benchmark]
    public void ArrayPoolCreate() => _runs[typeof(OwnPoolRental)]();

    [Benchmark]
    public void SpanOwner() => _runs[typeof(SpanOwnerRental)]();

    [Benchmark]
    public void MemoryOwner() => _runs[typeof(MemoryOwnerRental)]();

    [Benchmark]
    public void New() => _runs[typeof(NewRental)]();

    [Benchmark]
    public void NewNotZeroed() => _runs[typeof(UninitializedRental)]();

    [Benchmark]
    public void NativeMemory() => _runs[typeof(NativeRental)]();

    private protected abstract Action Of<TRental>()
        where TRental : struct, IRental;

    private void Add<TRental>()
        where TRental : struct, IRental => _runs[typeof(TRental)] = Of<TRental>();
}

/// <summary>The lengths and the work of most published benchmarks: each byte of a buffer is written.</summary>
public class PublishedBuffers : BufferBenchmarks
{
    [Params(256, 2_048, 8_192)]
    public int Length { get; set; }

    private protected override Action Of<TRental>() => new RentalRivals<EachByteWork>(Length, Three).Run<TRental>;
}

/// <summary>Buffers in which one byte of each cache line is written.</summary>
public class BufferSweep : BufferBenchmarks
{
    [Params(64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576)]
    public int Length { get; set; }

    private protected override Action Of<TRental>() => new RentalRivals<TouchWork>(Length, Three).Run<TRental>;
}
