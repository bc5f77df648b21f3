using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class CachesAdviceTests
{
    private static readonly (double Ratio, Verdict Verdict) s_faster = (0.4, Verdict.Faster);
    private static readonly (double Ratio, Verdict Verdict) s_even = (1.01, Verdict.TooCloseToCall);
    private static readonly (double Ratio, Verdict Verdict) s_slower = (1.3, Verdict.Slower);

    [Fact]
    public void The_cache_off_the_heap_is_recommended_with_its_figures()
    {
        AdviceItem advice = Adviser.Cache(Steps(s_faster, s_even, s_faster, hits: 0.72, managedHits: 0.66));

        Assert.Equal((Conclusion.Use, CachesSection.OffHeap), (advice.Outcome, advice.Recommends));
        Cites(
            advice,
            "use a ByteCache",
            "With the same limit in bytes it is faster at reading through and sets, and hits more often: 72.0 %",
            "72.0 % of the requests are hits against 66.0 % with MemoryCache",
            "a request takes 40.0 ns against 100 ns (ratio 0.40, 95 % interval 0.38 to 0.42)",
            "a hit 101 ns against 100 ns",
            "updating an entry 40.0 ns",
            "0 B managed and 8.00 MB native against 8.00 MB managed and 0 B native",
            "the longest pause with everything live is 100 µs against 5.00 ms");
    }

    [Fact]
    public void What_is_faster_because_it_misses_more_is_not_recommended()
    {
        AdviceItem advice = Adviser.Cache(Steps(s_faster, s_faster, s_faster, hits: 0.6, managedHits: 0.7));

        Assert.Equal((Conclusion.Depends, null), (advice.Outcome, advice.Recommends));
        Cites(advice, "ByteCache is faster at reading through, hits and sets, but hits less often");
    }

    [Fact]
    public void What_is_faster_at_one_thing_and_slower_at_another_depends_on_use()
    {
        AdviceItem fast = Adviser.Cache(Steps(s_faster, s_slower, s_even));
        AdviceItem hits = Adviser.Cache(Steps(s_even, s_slower, s_even, hits: 0.72, managedHits: 0.66));

        Assert.Equal((Conclusion.Depends, null), (fast.Outcome, fast.Recommends));
        Cites(fast, "ByteCache is faster at reading through, but is slower at hits");
        Assert.Equal((Conclusion.Depends, null), (hits.Outcome, hits.Recommends));
        Cites(hits, "ByteCache hits more often, but is slower at hits");
    }

    [Fact]
    public void The_cache_of_the_framework_is_recommended_where_it_wins()
    {
        AdviceItem slow = Adviser.Cache(Steps(s_slower, s_slower, s_even));
        AdviceItem missing = Adviser.Cache(Steps(s_even, s_even, s_even, hits: 0.6, managedHits: 0.7));

        Assert.Equal((Conclusion.Stay, CachesSection.Managed), (slow.Outcome, slow.Recommends));
        Cites(slow, "Cache strings like these in a MemoryCache", "ByteCache is slower at reading through and hits", "130 ns");
        Assert.Equal((Conclusion.Stay, CachesSection.Managed), (missing.Outcome, missing.Recommends));
        Cites(missing, "ByteCache hits less often");
    }

    [Fact]
    public void A_cache_that_only_hits_more_often_is_recommended_for_that()
    {
        CacheSteps steps = Steps(s_even, s_even, s_even, hits: 0.8, managedHits: 0.55);

        AdviceItem advice = Adviser.Advise(Made.Profile(), [new(CachesSection.SectionName, steps.All)])[0];

        Assert.Equal((Conclusion.Use, CachesSection.OffHeap), (advice.Outcome, advice.Recommends));
        Cites(advice, "With the same limit in bytes it hits more often: 80.0 %");
        Effect effect = Assert.Single(advice.Effects, effect => effect.Kind == EffectKind.Misses);
        Assert.Equal((CachesSection.Load, 0.444), (effect.Step, Math.Round(effect.Ratio, 3)));
    }

    [Theory]
    [InlineData(0.713, 0.695)]
    [InlineData(0.695, 0.713)]
    public void Two_points_more_or_less_of_hits_are_what_two_runs_of_one_cache_differ_by(double hits, double managedHits)
    {
        Assert.Equal(Conclusion.TooCloseToCall, Adviser.Cache(Steps(s_even, s_even, s_even, hits, managedHits)).Outcome);
        Assert.Equal(Conclusion.Use, Adviser.Cache(Steps(s_faster, s_even, s_even, hits, managedHits)).Outcome);
        Assert.Equal(Conclusion.Stay, Adviser.Cache(Steps(s_slower, s_even, s_even, hits, managedHits)).Outcome);
    }

    [Fact]
    public void What_the_noise_explains_is_too_close_to_call()
    {
        AdviceItem advice = Adviser.Cache(Steps(s_even, s_even, s_even, hits: 0.705, managedHits: 0.7));

        Assert.Equal((Conclusion.TooCloseToCall, null), (advice.Outcome, advice.Recommends));
        Cites(advice, "No other cache is clearly better than MemoryCache", "ByteCache is too close to call");
    }

    [Fact]
    public void What_saves_next_to_nothing_in_all_is_no_advice()
    {
        CacheSteps steps = Steps(s_faster, s_faster, s_faster);
        SectionResult section = new(CachesSection.SectionName, steps.All);

        AdviceItem few = Adviser.Advise(Made.Profile(), [section])[0];
        AdviceItem many = Adviser.Advise(Made.Profile() with { Count = 1_000_000 }, [section])[0];

        Assert.Equal((Conclusion.NotWorthIt, null), (few.Outcome, few.Recommends));
        Assert.Equal((Conclusion.Use, CachesSection.OffHeap), (many.Outcome, many.Recommends));
        Assert.Equal([CachesSection.Load, CachesSection.Hits, CachesSection.Sets], many.Steps);
        Assert.NotEmpty(many.Effects);
    }

    [Fact]
    public void Nothing_is_said_of_caches_that_were_not_measured()
    {
        Assert.Empty(Adviser.Caches(Made.Profile(), new SectionResult(CachesSection.SectionName, [])));
    }

    [Fact]
    public void Nothing_that_lost_at_anything_is_ever_recommended()
    {
        const int Seed = 11;
        var random = new Random(Seed);
        var seen = new HashSet<Conclusion>();
        for (int trial = 0; trial < 2_000; trial++)
        {
            CacheSteps steps = Steps(Any(random), Any(random), Any(random), 0.6 + (0.1 * random.NextDouble()), 0.65);
            AdviceItem advice = Adviser.Cache(steps);
            seen.Add(advice.Outcome);

            bool lost = steps.MissesMore || steps.All.Any(step => step.Timing[CachesSection.OffHeap].Verdict == Verdict.Slower);
            bool won = steps.MissesLess
                || steps.All.Any(step => step.Timing[CachesSection.OffHeap].Verdict == Verdict.Faster);
            Assert.True(
                advice.Recommends == CachesSection.OffHeap == (won && !lost), $"Seed {Seed}, trial {trial}: {advice}");
            Assert.True(advice.Recommends != CachesSection.Managed || lost, $"Seed {Seed}, trial {trial}: {advice}");
        }

        Assert.Equal(4, seen.Count);
    }

    private static (double Ratio, Verdict Verdict) Any(Random random) => random.Next(4) switch
    {
        0 => s_slower,
        1 => s_faster,
        _ => s_even,
    };

    private static CacheSteps Steps(
        (double Ratio, Verdict Verdict) load,
        (double Ratio, Verdict Verdict) hit,
        (double Ratio, Verdict Verdict) set,
        double hits = 0.7,
        double managedHits = 0.7) => Made.Caches(load, hit, set, hits, managedHits);

    private static void Cites(AdviceItem advice, params string[] citations) =>
        Assert.All(citations, citation => Assert.Contains(citation, advice.Text, StringComparison.Ordinal));
}
