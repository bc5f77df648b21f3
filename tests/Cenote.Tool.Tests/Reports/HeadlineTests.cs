using System.Globalization;
using Cenote.Tool.Advising;
using Cenote.Tool.Reports;

namespace Cenote.Tool.Tests.Reports;

public class HeadlineTests
{
    [Theory]
    [InlineData("2.6× faster", 1, 0.385)]
    [InlineData("12× faster", 1, 0.0833)]
    [InlineData("1,000× faster", 1, 0.001)]
    [InlineData("1.4–2.6× faster", 2, 0.385, 0.7)]
    [InlineData("2.0× faster", 2, 0.5, 0.501)]
    [InlineData("12 % less time", 1, 0.88)]
    [InlineData("8–12 % less time", 2, 0.88, 0.92)]
    [InlineData("up to 12 % less time", 3, 0.88, 0.92)]
    public void Time_is_a_factor_or_a_small_share(string expected, int steps, params double[] ratios) =>
        Assert.Equal([(expected, true)], HeadlinesOf(EffectKind.Time, steps, ratios));

    [Theory]
    [InlineData("up to 2.6× faster", 2, 0.385)]
    [InlineData("up to 2.6× faster", 2, 0.385, 0.9)]
    public void What_holds_not_everywhere_holds_up_to_a_factor(string expected, int steps, params double[] ratios) =>
        Assert.Equal([(expected, true)], HeadlinesOf(EffectKind.Time, steps, ratios));

    [Theory]
    [InlineData("40 % less memory", 0.6, true)]
    [InlineData("12 % more memory", 1.12, false)]
    [InlineData("150 % more memory", 2.5, false)]
    public void Memory_is_a_share_for_better_and_for_worse(string expected, double ratio, bool isGain) =>
        Assert.Equal([(expected, isGain)], HeadlinesOf(EffectKind.Memory, 3, ratio));

    [Fact]
    public void A_pause_is_a_factor() =>
        Assert.Equal([("55× shorter pauses", true)], HeadlinesOf(EffectKind.Pause, 1, 1.0 / 55));

    [Fact]
    public void What_does_not_pause_at_all_has_no_infinite_factor() =>
        Assert.Equal([("100 % shorter pauses", true)], HeadlinesOf(EffectKind.Pause, 1, 0.0));

    [Fact]
    public void Misses_are_a_share() =>
        Assert.Equal([("56 % fewer misses", true)], HeadlinesOf(EffectKind.Misses, 3, 0.2 / 0.45));

    [Fact]
    public void More_time_is_a_loss() => Assert.Equal([("30 % more time", false)], HeadlinesOf(EffectKind.Time, 1, 1.3));

    [Fact]
    public void Gains_and_losses_stand_beside_each_other() =>
        Assert.Equal(
            ["2.0× faster", "20 % more memory"],
            Headline.Of(new AdviceItem("topic", Conclusion.Use, "name", "text")
            {
                Steps = ["step"],
                Effects = [new Effect(EffectKind.Time, "step", 0.5), new Effect(EffectKind.Memory, "step", 1.2)],
            }).Select(headline => $"{headline.Figure} {headline.What}"));

    private static IEnumerable<(string, bool)> HeadlinesOf(EffectKind kind, int steps, params double[] ratios)
    {
        string[] ids = [.. Enumerable.Range(0, steps).Select(i => i.ToString(CultureInfo.InvariantCulture))];
        var item = new AdviceItem("topic", Conclusion.Use, "name", "text")
        {
            Steps = ids,
            Effects = [.. ratios.Select((ratio, i) => new Effect(kind, ids[i], ratio))],
        };
        return Headline.Of(item).Select(headline => ($"{headline.Figure} {headline.What}", headline.IsGain));
    }
}
