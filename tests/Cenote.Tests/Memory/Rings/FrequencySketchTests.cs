using System.Runtime.InteropServices;
using Cenote.Memory.Rings;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Memory.Rings;

public sealed unsafe class FrequencySketchTests(ITestOutputHelper output) : IDisposable
{
    private const uint Keys = 1_024;

    private readonly byte* _memory = (byte*)NativeMemory.AlignedAlloc((nuint)FrequencySketch.BytesFor(Keys), 64);

    public void Dispose() => NativeMemory.AlignedFree(_memory);

    [Fact]
    public void A_key_is_never_estimated_below_its_uses_and_seldom_above()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        FrequencySketch sketch = New();
        var uses = new Dictionary<uint, uint>();
        for (int i = 0; i < 3_000; i++)
        {
            uint key = (uint)random.Next() << 1 | (uint)random.Next(2);
            uint count = (uint)random.Next(1, 4);
            sketch.Count(key, count);
            uses[key] = uses.GetValueOrDefault(key) + count;
        }

        Assert.All(uses, use => Assert.InRange(sketch.Estimate(use.Key), Math.Min(use.Value, FrequencySketch.MaxEstimate), FrequencySketch.MaxEstimate));

        // The sketch has counted three times as many keys as it is sized for.
        Assert.InRange(uses.Average(use => (double)sketch.Estimate(use.Key) - use.Value), 0, 4);
    }

    [Fact]
    public void A_use_raises_only_the_lowest_counters()
    {
        FrequencySketch sketch = New();
        var random = new Random(17);
        uint[] keys = [.. Enumerable.Range(0, 2_000).Select(_ => (uint)random.Next())];
        for (int use = 0; use < 5; use++)
        {
            foreach (uint key in keys)
            {
                sketch.Count(key, 1);
            }
        }

        double excess = keys.Average(key => (double)sketch.Estimate(key) - 5);
        output.WriteLine($"{excess:F3}");
        Assert.InRange(excess, 0, 1);
    }

    [Fact]
    public void Counting_stops_at_the_most()
    {
        FrequencySketch sketch = New();
        sketch.Count(7, 14);
        Assert.Equal(14u, sketch.Estimate(7));
        sketch.Count(7, 3);
        Assert.Equal(FrequencySketch.MaxEstimate, sketch.Estimate(7));
        sketch.Count(7, 3);
        Assert.Equal(FrequencySketch.MaxEstimate, sketch.Estimate(7));
    }

    [Fact]
    public void After_fourteen_uses_for_each_key_all_are_halved()
    {
        FrequencySketch sketch = New();
        sketch.Count(7, 12);
        for (int i = 12; i < 14 * Keys; i++)
        {
            sketch.Count(0x80000000, 1);
        }

        Assert.Equal(12u, sketch.Estimate(7));
        sketch.Count(0x80000000, 1);
        Assert.Equal(6u, sketch.Estimate(7));
        Assert.Equal(7u, sketch.Estimate(0x80000000));
    }

    [Fact]
    public void No_use_counts_as_none()
    {
        FrequencySketch sketch = New();
        sketch.Count(7, 0);
        Assert.Equal(0u, sketch.Estimate(7));
    }

    private FrequencySketch New()
    {
        var sketch = default(FrequencySketch);
        sketch.Initialize(_memory, Keys);
        sketch.Clear();
        return sketch;
    }
}
