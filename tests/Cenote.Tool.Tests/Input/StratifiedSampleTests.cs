using Cenote.Tool.Input;

namespace Cenote.Tool.Tests.Input;

public class StratifiedSampleTests
{
    [Fact]
    public void A_few_are_all_taken()
    {
        Assert.Empty(StratifiedSample.Of(0, 5));
        Assert.Equal([0, 1, 2, 3], StratifiedSample.Of(4, 5));
        Assert.Equal([0, 1, 2, 3, 4], StratifiedSample.Of(5, 5));
    }

    [Theory]
    [InlineData(6, 5)]
    [InlineData(100_003, 1_000)]
    [InlineData(int.MaxValue, 1_000)]
    public void Of_many_one_of_each_part_is_taken(int count, int most)
    {
        int[] sample = StratifiedSample.Of(count, most);

        Assert.Equal(most, sample.Length);
        for (long part = 0; part < most; part++)
        {
            Assert.InRange(sample[part], part * count / most, ((part + 1) * count / most) - 1);
        }
    }

    [Fact]
    public void The_same_are_taken_each_time()
    {
        Assert.Equal(StratifiedSample.Of(10_000, 100), StratifiedSample.Of(10_000, 100));
    }
}
