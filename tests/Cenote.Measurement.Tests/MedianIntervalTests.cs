namespace Cenote.Measurement.Tests;

public class MedianIntervalTests
{
    // The ranks k of the sign test at 95 % confidence, from published tables, for selected counts from 6 to 50.
    [Theory]
    [InlineData(6, 1)]
    [InlineData(7, 1)]
    [InlineData(8, 1)]
    [InlineData(9, 2)]
    [InlineData(11, 2)]
    [InlineData(12, 3)]
    [InlineData(15, 4)]
    [InlineData(20, 6)]
    [InlineData(25, 8)]
    [InlineData(50, 18)]
    public void The_interval_runs_from_the_kth_smallest_to_the_kth_largest(int count, int rank)
    {
        double[] values = [.. Enumerable.Range(1, count).Select(value => (double)value)];
        new Random(1).Shuffle(values);

        Assert.Equal(new MedianInterval(rank, count + 1 - rank), MedianInterval.Of(values));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public void Too_few_values_conclude_nothing(int count)
    {
        double[] values = [.. Enumerable.Repeat(2.0, count)];

        Assert.True(MedianInterval.Of(values).Contains(1_000_000));
    }

    [Fact]
    public void It_contains_the_true_median_as_often_as_it_says()
    {
        var random = new Random(20_241_103);
        int hits = 0;
        const int Trials = 20_000;
        for (int trial = 0; trial < Trials; trial++)
        {
            double[] values = [.. Enumerable.Range(0, 9).Select(_ => random.NextDouble())];
            hits += MedianInterval.Of(values).Contains(0.5) ? 1 : 0;
        }

        // For nine values the exact coverage is 1 - 2 * (1 + 9) / 512 = 0.961.
        Assert.InRange((double)hits / Trials, 0.955, 0.967);
    }
}
