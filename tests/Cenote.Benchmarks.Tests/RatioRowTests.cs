using Cenote.Benchmarks.Ratio;

namespace Cenote.Benchmarks.Tests;

public class RatioRowTests
{
    [Fact]
    public void Of_several_runs_the_median_counts_and_the_spread_is_theirs()
    {
        RatioRow median = RatioRow.Median([Row(0.5, 10), Row(0.9, 30), Row(0.6, 20)]);

        Assert.Equal((0.6, 0.5, 0.9, 20.0, 12.0), (median.Value, median.Low, median.High, median.BaselineNanoseconds, median.Nanoseconds));
        Assert.Null(median.AllocatedBytes);
        Assert.True(median.IsMet);
    }

    [Fact]
    public void Rows_that_differ_are_not_mixed() =>
        Assert.Throws<InvalidOperationException>(() => RatioRow.Median([Row(1, 1), Row(1, 1) with { Case = "another" }]));

    [Fact]
    public void The_mean_is_geometric() => Assert.Equal(0.4, RatioRow.GeometricMean([Row(0.2, 1), Row(0.8, 1)]), precision: 12);

    private static RatioRow Row(double value, double baseline) =>
        new("group", "case", "rival", "x managed", value, 0, 1, 0.7, baseline);
}
