using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class AdviserTests
{
    [Fact]
    public void Hold_recommends_the_fastest_pool_with_its_figures()
    {
        AdviceItem advice = Adviser.Hold(Results.Hold((0.8, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1)));

        Assert.Equal(StringsSection.IdArray, advice.Recommends);
        Cites(advice, "60.0 ns", "100 ns", "0.60", "0.58 to 0.62", "less memory", "80.0 MB", "100 MB");
    }

    [Fact]
    public void Hold_says_when_the_fastest_takes_more_memory()
    {
        AdviceItem advice = Adviser.Hold(Results.Hold((0.8, Verdict.Faster, 130, 5), (0.9, Verdict.Faster, 130, 1)));

        Assert.Equal(StringsSection.RefArray, advice.Recommends);
        Cites(advice, "but more memory", "130 MB");
    }

    [Fact]
    public void Hold_recommends_the_leanest_when_the_time_is_too_close_to_call()
    {
        AdviceItem advice = Adviser.Hold(Results.Hold((1.01, Verdict.TooCloseToCall, 90, 5), (1.02, Verdict.TooCloseToCall, 70, 1)));

        Assert.Equal(StringsSection.IdArray, advice.Recommends);
        Cites(advice, "for its memory", "70.0 MB", "100 MB", "too close to call");
    }

    [Fact]
    public void Hold_stays_with_managed_strings_when_nothing_speaks_for_a_pool()
    {
        AdviceItem advice = Adviser.Hold(Results.Hold((1.01, Verdict.TooCloseToCall, 100, 5), (1.2, Verdict.Slower, 50, 1)));

        Assert.Null(advice.Recommends);
        Cites(advice, "Stay with plain managed strings", "101 ns", "about as much memory");
    }

    [Fact]
    public void Hold_says_that_managed_strings_win_when_they_do()
    {
        AdviceItem advice = Adviser.Hold(Results.Hold((1.5, Verdict.Slower, 50, 5), (1.4, Verdict.Slower, 50, 1)));

        Assert.Equal(StringsSection.ManagedArray, advice.Recommends);
        Cites(advice, "Plain managed strings win", "100 ns", "140 ns", "1.40");
    }

    [Fact]
    public void Short_pauses_are_no_reason_to_change()
    {
        AdviceItem advice = Adviser.Pauses(Results.Hold((0.8, Verdict.Faster, 100, 0.2), (0.8, Verdict.Faster, 100, 0.1), managedPause: 0.9));

        Assert.Null(advice.Recommends);
        Cites(advice, "no reason", "900 µs", "100 µs");
    }

    [Fact]
    public void Pauses_recommend_the_shortest_unless_it_was_slower()
    {
        AdviceItem free = Adviser.Pauses(Results.Hold((0.8, Verdict.Faster, 100, 5), (1, Verdict.TooCloseToCall, 100, 0.1)));
        AdviceItem paid = Adviser.Pauses(Results.Hold((0.8, Verdict.Faster, 100, 5), (1.3, Verdict.Slower, 100, 0.1)));

        Assert.Equal(StringsSection.IdArray, free.Recommends);
        Cites(free, "50.0 ms", "100 µs");
        Assert.Null(paid.Recommends);
        Cites(paid, "Only if pauses matter more", "50.0 ms", "100 µs", "1.30");
    }

    [Fact]
    public void Pauses_that_a_pool_does_not_shorten_are_named()
    {
        AdviceItem advice = Adviser.Pauses(Results.Hold((0.8, Verdict.Faster, 100, 40), (0.8, Verdict.Faster, 100, 30)));

        Assert.Null(advice.Recommends);
        Cites(advice, "does not shorten", "50.0 ms", "30.0 ms");
    }

    [Fact]
    public void Churn_recommends_the_fastest_pool_with_its_figures()
    {
        AdviceItem advice = Adviser.Churn(Results.Churn(1_000, (0.5, Verdict.Faster), (0.6, Verdict.Faster)), 1_000);

        Assert.Equal(StringsSection.Ref, advice.Recommends);
        Assert.Equal("Churn, 1,000 live", advice.Topic);
        Cites(advice, "50.0 ns", "100 ns", "0.50", "0 collections", "12.0");
    }

    [Fact]
    public void Churn_too_close_to_call_recommends_nothing()
    {
        AdviceItem advice = Adviser.Churn(Results.Churn(3, (0.99, Verdict.TooCloseToCall), (1.6, Verdict.Slower)), 3);

        Assert.Null(advice.Recommends);
        Cites(advice, "too close to call", "99.0 ns");
    }

    [Fact]
    public void Churn_says_that_managed_strings_win_when_they_do()
    {
        AdviceItem advice = Adviser.Churn(Results.Churn(3, (1.5, Verdict.Slower), (1.6, Verdict.Slower)), 3);

        Assert.Equal(StringsSection.Managed, advice.Recommends);
        Cites(advice, "Plain managed strings win", "100 ns", "150 ns");
    }

    [Theory]
    [InlineData(500, 16_000, "Keep one copy", "50.0 %", "40.0 %")]
    [InlineData(900, 4_000, "at the price of a look-up", "10.0 %", "10.0 %")]
    [InlineData(999, 40, "is not worth it", "0.1 %", "0.1 %")]
    public void Duplicates_are_judged_by_the_memory_they_take(long distinct, long duplicateBytes, params string[] citations)
    {
        Cites(Adviser.Duplicates(Results.Profile(distinct, duplicateBytes)), citations);
    }

    [Fact]
    public void Nothing_that_was_slower_is_ever_recommended()
    {
        const int Seed = 7;
        var random = new Random(Seed);
        for (int trial = 0; trial < 5_000; trial++)
        {
            StepResult hold = Results.Hold(Any(random), Any(random), managedPause: random.NextDouble() * 10);
            StepResult churn = Results.Churn(3, AnyTime(random), AnyTime(random));

            foreach ((StepResult step, AdviceItem advice) in new[]
            {
                (hold, Adviser.Hold(hold)),
                (hold, Adviser.Pauses(hold)),
                (churn, Adviser.Churn(churn, 3)),
            })
            {
                Assert.True(
                    advice.Recommends is null || step.Timing[advice.Recommends].Verdict != Verdict.Slower,
                    $"Seed {Seed}, trial {trial}: {advice}");
            }
        }
    }

    [Fact]
    public void Every_step_that_was_measured_has_its_say()
    {
        SectionResult strings = new(
            StringsSection.SectionName,
            [
                Results.Hold((0.8, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1)),
                Results.Churn(1_000, (0.5, Verdict.Faster), (0.6, Verdict.Faster)),
            ]);

        Assert.Equal(
            ["Hold all", "Pauses", "Churn, 1,000 live", "Duplicates"],
            Adviser.Advise(Results.Profile(), [strings]).Select(item => item.Topic));
        Assert.Equal(["Duplicates"], Adviser.Advise(Results.Profile(), []).Select(item => item.Topic));
    }

    private static (double Ratio, Verdict Verdict, double Megabytes, double Pause) Any(Random random)
    {
        (double ratio, Verdict verdict) = AnyTime(random);
        return (ratio, verdict, 200 * random.NextDouble(), 10 * random.NextDouble());
    }

    private static (double Ratio, Verdict Verdict) AnyTime(Random random)
    {
        double ratio = 0.5 + random.NextDouble();

        // The noise may swallow any difference, but never turns it round.
        Verdict honest = ratio < 1 ? Verdict.Faster : Verdict.Slower;
        return (ratio, random.Next(3) == 0 ? Verdict.TooCloseToCall : honest);
    }

    private static void Cites(AdviceItem advice, params string[] citations) =>
        Assert.All(citations, citation => Assert.Contains(citation, advice.Text, StringComparison.Ordinal));
}
