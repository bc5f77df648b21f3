using Cenote.Tool.Advising;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class BuffersAdviceTests
{
    [Fact]
    public void The_fastest_is_recommended_with_its_figures()
    {
        AdviceItem advice = Adviser.TemporaryMemory(
            Made.Temporary((0.9, Verdict.Faster), (0.5, Verdict.Faster), (0.3, Verdict.Faster)));

        Assert.Equal(("Temporary copy", BuffersSection.StackFirst), (advice.Topic, advice.Recommends));
        Assert.Contains("30.0 ns per string against 100 ns with new char[n] (ratio 0.30", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_those_that_cannot_be_told_apart_the_first_is_recommended()
    {
        AdviceItem even = Adviser.TemporaryMemory(
            Made.Temporary((0.9, Verdict.Faster), (0.32, Verdict.Faster), (0.3, Verdict.Faster)));
        AdviceItem unsure = Adviser.TemporaryMemory(
            Made.Temporary((0.99, Verdict.TooCloseToCall), (0.98, Verdict.TooCloseToCall), (0.96, Verdict.Faster)));

        Assert.Equal(BuffersSection.ScratchRent, even.Recommends);
        Assert.EndsWith(
            $" It and {BuffersSection.StackFirst} are too close to call.", even.Text, StringComparison.Ordinal);
        Assert.Equal(BuffersSection.StackFirst, unsure.Recommends);
    }

    [Fact]
    public void Nothing_is_recommended_when_it_is_too_close_to_call()
    {
        AdviceItem advice = Adviser.TemporaryMemory(
            Made.Temporary((1.3, Verdict.Slower), (1.2, Verdict.Slower), (0.99, Verdict.TooCloseToCall)));

        Assert.Null(advice.Recommends);
        Assert.Contains("too close to call, 99.0 ns", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void New_arrays_are_recommended_when_they_are_faster()
    {
        AdviceItem advice = Adviser.TemporaryMemory(
            Made.Temporary((1.3, Verdict.Slower), (1.2, Verdict.Slower), (1.4, Verdict.Slower)));

        Assert.Equal(BuffersSection.NewArray, advice.Recommends);
        Assert.Contains("Scratch.Rent<char>, the best of the others, takes 120 ns", advice.Text, StringComparison.Ordinal);
    }
}
