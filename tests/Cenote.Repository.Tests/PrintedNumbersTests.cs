namespace Cenote.Repository.Tests;

public sealed class PrintedNumbersTests
{
    [Theory]
    [InlineData("0.09", 0.094, true)]
    [InlineData("0.09", 0.0951, false)]
    [InlineData("0.090", 0.094, false)]
    [InlineData("1,020.5", 1020.54, true)]
    [InlineData("7", 7, true)]
    [InlineData("7", 8, false)]
    public void A_figure_is_a_number_that_was_rounded(string figure, double number, bool isRounded) =>
        Assert.Equal(isRounded, new PrintedNumbers([number, 10_000]).Contain(figure));
}
