namespace Cenote.Measurement.Tests;

public class SplitMix64Tests
{
    [Fact]
    public void The_numbers_are_those_published_for_the_seed_1234567()
    {
        var random = new SplitMix64(1_234_567);

        Assert.Equal(6_457_827_717_110_365_317UL, random.Next());
        Assert.Equal(3_203_168_211_198_807_973UL, random.Next());
        Assert.Equal(9_817_491_932_198_370_423UL, random.Next());
    }

    [Fact]
    public void Numbers_below_a_limit_are_even()
    {
        var random = new SplitMix64(1);
        int[] counts = new int[7];
        for (int i = 0; i < 70_000; i++)
        {
            counts[random.Next(7)]++;
        }

        Assert.All(counts, count => Assert.InRange(count, 9_500, 10_500));
    }
}
