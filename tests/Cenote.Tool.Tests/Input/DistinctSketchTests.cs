using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public class DistinctSketchTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(DistinctSketch.MaxKept)]
    public void So_few_are_counted_exactly(int distinct)
    {
        DistinctSketch sketch = Of(distinct, seed: 1);

        Assert.False(sketch.IsEstimate);
        Assert.Equal(distinct, sketch.Count);
        Assert.Equal(BytesOf(distinct), sketch.ManagedBytes);
    }

    [Theory]
    [InlineData(DistinctSketch.MaxKept + 1, 1)]
    [InlineData(50_000, 2)]
    [InlineData(300_000, 3)]
    [InlineData(1_000_000, 4)]
    public void More_are_estimated_within_four_times_the_error_of_the_estimate(int distinct, int seed)
    {
        DistinctSketch sketch = Of(distinct, seed);

        Assert.True(sketch.IsEstimate);
        Assert.InRange(sketch.Count, 0.968 * distinct, 1.032 * distinct);
        Assert.InRange(sketch.ManagedBytes, 0.96 * BytesOf(distinct), 1.04 * BytesOf(distinct));
    }

    // Adds each string twice, by its hash.
    private static DistinctSketch Of(int distinct, int seed)
    {
        var sketch = new DistinctSketch();
        for (int i = 0; i < 2 * distinct; i++)
        {
            var hash = default(TextHash);
            hash.Add($"{seed} text {i % Math.Max(1, distinct)}");
            sketch.Add(hash.Value, Length(i % Math.Max(1, distinct)));
        }

        return sketch;
    }

    private static int Length(int number) => 10 + (number % 7);

    private static long BytesOf(int distinct) =>
        Enumerable.Range(0, distinct).Sum(number => MemoryFootprint.OfManagedString(Length(number)));
}
