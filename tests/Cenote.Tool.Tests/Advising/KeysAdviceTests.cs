using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class KeysAdviceTests
{
    private static readonly (double Ratio, Verdict Verdict) s_span = (0.9, Verdict.Faster);

    [Fact]
    public void Keys_in_unmanaged_memory_are_recommended_with_all_their_figures_when_they_are_faster()
    {
        AdviceItem advice = Advise((0.8, Verdict.Faster, 4), (0.5, Verdict.Faster), (0.4, Verdict.Faster));

        Assert.Equal(("Dictionary keys", CollectionsSection.Compact), (advice.Topic, advice.Recommends));
        Cites(
            advice, "Keep these 5,000 keys in a PooledStringDictionary:",
            "a hit takes 50.0 ns against 100 ns with Dictionary (ratio 0.50, 95 % interval 0.48 to 0.52) and 90.0 ns by span",
            "a miss 40.0 ns against 100 ns", "building 80.0 ns per key against 100 ns (ratio 0.80", "less memory, 4.00 MB "
            + "against 10.0 MB",
            "the longest pause with everything live is 100 µs against 20.0 ms");
    }

    [Fact]
    public void What_keys_save_is_that_of_the_different_strings_of_the_file()
    {
        // Five million lines, of which 5 % were measured: 4,000 distinct strings, all in the sample.
        CorpusProfile profile = Made.Profile(4_000) with
        {
            Count = 250_000,
            Whole = new(5_000_000, 40_000_000, 200_000_000, 4_000, 160_000, IsEstimate: false, 0, 1),
        };
        (double, Verdict) span = (1, Verdict.TooCloseToCall);
        StepResult build = Made.Keys(CollectionsSection.Build, (0.5, Verdict.Faster, 9.8), (2, Verdict.Slower, 50));
        StepResult hits = Made.Keys(CollectionsSection.Hits, (1, Verdict.TooCloseToCall, 1), (2, Verdict.Slower, 1), span);
        StepResult misses = Made.Keys(CollectionsSection.Misses, (1, Verdict.TooCloseToCall, 1), (2, Verdict.Slower, 1), span);
        SectionResult section = new(CollectionsSection.SectionName, [build, hits, misses]);

        AdviceItem advice = Adviser.Advise(profile, [section])[0];

        Assert.Equal((Conclusion.NotWorthIt, null), (advice.Outcome, advice.Recommends));
        Cites(advice, "Too little to be worth a change", "would save 200 µs and 0 B in total");
    }

    [Fact]
    public void Of_encodings_that_cannot_be_told_apart_the_leaner_is_recommended()
    {
        // Intervals extend 0.02 to either side: those around 0.50 and 0.53 overlap; those around 0.50 and 0.55 do not.
        AdviceItem even = Advise(
            (0.8, Verdict.Faster, 4), (0.53, Verdict.Faster), (0.5, Verdict.Faster),
            utf16: ((0.8, Verdict.Faster, 7), (0.5, Verdict.Faster), (0.5, Verdict.Faster)));
        AdviceItem uneven = Advise(
            (0.8, Verdict.Faster, 4), (0.55, Verdict.Faster), (0.5, Verdict.Faster),
            utf16: ((0.8, Verdict.Faster, 7), (0.5, Verdict.Faster), (0.5, Verdict.Faster)));

        Assert.Equal(CollectionsSection.Compact, even.Recommends);
        Assert.Equal(CollectionsSection.Utf16, uneven.Recommends);
        Cites(uneven, "in a PooledStringDictionary (UTF-16): a hit takes 50.0 ns", "7.00 MB", "200 µs");
    }

    [Fact]
    public void An_encoding_that_is_slower_at_anything_gives_way_to_one_that_is_not()
    {
        AdviceItem advice = Advise(
            (1.2, Verdict.Slower, 4), (0.3, Verdict.Faster), (0.3, Verdict.Faster),
            utf16: ((1.01, Verdict.TooCloseToCall, 12), (0.8, Verdict.Faster), (0.99, Verdict.TooCloseToCall)),
            span: (1.01, Verdict.TooCloseToCall));

        Assert.Equal(CollectionsSection.Utf16, advice.Recommends);
        Cites(advice, "more memory, 12.0 MB against 10.0 MB");
    }

    [Fact]
    public void A_dictionary_whose_misses_measure_a_quarter_slower_is_not_recommended_even_within_the_noise()
    {
        AdviceItem advice = Advise((0.8, Verdict.Faster, 4), (0.5, Verdict.Faster), (1.3, Verdict.TooCloseToCall));

        Assert.Null(advice.Recommends);
        Cites(advice, "faster at hits and building and slower at misses (may be noise)");
    }

    [Fact]
    public void What_is_faster_than_look_ups_by_string_must_be_faster_than_those_by_span_too()
    {
        (double, Verdict) span = (0.45, Verdict.Faster);

        AdviceItem even = Advise((1, Verdict.TooCloseToCall, 10), (0.47, Verdict.Faster), (0.43, Verdict.Faster), span: span);
        AdviceItem slower = Advise((1, Verdict.TooCloseToCall, 10), (0.5, Verdict.Faster), (0.5, Verdict.Faster), span: span);

        Assert.Null(even.Recommends);
        Cites(even, "Unmanaged memory is not clearly better for these 5,000 keys", "too close to call", "and 45.0 ns by span");
        Assert.Equal(CollectionsSection.Managed, slower.Recommends);
        Cites(slower, "PooledStringDictionary is slower at hits and misses");
    }

    [Fact]
    public void Leaner_keys_are_recommended_for_their_memory_when_the_time_is_too_close_to_call()
    {
        AdviceItem advice = Advise(
            (
                1.01, Verdict.TooCloseToCall, 8), (1, Verdict.TooCloseToCall), (1, Verdict.TooCloseToCall), span: (1.01,
                Verdict.TooCloseToCall));

        Assert.Equal(CollectionsSection.Compact, advice.Recommends);
        Cites(advice, "to save memory; the time is too close to call", "less memory, 8.00 MB against 10.0 MB");
    }

    [Fact]
    public void What_is_faster_to_ask_and_slower_to_build_depends_on_how_often_it_is_asked()
    {
        AdviceItem advice = Advise((1.6, Verdict.Slower, 4), (0.7, Verdict.Faster), (0.5, Verdict.Faster));

        // Per key, building takes 60 ns longer than with the faster of the other two types, and a hit takes 20 ns less.
        Assert.Null(advice.Recommends);
        Cites(
            advice,
            "It depends on how you use these 5,000 keys: PooledStringDictionary is faster at hits and misses and slower "
            + "at building: a hit",
            "Its slower build pays off after 3.00 lookups per key.");
    }

    [Fact]
    public void What_is_slower_to_ask_never_makes_up_for_it()
    {
        AdviceItem advice = Advise((0.6, Verdict.Faster, 4), (1.2, Verdict.Slower), (0.5, Verdict.Faster));

        Assert.Null(advice.Recommends);
        Cites(advice, "faster at misses and building and slower at hits");
        Assert.DoesNotContain("made up", advice.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void It_is_said_when_the_dictionary_wins()
    {
        AdviceItem advice = Advise(
            (1.5, Verdict.Slower, 40), (1.2, Verdict.Slower), (1.01, Verdict.TooCloseToCall), span: (1.1, Verdict.Slower));

        Assert.Equal(CollectionsSection.Managed, advice.Recommends);
        Cites(
            advice, "Dictionary wins with these 5,000 keys. PooledStringDictionary is slower at hits and building",
            "120 ns against 100 ns",
            "more memory, 40.0 MB against 10.0 MB");
        Cites(
            Advise(
                (2, Verdict.Slower, 40), (1.9, Verdict.Slower),
                (2, Verdict.Slower)), "is slower at hits, misses and building: a hit");
    }

    [Theory]
    [InlineData(0.3, true)]
    [InlineData(0.49, false)]
    public void A_frozen_dictionary_is_named_when_it_beats_all_others(double ratio, bool isNamed)
    {
        AdviceItem advice = Advise(
            (0.8, Verdict.Faster, 4), (0.5, Verdict.Faster), (0.4, Verdict.Faster), frozen: (ratio, Verdict.Faster));

        Assert.Equal(CollectionsSection.Compact, advice.Recommends);
        Assert.Equal(
            isNamed,
            advice.Text.EndsWith(
                "If keys are never added or removed, a FrozenDictionary finds them faster still: 30.0 ns (ratio 0.30, 95 % "
                + "interval 0.28 to 0.32).",
                StringComparison.Ordinal));
    }

    // UTF-16 keys are slower in every step unless specified.
    private static AdviceItem Advise(
        (double Ratio, Verdict Verdict, double Megabytes) build,
        (double Ratio, Verdict Verdict) hits,
        (double Ratio, Verdict Verdict) misses,
        (
            (
                double Ratio, Verdict Verdict, double Megabytes) Build, (double Ratio, Verdict Verdict) Hits, (double Ratio,
                Verdict Verdict) Misses)? utf16 = null,
        (double Ratio, Verdict Verdict)? span = null,
        (double Ratio, Verdict Verdict)? frozen = null)
    {
        var other = utf16 ?? ((2, Verdict.Slower, 50), (2, Verdict.Slower), (2, Verdict.Slower));
        return Adviser.Keys(
            Made.Profile(),
            Made.Keys(CollectionsSection.Build, build, other.Build),
            LookUps(CollectionsSection.Hits, hits, other.Hits),
            LookUps(CollectionsSection.Misses, misses, other.Misses));

        StepResult LookUps(string id, (double Ratio, Verdict Verdict) compact, (double Ratio, Verdict Verdict) wide) =>
            Made.Keys(id, (compact.Ratio, compact.Verdict, 0), (wide.Ratio, wide.Verdict, 0), span ?? s_span, frozen);
    }

    private static void Cites(AdviceItem advice, params string[] citations) =>
        Assert.All(citations, citation => Assert.Contains(citation, advice.Text, StringComparison.Ordinal));
}
