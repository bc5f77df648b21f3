namespace Cenote.Measurement.Tests;

public class StudentTTests
{
    // Critical values of Student's t (two-sided).
    [Theory]
    [InlineData(0.05, 1, 12.706)]
    [InlineData(0.05, 2, 4.303)]
    [InlineData(0.05, 8, 2.306)]
    [InlineData(0.01, 8, 3.355)]
    [InlineData(0.001, 10, 4.587)]
    [InlineData(0.05, 1_000_000, 1.960)]
    public void Quantiles_are_those_of_the_tables(double probability, double degrees, double expected) =>
        Assert.Equal(expected, StudentT.TwoSidedQuantile(probability, degrees), 3);

    [Fact]
    public void A_quantile_is_exceeded_with_its_probability()
    {
        foreach (double degrees in new[] { 1.0, 3, 7.5, 50 })
        {
            foreach (double probability in new[] { 0.9, 0.5, 0.05, 1e-4 })
            {
                double quantile = StudentT.TwoSidedQuantile(probability, degrees);
                Assert.Equal(probability, StudentT.TwoSidedTail(quantile, degrees), 8);
            }
        }
    }

    [Fact]
    public void What_is_out_of_range_is_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => StudentT.TwoSidedQuantile(0, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => StudentT.TwoSidedQuantile(1.1, 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => StudentT.TwoSidedQuantile(0.5, 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => StudentT.TwoSidedTail(-1, 1));
    }
}
