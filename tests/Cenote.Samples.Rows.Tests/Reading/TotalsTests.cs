using Cenote.Samples.Rows.Reading;

namespace Cenote.Samples.Rows.Tests.Reading;

public sealed class TotalsTests
{
    [Fact]
    public void Parts_of_a_file_are_added_up()
    {
        var totals = new Totals();
        var part = new Statistics(-15);
        part.Add(20);
        totals.Add("b", part);
        totals.Add("a", new Statistics(1));
        totals.Add("b", new Statistics(-30));

        Assert.Equal("{a=0.1/0.1/0.1, b=-3.0/-0.8/2.0}", totals.ToString());
        Assert.Equal((2, 4L), (totals.Count, totals.Rows));
    }

    [Theory]
    [InlineData(1, 2, 0.2)]
    [InlineData(-1, -2, -0.1)]
    [InlineData(-1, 0, 0.0)]
    [InlineData(999, 998, 99.9)]
    [InlineData(-999, -998, -99.8)]
    public void A_half_is_rounded_up(int first, int second, double mean)
    {
        var statistics = new Statistics(first);
        statistics.Add(second);

        Assert.Equal(mean, statistics.Mean);
    }
}
