using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class PoolingAdviceTests
{
    [Fact]
    public void The_fastest_pool_is_recommended_with_its_figures()
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (0.8, Verdict.Faster), (0.5, Verdict.Faster)),
            (8, (0.7, Verdict.Faster), (0.4, Verdict.Faster))));

        Assert.Equal(ObjectsSection.PooledBuffers, advice.Recommends);
        Assert.Equal("Buffers, 8 chars", advice.Topic);
        Cites(
            advice, "Pool them with Cenote ObjectPool<char[]>: 50.0 ns per string against 100 ns with new char[] on 1 thread",
            "1: 0.50 (0.48-0.52)",
            "8: 0.40 (0.38-0.42)", "0 B allocated per string against 40 B", "0 collections per million strings against 12.0");
    }

    [Fact]
    public void The_pool_of_NET_is_recommended_when_it_is_the_fastest()
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (0.5, Verdict.Faster), (0.8, Verdict.Faster)),
            (8, (0.4, Verdict.Faster), (0.7, Verdict.Faster))));

        Assert.Equal(ObjectsSection.SharedBuffers, advice.Recommends);
        Cites(advice, "Pool them with ArrayPool<char>.Shared: 50.0 ns", "8: 0.40");
    }

    [Fact]
    public void Of_pools_that_cannot_be_told_apart_the_one_of_NET_is_recommended()
    {
        // Intervals extend 0.02 to either side: those around 0.50 and 0.53 overlap; those around 0.50 and 0.55 do not.
        AdviceItem even = Adviser.Pooling(Made.Buffers(
            (1, (0.53, Verdict.Faster), (0.5, Verdict.Faster)), (8, (0.53, Verdict.Faster), (0.5, Verdict.Faster))));
        AdviceItem uneven = Adviser.Pooling(Made.Buffers(
            (1, (0.55, Verdict.Faster), (0.5, Verdict.Faster)), (8, (0.55, Verdict.Faster), (0.5, Verdict.Faster))));

        Assert.Equal(ObjectsSection.SharedBuffers, even.Recommends);
        Assert.EndsWith(" It and Cenote ObjectPool<char[]> are too close to call.", even.Text, StringComparison.Ordinal);
        Assert.Equal(ObjectsSection.PooledBuffers, uneven.Recommends);
        Assert.DoesNotContain("too close", uneven.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_differs_on_half_of_the_numbers_of_threads_or_fewer_is_too_close_to_call()
    {
        (double, Verdict) pooled = (0.5, Verdict.Faster);
        AdviceItem half = Adviser.Pooling(Made.Buffers(
            (
                1, (0.55, Verdict.Faster), pooled), (2, (0.55, Verdict.Faster), pooled), (4, (0.53, Verdict.Faster), pooled), (8,
                (0.53, Verdict.Faster), pooled)));
        AdviceItem most = Adviser.Pooling(Made.Buffers(
            (
                1, (0.55, Verdict.Faster), pooled), (2, (0.55, Verdict.Faster), pooled), (4, (0.55, Verdict.Faster), pooled), (8,
                (0.53, Verdict.Faster), pooled)));

        Assert.Equal(ObjectsSection.SharedBuffers, half.Recommends);
        Assert.Equal(ObjectsSection.PooledBuffers, most.Recommends);
    }

    [Fact]
    public void A_verdict_that_is_missed_on_some_threads_does_not_decide_between_pools()
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (0.53, Verdict.Faster), (0.5, Verdict.Faster)), (8, (0.99, Verdict.TooCloseToCall), (0.95, Verdict.Faster))));

        Assert.Equal(ObjectsSection.SharedBuffers, advice.Recommends);
        Assert.Contains("on 1 thread, too close to call on 8 threads", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_pool_that_wins_on_more_threads_goes_before_one_that_wins_by_more()
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (1, Verdict.TooCloseToCall), (0.9, Verdict.Faster)),
            (2, (1, Verdict.TooCloseToCall), (0.9, Verdict.Faster)),
            (8, (0.3, Verdict.Faster), (0.9, Verdict.Faster))));

        Assert.Equal(ObjectsSection.PooledBuffers, advice.Recommends);
    }

    [Fact]
    public void A_pool_that_wins_on_some_threads_and_loses_on_none_is_recommended_for_them()
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (1.2, Verdict.Slower), (0.99, Verdict.TooCloseToCall)),
            (4, (1.2, Verdict.Slower), (0.5, Verdict.Faster)),
            (8, (1.2, Verdict.Slower), (0.4, Verdict.Faster))));

        Assert.Equal(ObjectsSection.PooledBuffers, advice.Recommends);
        Cites(
            advice, "Pool them with Cenote ObjectPool<char[]> on 4 and 8 threads, too close to call on 1 thread: 99.0 ns",
            "1: 0.99 (0.97-1.01)", "4: 0.50");
    }

    [Fact]
    public void A_pool_that_loses_nowhere_goes_before_one_that_wins_more_often_and_loses_once()
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (1.2, Verdict.Slower), (1.01, Verdict.TooCloseToCall)),
            (4, (0.5, Verdict.Faster), (1.01, Verdict.TooCloseToCall)),
            (8, (0.5, Verdict.Faster), (0.9, Verdict.Faster))));

        Assert.Equal(ObjectsSection.PooledBuffers, advice.Recommends);
        Cites(advice, "on 8 threads, too close to call on 1 and 4 threads");
    }

    [Fact]
    public void A_pool_that_wins_here_and_loses_there_depends_on_the_threads()
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (1.3, Verdict.Slower), (1.2, Verdict.Slower)),
            (2, (1.3, Verdict.Slower), (1, Verdict.TooCloseToCall)),
            (8, (1.3, Verdict.Slower), (0.6, Verdict.Faster))));

        Assert.Null(advice.Recommends);
        Cites(
            advice, "It depends on the number of threads",
            "Cenote ObjectPool<char[]> is faster than new char[] on 8 threads and slower on 1 thread: 120 ns",
            "1: 1.20 (1.18-1.22)", "8: 0.60");
    }

    [Fact]
    public void New_objects_are_recommended_when_they_beat_every_pool_on_any_number_of_threads()
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (1.3, Verdict.Slower), (1.2, Verdict.Slower)),
            (8, (1.3, Verdict.Slower), (1.1, Verdict.Slower))));

        Assert.Equal(ObjectsSection.NewBuffers, advice.Recommends);
        Cites(
            advice, "Do not pool them; new char[] is cheaper",
            "The best pool is Cenote ObjectPool<char[]>: 120 ns per string against 100 ns", "8: 1.10 (1.08-1.12)");
    }

    [Theory]
    [InlineData(Verdict.TooCloseToCall, Verdict.TooCloseToCall)]
    [InlineData(Verdict.TooCloseToCall, Verdict.Slower)]
    public void Nothing_is_recommended_when_it_is_too_close_to_call(Verdict one, Verdict eight)
    {
        AdviceItem advice = Adviser.Pooling(Made.Buffers(
            (1, (1.3, Verdict.Slower), (1.01, one)), (8, (1.3, Verdict.Slower), (1.02, eight))));

        Assert.Null(advice.Recommends);
        Cites(
            advice,
            "Whether pooling them pays off is too close to call",
            "The best pool is Cenote ObjectPool<char[]>: 101 ns per string against 100 ns",
            "1: 1.01 (0.99-1.03)", "8: 1.02");
    }

    [Fact]
    public void Nothing_that_was_slower_is_ever_recommended()
    {
        const int Seed = 7;
        var random = new Random(Seed);
        for (int trial = 0; trial < 5_000; trial++)
        {
            StepResult[] steps = Made.Buffers(
                (
                    1, Any(random), Any(random)), (2, Any(random), Any(random)), (4, Any(random), Any(random)), (8, Any(random),
                    Any(random)));

            AdviceItem advice = Adviser.Pooling(steps);

            bool hasLost = advice.Recommends switch
            {
                null => false,
                ObjectsSection.NewBuffers => steps.Any(step => step.Timing.Rivals.Any(rival => rival.Verdict == Verdict.Faster)),
                string pool => steps.Any(step => step.Timing[pool].Verdict == Verdict.Slower)
                    || steps.All(step => step.Timing[pool].Verdict != Verdict.Faster),
            };
            Assert.False(hasLost, $"Seed {Seed}, trial {trial}: {advice}");
        }
    }

    [Fact]
    public void Every_kind_of_object_has_its_say_and_duplicates_come_last()
    {
        StepResult[] buffers = Made.Buffers(
            (1, (0.8, Verdict.Faster), (0.5, Verdict.Faster)), (8, (0.8, Verdict.Faster), (0.5, Verdict.Faster)));
        SectionResult objects = new(
            ObjectsSection.SectionName, [.. buffers, .. buffers.Select(step => step with { Title = "Builders" })]);

        Assert.Equal(
            ["Buffers, 8 chars", "Builders", "Duplicates"],
            Adviser.Advise(Made.Profile(), [objects]).Select(item => item.Topic));
    }

    [Fact]
    public void It_is_said_when_there_was_nothing_to_measure_with()
    {
        AdviceItem advice = Assert.Single(Adviser.Objects(
            Made.Profile() with { ShortestChars = 70_000, LongestChars = 80_000 }, new SectionResult(
                ObjectsSection.SectionName, [])));

        Assert.Null(advice.Recommends);
        Cites(advice, "not measured", "1 to 65,536 chars", "70,000 to 80,000");
    }

    private static (double Ratio, Verdict Verdict) Any(Random random)
    {
        double ratio = 0.5 + random.NextDouble();

        // Noise may hide a difference but never reverses it.
        Verdict honest = ratio < 1 ? Verdict.Faster : Verdict.Slower;
        return (ratio, random.Next(3) == 0 ? Verdict.TooCloseToCall : honest);
    }

    private static void Cites(AdviceItem advice, params string[] citations) =>
        Assert.All(citations, citation => Assert.Contains(citation, advice.Text, StringComparison.Ordinal));
}
