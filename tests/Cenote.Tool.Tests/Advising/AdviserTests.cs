using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class AdviserTests
{
    [Fact]
    public void Hold_recommends_what_saves_most_memory_with_its_figures()
    {
        AdviceItem advice = Held(Made.Hold((0.5, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1)));

        Assert.Equal(StringsSection.IdArray, advice.Recommends);
        Cites(
            advice, "Hold these strings as PooledStringId[] over a SegmentedStringPool", "60.0 ns", "100 ns", "0.60", "0.58 to 0.62",
            "less memory", "80.0 MB", "100 MB");
    }

    [Fact]
    public void Hold_recommends_the_fastest_pool_where_none_saves_memory()
    {
        AdviceItem advice = Held(
            Made.Hold((0.8, Verdict.Faster, 95, 5), (0.7, Verdict.Faster, 95, 1), contiguous: (0.6, Verdict.Faster, 105, 1)));

        Assert.Equal(StringsSection.ContiguousArray, advice.Recommends);
        Cites(advice, "PooledString[] over an UnmanagedStringPool", "60.0 ns", "100 ns", "about as much memory", "105 MB");
    }

    [Fact]
    public void Hold_recommends_the_leanest_of_those_that_share_the_first_place_in_time()
    {
        // Intervals extend 0.02 to either side: those around 0.60 and 0.62 overlap; those around 0.60 and 0.65 do not.
        AdviceItem shared = Held(
            Made.Hold((0.65, Verdict.Faster, 91, 5), (0.6, Verdict.Faster, 100, 1), contiguous: (0.62, Verdict.Faster, 95, 1)));
        AdviceItem alone = Held(
            Made.Hold((0.66, Verdict.Faster, 91, 5), (0.6, Verdict.Faster, 100, 1), contiguous: (0.65, Verdict.Faster, 95, 1)));

        Assert.Equal(StringsSection.ContiguousArray, shared.Recommends);
        Cites(shared, "62.0 ns", "95.0 MB", "It and PooledStringId[] are too close to call");
        Assert.Equal(StringsSection.IdArray, alone.Recommends);
    }

    [Fact]
    public void Hold_recommends_the_contiguous_pool_when_it_is_the_leanest_and_time_does_not_decide()
    {
        AdviceItem advice = Held(Made.Hold(
            (
                1.01, Verdict.TooCloseToCall, 80, 5), (1.01, Verdict.TooCloseToCall, 80, 5), contiguous: (1.02,
                Verdict.TooCloseToCall, 60, 1)));

        Assert.Equal(StringsSection.ContiguousArray, advice.Recommends);
        Cites(advice, "over an UnmanagedStringPool to save memory", "60.0 MB", "too close to call");
    }

    [Fact]
    public void Hold_recommends_to_share_strings_where_that_saves_as_much()
    {
        AdviceItem advice = Held(Made.Hold(
            (0.8, Verdict.Faster, 50, 5), (0.8, Verdict.Faster, 50, 5), interned: (0.9, Verdict.Faster, 45, 20)));

        Assert.Equal(StringsSection.InternedArray, advice.Recommends);
        Cites(advice, "Share equal strings with a StringInterner: 90.0 ns", "less memory, 45.0 MB against 100 MB");
    }

    [Fact]
    public void Hold_chooses_no_arena_however_good_it_is()
    {
        AdviceItem advice = Held(Made.Hold(
            (0.8, Verdict.Faster, 100, 5), (0.9, Verdict.Faster, 100, 1), arena: (0.2, Verdict.Faster, 40, 1)));

        Assert.Equal(StringsSection.RefArray, advice.Recommends);
    }

    [Theory]
    [InlineData(80, 74, StringsSection.RefArray)]
    [InlineData(80, 40, StringsSection.Utf8IdArray)]
    public void Hold_chooses_UTF_8_only_where_it_saves_much_more_than_a_pool_of_chars(double chars, double utf8, string name)
    {
        AdviceItem advice = Held(Made.Hold(
            (0.8, Verdict.Faster, chars, 5), (1.5, Verdict.Slower, 100, 1), utf8Ids: (0.9, Verdict.Faster, utf8, 1)));

        Assert.Equal(name, advice.Recommends);
    }

    [Fact]
    public void Hold_says_when_the_fastest_takes_more_memory()
    {
        AdviceItem advice = Held(Made.Hold((0.8, Verdict.Faster, 130, 5), (0.9, Verdict.Faster, 130, 1)));

        Assert.Equal((Conclusion.Depends, null), (advice.Outcome, advice.Recommends));
        Cites(advice, "Stay with plain managed strings, unless time matters more than memory", "more memory", "130 MB");
    }

    [Fact]
    public void Hold_says_when_the_leanest_takes_more_time()
    {
        AdviceItem advice = Held(Made.Hold(
            (1.5, Verdict.Slower, 100, 5), (1.5, Verdict.Slower, 100, 5), interned: (4.4, Verdict.Slower, 45, 20)));

        Assert.Equal((Conclusion.CostsTime, null), (advice.Outcome, advice.Recommends));
        Cites(
            advice, "Stay with plain managed strings, unless memory matters more than time: string[] by StringInterner takes less memory",
            "45.0 MB", "440 ns");
    }

    [Fact]
    public void Hold_recommends_a_pool_for_its_pauses_where_nothing_else_decides()
    {
        AdviceItem advice = Held(Made.Hold((1.01, Verdict.TooCloseToCall, 95, 5), (1.5, Verdict.Slower, 95, 5)));

        Assert.Equal(StringsSection.RefArray, advice.Recommends);
        Cites(advice, "over a SegmentedStringPool for shorter pauses: 5.00 ms against 50.0 ms with string[]");
    }

    [Fact]
    public void Hold_stays_with_managed_strings_when_nothing_speaks_for_a_pool()
    {
        AdviceItem advice = Held(Made.Hold((1.01, Verdict.TooCloseToCall, 100, 50), (1.2, Verdict.Slower, 100, 50)));

        Assert.Null(advice.Recommends);
        Cites(
            advice, "Stay with plain managed strings", "PooledStringRef[] over a SegmentedStringPool", "101 ns",
            "about as much memory");
    }

    [Fact]
    public void Hold_says_that_managed_strings_win_when_they_do()
    {
        AdviceItem advice = Held(
            Made.Hold((1.5, Verdict.Slower, 100, 5), (1.4, Verdict.Slower, 100, 5), contiguous: (1.2, Verdict.Slower, 100, 1)));

        Assert.Equal(StringsSection.ManagedArray, advice.Recommends);
        Cites(advice, "No pool beats plain managed strings on this file", "100 ns", "PooledString[] over an UnmanagedStringPool", "120 ns", "1.20");
    }

    [Fact]
    public void UTF_8_is_recommended_when_it_is_leaner_than_all_and_no_slower()
    {
        AdviceItem advice = Utf8(Made.Hold(
            (
                0.8, Verdict.Faster, 90, 5), (0.7, Verdict.Faster, 80, 1), utf8: (0.5, Verdict.Faster, 60, 1), utf8Ids: (0.6,
                Verdict.Faster, 55, 1)));

        Assert.Equal(StringsSection.Utf8IdArray, advice.Recommends);
        Cites(
            advice, "PooledStringId[] (UTF-8) over a Utf8StringPool", "55.0 MB against 100 MB with string[]",
            "80.0 MB with PooledStringId[]",
            "98.0 % of the strings are pure ASCII", "60.0 ns", "0.60", "0.58 to 0.62");
    }

    [Fact]
    public void UTF_8_is_recommended_when_its_time_is_too_close_to_call()
    {
        AdviceItem advice = Utf8(Made.Hold(
            (
                1.2, Verdict.Slower, 40, 5), (1.2, Verdict.Slower, 40, 1), utf8: (1.01, Verdict.TooCloseToCall, 60,
                1), utf8Ids: (1.2, Verdict.Slower, 50, 1)));

        Assert.Equal(StringsSection.Utf8Array, advice.Recommends);
        Cites(advice, "PooledUtf8String[] over a Utf8StringPool", "60.0 MB against 100 MB with string[];", "101 ns");
    }

    [Fact]
    public void UTF_8_that_saves_next_to_nothing_is_not_recommended()
    {
        AdviceItem advice = Utf8(Made.Hold(
            (
                0.8, Verdict.Faster, 90, 5), (0.7, Verdict.Faster, 80, 1), utf8: (0.5, Verdict.Faster, 80, 1), utf8Ids: (0.5,
                Verdict.Faster, 75, 1)));

        Assert.Null(advice.Recommends);
        Cites(
            advice, "saves almost no memory", "75.0 MB with PooledStringId[] (UTF-8)", "80.0 MB with PooledStringId[]",
            "98.0 %");
    }

    [Fact]
    public void UTF_8_that_costs_time_is_not_recommended()
    {
        AdviceItem advice = Utf8(Made.Hold(
            (
                0.8, Verdict.Faster, 90, 5), (0.7, Verdict.Faster, 80, 1), utf8: (1.3, Verdict.Slower, 50, 1), utf8Ids: (1.2,
                Verdict.Slower, 40, 1)));

        Assert.Null(advice.Recommends);
        Cites(advice, "UTF-8 costs time here", "120 ns", "100 ns with string[]", "1.20", "40.0 MB against 100 MB", "98.0 %");
    }

    [Fact]
    public void UTF_8_that_was_not_measured_is_not_mentioned()
    {
        Assert.Empty(Adviser.Utf8(Made.Profile(), Made.Hold((0.8, Verdict.Faster, 90, 5), (0.7, Verdict.Faster, 80, 1))));
    }

    [Fact]
    public void Short_pauses_are_no_reason_to_change()
    {
        AdviceItem advice = Paused(
            Made.Hold((0.8, Verdict.Faster, 100, 0.2), (0.8, Verdict.Faster, 100, 0.1), managedPause: 0.9));

        Assert.Null(advice.Recommends);
        Cites(advice, "no reason", "900 µs", "100 µs");
    }

    [Fact]
    public void Pauses_recommend_the_shortest_unless_it_was_slower()
    {
        AdviceItem free = Paused(Made.Hold((0.8, Verdict.Faster, 100, 5), (1, Verdict.TooCloseToCall, 100, 0.1)));
        AdviceItem paid = Paused(Made.Hold((0.8, Verdict.Faster, 100, 40), (1.3, Verdict.Slower, 100, 0.1)));

        Assert.Equal(StringsSection.IdArray, free.Recommends);
        Cites(free, "50.0 ms", "100 µs");
        Assert.Null(paid.Recommends);
        Cites(paid, "only if pauses matter more", "50.0 ms", "100 µs", "1.30");
    }

    [Fact]
    public void Pauses_recommend_what_is_no_slower_before_what_is_shorter_still()
    {
        AdviceItem advice = Paused(Made.Hold(
            (
                0.8, Verdict.Faster, 100, 30), (1.3, Verdict.Slower, 100, 0.1), contiguous: (0.9, Verdict.Faster, 100,
                4), utf8: (0.5, Verdict.Faster, 50, 0.1)));

        Assert.Equal(StringsSection.ContiguousArray, advice.Recommends);
        Cites(advice, "PooledString[] over an UnmanagedStringPool", "50.0 ms with string[]", "4.00 ms with PooledString[]");
    }

    [Fact]
    public void Pauses_that_a_pool_does_not_shorten_are_named()
    {
        AdviceItem advice = Paused(Made.Hold((0.8, Verdict.Faster, 100, 40), (0.8, Verdict.Faster, 100, 30)));

        Assert.Null(advice.Recommends);
        Cites(advice, "does not shorten", "50.0 ms", "30.0 ms");
    }

    [Theory]
    [InlineData(1.4, 0.1, "1.40 ms", "100 µs")]
    [InlineData(50, 20, "50.0 ms", "20.0 ms")]
    public void Pauses_near_a_threshold_are_too_close_to_call(double managed, double pooled, params string[] figures)
    {
        AdviceItem advice = Paused(
            Made.Hold((0.8, Verdict.Faster, 100, 40), (0.8, Verdict.Faster, 100, pooled), managedPause: managed));

        Assert.Equal((Conclusion.TooCloseToCall, null), (advice.Outcome, advice.Recommends));
        Cites(advice, ["Whether a pool shortens pauses by enough to matter is too close to call", .. figures]);
    }

    [Fact]
    public void Churn_recommends_the_fastest_pool_with_its_figures()
    {
        AdviceItem advice = Adviser.Churn(Made.Churn(1_000, (0.5, Verdict.Faster), (0.6, Verdict.Faster)), 1_000);

        Assert.Equal(StringsSection.Ref, advice.Recommends);
        Assert.Equal("Churn, 1,000 live", advice.Topic);
        Cites(advice, "PooledStringRef over a SegmentedStringPool", "50.0 ns", "100 ns", "0.50", "0 collections", "12.0");
        Assert.DoesNotContain("UTF-8", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Churn_recommends_the_contiguous_pool_when_it_is_the_fastest()
    {
        AdviceItem advice = Adviser.Churn(
            Made.Churn(
                3, (0.5, Verdict.Faster), (0.6, Verdict.Faster), contiguous: (0.4, Verdict.Faster),
                utf8: (0.45, Verdict.Faster)), 3);

        Assert.Equal(StringsSection.Contiguous, advice.Recommends);
        Cites(advice, "PooledString over an UnmanagedStringPool", "40.0 ns");
        Assert.DoesNotContain("UTF-8", advice.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.7, Verdict.Faster, StringsSection.Ref)]
    [InlineData(1.01, Verdict.TooCloseToCall, null)]
    [InlineData(1.5, Verdict.Slower, StringsSection.Managed)]
    public void Churn_names_the_UTF_8_pool_beside_its_choice_when_that_is_faster_still(
        double ratio, Verdict verdict, string? recommends)
    {
        AdviceItem advice = Adviser.Churn(Made.Churn(3, (ratio, verdict), (1.6, Verdict.Slower), utf8: (0.6, Verdict.Faster)), 3);

        Assert.Equal(recommends, advice.Recommends);
        Cites(advice, "From UTF-8 bytes, PooledUtf8String over a Utf8StringPool is faster: 60.0 ns", "0.58 to 0.62");
    }

    [Theory]
    [InlineData(0.67, Verdict.Faster)]
    [InlineData(0.5, Verdict.TooCloseToCall)]
    public void Churn_keeps_silent_about_UTF_8_when_the_difference_may_be_noise(double ratio, Verdict verdict)
    {
        AdviceItem advice = Adviser.Churn(Made.Churn(3, (0.7, Verdict.Faster), (0.8, Verdict.Faster), utf8: (ratio, verdict)), 3);

        Assert.DoesNotContain("UTF-8", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Churn_too_close_to_call_recommends_nothing()
    {
        AdviceItem advice = Adviser.Churn(Made.Churn(3, (0.99, Verdict.TooCloseToCall), (1.6, Verdict.Slower)), 3);

        Assert.Null(advice.Recommends);
        Cites(advice, "too close to call", "99.0 ns");
    }

    [Fact]
    public void Churn_says_that_managed_strings_win_when_they_do()
    {
        AdviceItem advice = Adviser.Churn(Made.Churn(3, (1.5, Verdict.Slower), (1.6, Verdict.Slower)), 3);

        Assert.Equal(StringsSection.Managed, advice.Recommends);
        Cites(advice, "Plain managed strings win", "100 ns", "150 ns");
    }

    [Theory]
    [InlineData(500, 16_000, "Many strings repeat", "50.0 %", "40.0 %")]
    [InlineData(900, 4_000, "Some strings repeat", "10.0 %", "10.0 %")]
    [InlineData(999, 40, "Almost no string repeats", "0.1 %", "0.1 %")]
    public void Duplicates_are_judged_by_the_memory_they_take(long distinct, long duplicateBytes, params string[] citations)
    {
        Cites(Adviser.Duplicates(Made.Profile(distinct, duplicateBytes), isInterningMeasured: true), citations);
    }

    [Fact]
    public void Who_has_not_measured_interning_is_told_to_if_much_repeats()
    {
        Cites(
            Adviser.Duplicates(Made.Profile(500, 16_000), isInterningMeasured: false),
            "Many strings repeat; measure the section 'interning' to see whether sharing them pays");
    }

    [Fact]
    public void What_looks_a_quarter_slower_is_recommended_neither_as_an_arena_nor_as_UTF_8()
    {
        StepResult hold = Made.Hold(
            (1.5, Verdict.Slower, 100, 50),
            (1.5, Verdict.Slower, 100, 50),
            utf8: (1.9, Verdict.TooCloseToCall, 50, 50),
            arena: (1.9, Verdict.TooCloseToCall, 50, 50));
        StepResult unsure = hold with
        {
            Timing = hold.Timing with
            {
                Rivals =
                [
                    .. hold.Timing.Rivals.Select(rival =>
                        rival.Verdict == Verdict.TooCloseToCall ? rival with { RatioInterval = new(0.94, 3.76) } : rival),
                ],
            },
        };

        Assert.Equal(Conclusion.CostsTime, Rules.Arena(unsure).Conclusion);
        Assert.Equal(Conclusion.CostsTime, Rules.Utf8(unsure).Conclusion);
    }

    [Fact]
    public void Nothing_that_was_slower_is_ever_recommended()
    {
        const int Seed = 7;
        var random = new Random(Seed);
        for (int trial = 0; trial < 5_000; trial++)
        {
            StepResult hold = Made.Hold(
                Any(random), Any(random), Any(random), Any(random), Any(random), Any(random),
                managedPause: random.NextDouble() * 10);
            StepResult churn = Made.Churn(3, AnyTime(random), AnyTime(random), AnyTime(random), AnyTime(random));
            StepResult sort = Made.Sort(AnyTime(random), AnyTime(random), AnyTime(random));
            StepResult build = AnyKeys(random, CollectionsSection.Build);
            StepResult hits = AnyKeys(random, CollectionsSection.Hits);
            StepResult misses = AnyKeys(random, CollectionsSection.Misses);
            AdviceItem keys = Adviser.Keys(Made.Profile(), build, hits, misses);

            foreach ((StepResult step, AdviceItem advice) in new[]
            {
                (hold, Held(hold)),
                (hold, Adviser.Arena(Made.Profile(), hold)),
                (hold, Utf8(hold)),
                (hold, Paused(hold)),
                (churn, Adviser.Churn(churn, 3)),
                (sort, Adviser.Sort(sort)),
                (build, keys),
                (hits, keys),
                (misses, keys),
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
                Made.Hold((0.8, Verdict.Faster, 100, 5), (0.6, Verdict.Faster, 80, 1), utf8: (0.6, Verdict.Faster, 60, 1)),
                Made.Churn(1_000, (0.5, Verdict.Faster), (0.6, Verdict.Faster)),
            ]);
        SectionResult keys = new(
            CollectionsSection.SectionName,
            [.. new[] { CollectionsSection.Build, CollectionsSection.Hits, CollectionsSection.Misses }.Select(
                id => Made.Keys(id, (0.5, Verdict.Faster, 5), (0.5, Verdict.Faster, 5), (0.9, Verdict.Faster)))]);
        SectionResult sort = new(
            SortSection.SectionName, [Made.Sort((0.8, Verdict.Faster), (0.5, Verdict.Faster), (0.7, Verdict.Faster))]);

        Assert.Equal(
            ["Hold all", "Arena", "UTF-8", "Pauses", "Churn, 1,000 live", "Dictionary keys", "Sort", "Duplicates"],
            Adviser.Advise(Made.Profile() with { Count = 1_000_000 }, [strings, keys, sort]).Select(item => item.Topic));
        Assert.Equal(["Duplicates"], Adviser.Advise(Made.Profile(), []).Select(item => item.Topic));
        Assert.Equal(
            [
                Conclusion.Use, Conclusion.CostsTime, Conclusion.UseForMemory, Conclusion.Use, Conclusion.Use, Conclusion.Use,
                Conclusion.Use,
                Conclusion.NotWorthIt,
            ],
            Adviser.Advise(Made.Profile() with { Count = 1_000_000 }, [strings, keys, sort]).Select(item => item.Outcome));
    }

    [Theory]
    [InlineData(0.6, Verdict.Faster, SortSection.ArenaSort)]
    [InlineData(1.4, Verdict.Slower, null)]
    public void The_gain_of_sorting_includes_the_filling_of_the_arena(double ratio, Verdict verdict, string? recommended)
    {
        SectionResult sort = new(SortSection.SectionName, [Made.Sort((0.8, Verdict.Faster), (0.2, Verdict.Faster), (ratio, verdict))]);
        AdviceItem item = Adviser.Advise(Made.Profile() with { Count = 1_000_000 }, [sort]).Single(item => item.Topic == "Sort");

        Assert.Equal(recommended, item.Recommends);
        Assert.Equal(recommended is null ? [] : [ratio], item.Effects.Select(effect => effect.Ratio));
        Assert.StartsWith("If these strings are already in an arena", item.Text, StringComparison.Ordinal);
    }

    private static AdviceItem Held(StepResult hold) => Adviser.Hold(hold, Made.Profile());

    private static AdviceItem Paused(StepResult hold) => Adviser.Pauses(hold, Made.Profile());

    private static AdviceItem Utf8(StepResult step) => Assert.Single(Adviser.Utf8(Made.Profile(asciiShare: 0.98), step));

    private static StepResult AnyKeys(Random random, string id)
    {
        (double compact, Verdict compactVerdict) = AnyTime(random);
        (double utf16, Verdict utf16Verdict) = AnyTime(random);
        return Made.Keys(
            id,
            (compact, compactVerdict, 20 * random.NextDouble()),
            (utf16, utf16Verdict, 20 * random.NextDouble()),
            id == CollectionsSection.Build ? null : AnyTime(random),
            id == CollectionsSection.Build ? null : AnyTime(random));
    }

    private static (double Ratio, Verdict Verdict, double Megabytes, double Pause) Any(Random random)
    {
        (double ratio, Verdict verdict) = AnyTime(random);
        return (ratio, verdict, 200 * random.NextDouble(), 10 * random.NextDouble());
    }

    private static (double Ratio, Verdict Verdict) AnyTime(Random random)
    {
        double ratio = 0.5 + random.NextDouble();

        // Noise may hide a difference but never reverses it.
        Verdict honest = ratio < 1 ? Verdict.Faster : Verdict.Slower;
        return (ratio, random.Next(3) == 0 ? Verdict.TooCloseToCall : honest);
    }

    private static void Cites(AdviceItem advice, params string[] citations) =>
        Assert.All(citations, citation => Assert.Contains(citation, advice.Text, StringComparison.Ordinal));
}
