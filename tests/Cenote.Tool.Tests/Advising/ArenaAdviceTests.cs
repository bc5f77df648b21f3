using Cenote.Tool.Advising;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class ArenaAdviceTests
{
    [Fact]
    public void The_arena_is_recommended_when_it_is_faster_than_every_pool()
    {
        AdviceItem advice = Adviser.Arena(Made.Profile(), Made.Hold(
            (0.8, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1), arena: (0.4, Verdict.Faster, 120, 1)));

        Assert.Equal(("Arena", StringsSection.ArenaList), (advice.Topic, advice.Recommends));
        Cites(
            advice, "If all strings can be released at once", "40.0 ns per string against 100 ns with string[]", "0.40",
            "0.38 to 0.42",
            "more memory, 120 MB against 100 MB", "the process grew by 120 MB against 100 MB",
            "The fastest pool is PooledStringId[] over a SegmentedStringPool: 60.0 ns, 80.0 MB");
    }

    [Theory]
    [InlineData(1.2, Verdict.Slower)]
    [InlineData(0.41, Verdict.TooCloseToCall)]
    public void The_arena_is_recommended_when_it_is_faster_than_managed_strings_and_no_pool_is(double ratio, Verdict verdict)
    {
        AdviceItem advice = Adviser.Arena(Made.Profile(), Made.Hold(
            (1.3, Verdict.Slower, 100, 5), (ratio, verdict, 80, 1), arena: (0.4, Verdict.Faster, 80, 1)));

        Assert.Equal(StringsSection.ArenaList, advice.Recommends);
        Cites(advice, "less memory, 80.0 MB against 100 MB");
        Assert.DoesNotContain("pool", advice.Text, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void The_arena_is_not_recommended_when_it_cannot_be_told_from_the_fastest_pool()
    {
        // Intervals extend 0.02 to either side: those around 0.60 and 0.57 overlap; those around 0.60 and 0.55 do not.
        AdviceItem even = Adviser.Arena(Made.Profile(), Made.Hold(
            (0.8, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1), arena: (0.57, Verdict.Faster, 80, 1)));
        AdviceItem uneven = Adviser.Arena(Made.Profile(), Made.Hold(
            (0.8, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1), arena: (0.55, Verdict.Faster, 80, 1)));

        Assert.Null(even.Recommends);
        Cites(
            even,
            "not clearly better than PooledStringId[] over a SegmentedStringPool, which can release each string by itself (60.0 "
            + "ns, 80.0 MB)",
            "StringArenaList takes 57.0 ns");
        Assert.Equal(StringsSection.ArenaList, uneven.Recommends);
    }

    [Theory]
    [InlineData(0.61, Verdict.Faster)]
    [InlineData(1.01, Verdict.TooCloseToCall)]
    public void The_arena_is_recommended_for_its_memory_when_it_is_leaner_than_all_and_not_slow(double ratio, Verdict verdict)
    {
        AdviceItem advice = Adviser.Arena(Made.Profile(), Made.Hold(
            (0.8, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1), arena: (ratio, verdict, 70, 1)));

        Assert.Equal(StringsSection.ArenaList, advice.Recommends);
        Cites(
            advice, "to save memory", "less memory, 70.0 MB against 100 MB",
            "The leanest pool is PooledStringId[] over a SegmentedStringPool: 60.0 ns, 80.0 MB");
    }

    [Fact]
    public void Nothing_speaks_for_an_arena_that_is_too_close_to_call_where_no_pool_is_faster()
    {
        AdviceItem advice = Adviser.Arena(Made.Profile(), Made.Hold(
            (1.3, Verdict.Slower, 50, 5), (1.01, Verdict.TooCloseToCall, 100, 1), arena: (0.99, Verdict.TooCloseToCall, 95, 1)));

        Assert.Null(advice.Recommends);
        Cites(advice, "An arena is not clearly better here", "99.0 ns", "about as much memory");
    }

    [Fact]
    public void It_is_said_when_the_arena_is_slower_than_managed_strings()
    {
        AdviceItem advice = Adviser.Arena(Made.Profile(), Made.Hold(
            (0.8, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1), arena: (1.3, Verdict.Slower, 40, 1)));

        Assert.Null(advice.Recommends);
        Cites(advice, "an arena does not pay off here", "130 ns per string against 100 ns", "1.30");
    }

    private static void Cites(AdviceItem advice, params string[] citations) =>
        Assert.All(citations, citation => Assert.Contains(citation, advice.Text, StringComparison.Ordinal));
}
