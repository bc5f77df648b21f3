namespace Cenote.Measurement.Tests;

public class ZipfSamplerTests
{
    private const int Draws = 200_000;

    [Theory]
    [InlineData(0.99)]
    [InlineData(0.5)]
    [InlineData(0)]
    public void Items_come_as_often_as_the_exponent_says(double skew)
    {
        const int Items = 100;
        int[] counts = Count(new ZipfSampler(Items, skew), Items);
        double sum = Enumerable.Range(1, Items).Sum(rank => Math.Pow(rank, -skew));

        // The tolerance is five standard deviations.
        Assert.All(Enumerable.Range(0, Items), rank =>
        {
            double expected = Draws * Math.Pow(rank + 1, -skew) / sum;
            Assert.InRange(counts[rank], expected - (5 * Math.Sqrt(expected)), expected + (5 * Math.Sqrt(expected)));
        });
    }

    [Fact]
    public void The_law_itself_is_that_of_exponent_one()
    {
        Assert.Equal(Count(new ZipfSampler(1_000), 1_000), Count(new ZipfSampler(1_000, 1), 1_000));
    }

    [Theory]
    [InlineData(0, 0.5)]
    [InlineData(1, -0.1)]
    [InlineData(1, 1.1)]
    [InlineData(1, double.NaN)]
    public void Other_numbers_of_items_and_exponents_are_refused(int items, double skew)
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new ZipfSampler(items, skew));
    }

    private static int[] Count(ZipfSampler sampler, int items)
    {
        var random = new SplitMix64(1);
        int[] counts = new int[items];
        for (int i = 0; i < Draws; i++)
        {
            counts[sampler.Next(ref random)]++;
        }

        return counts;
    }
}
