namespace Cenote.Measurement.Tests;

public class SpreadTests
{
    [Fact]
    public void The_median_of_an_odd_number_is_the_middle_value()
    {
        Assert.Equal(new Spread(3, 1, 5, 2, 4), Spread.Of([5, 1, 4, 2, 3]));
    }

    [Fact]
    public void The_median_of_an_even_number_lies_between_the_two_in_the_middle()
    {
        Assert.Equal(new Spread(2.5, 1, 4, 1.75, 3.25), Spread.Of([4, 3, 2, 1]));
    }

    [Fact]
    public void A_single_value_has_no_spread()
    {
        Spread spread = Spread.Of([7]);

        Assert.Equal(new Spread(7, 7, 7, 7, 7), spread);
        Assert.Equal(0, spread.InterquartileRange);
    }

    [Fact]
    public void The_relative_range_is_a_share_of_the_median()
    {
        Assert.Equal(2.0 / 3, Spread.Of([5, 1, 4, 2, 3]).RelativeInterquartileRange, 12);
        Assert.Equal(0, Spread.Of([0, 0, 1]).RelativeInterquartileRange);
    }

    [Fact]
    public void The_values_stay_in_their_order()
    {
        double[] values = [3, 1, 2];

        _ = Spread.Of(values);

        Assert.Equal([3, 1, 2], values);
    }

    [Fact]
    public void No_values_have_no_spread()
    {
        Assert.Throws<ArgumentException>(() => Spread.Of([]));
    }
}
