using Cenote.Tool.Advising;
using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Tests.Advising;

public class EffectTests
{
    [Fact]
    public void A_recommendation_has_what_it_changes_for_better_and_for_worse()
    {
        SectionResult keys = new(
            CollectionsSection.SectionName,
            [.. new[] { CollectionsSection.Build, CollectionsSection.Hits, CollectionsSection.Misses }.Select(
                id => Made.Keys(id, (0.6, Verdict.Faster, 12), (0.8, Verdict.Faster, 12), span: (1.2, Verdict.Slower)))]);

        AdviceItem item = Adviser.Advise(Made.Profile() with { Count = 1_000_000 }, [keys])[0];

        Assert.Equal(["keys-build", "keys-hits", "keys-misses"], item.Steps);
        Assert.Equal(
            [
                .. item.Steps.Select(step => new Effect(EffectKind.Time, step, 0.6)),
                new Effect(EffectKind.Memory, "keys-build", 1.2),
            ],
            Ratios(item));
    }

    [Fact]
    public void What_the_noise_explains_and_memory_that_hardly_differs_are_no_effects()
    {
        AdviceItem lean = Advised(
            "Hold all", Made.Hold((0.99, Verdict.TooCloseToCall, 60, 5), (0.99, Verdict.TooCloseToCall, 61, 1)));
        AdviceItem fast = Advised("Hold all", Made.Hold((0.6, Verdict.Faster, 95, 5), (0.8, Verdict.Faster, 91, 1)));

        Assert.Equal([new Effect(EffectKind.Memory, "hold", 0.6)], Ratios(lean));
        Assert.Equal([new Effect(EffectKind.Time, "hold", 0.6)], Ratios(fast));
    }

    [Fact]
    public void Shorter_pauses_are_an_effect_of_their_own()
    {
        AdviceItem pauses = Advised("Pauses", Made.Hold((0.6, Verdict.Faster, 95, 5), (0.8, Verdict.Faster, 90, 1)));

        Assert.Equal([new Effect(EffectKind.Pause, "hold", 0.02)], Ratios(pauses));
    }

    [Fact]
    public void What_holds_strings_for_its_pauses_alone_has_those_for_its_effect()
    {
        AdviceItem hold = Advised(
            "Hold all", Made.Hold((1, Verdict.TooCloseToCall, 95, 5), (1.5, Verdict.Slower, 95, 1)));

        Assert.Equal(StringsSection.RefArray, hold.Recommends);
        Assert.Equal([new Effect(EffectKind.Pause, "hold", 0.1)], Ratios(hold));
    }

    [Fact]
    public void Nothing_changes_for_those_who_stay_with_what_they_have()
    {
        StepResult slow = Made.Hold(
            (1.2, Verdict.Slower, 120, 45), (1.3, Verdict.Slower, 110, 45), arena: (1, Verdict.TooCloseToCall, 100, 45));

        Assert.All(["Hold all", "Arena", "Pauses"], topic =>
        {
            AdviceItem item = Advised(topic, slow);
            Assert.Equal(["hold"], item.Steps);
            Assert.Empty(item.Effects);
        });
    }

    [Fact]
    public void Effects_come_from_every_step_an_advice_rests_on()
    {
        SectionResult keys = new(CollectionsSection.SectionName, [
            Made.Keys(CollectionsSection.Build, (0.5, Verdict.Faster, 6), (0.6, Verdict.Faster, 8)),
            Made.Keys(
                CollectionsSection.Hits, (
                    1, Verdict.TooCloseToCall, 6), (1, Verdict.TooCloseToCall, 8), span: (1.2, Verdict.Slower)),
            Made.Keys(
                CollectionsSection.Misses, (0.7, Verdict.Faster, 6), (0.9, Verdict.Faster, 8), span: (1.2, Verdict.Slower))]);

        AdviceItem item = Adviser.Advise(Made.Profile() with { Count = 1_000_000 }, [keys])[0];

        Assert.Equal(["keys-build", "keys-hits", "keys-misses"], item.Steps);
        Assert.Equal(
            [
                new Effect(EffectKind.Time, "keys-build", 0.5),
                new Effect(EffectKind.Time, "keys-misses", 0.7),
                new Effect(EffectKind.Memory, "keys-build", 0.6),
            ],
            Ratios(item));
    }

    [Fact]
    public void What_is_saved_is_that_of_all_strings_of_the_file()
    {
        AdviceItem hold = Advised("Hold all", Made.Hold((0.6, Verdict.Faster, 60, 5), (0.8, Verdict.Faster, 90, 1)));

        // A million strings that take 100 ns each and 100 MB in total.
        Assert.Equal([40, 40 << 20], hold.Effects.Select(effect => Math.Round(effect.Saved, 6)));
    }

    [Fact]
    public void What_saves_less_than_a_millisecond_and_a_megabyte_in_all_is_no_advice()
    {
        StepResult churn = Made.Churn(3, (0.5, Verdict.Faster), (0.6, Verdict.Faster));
        SectionResult strings = new(StringsSection.SectionName, [churn]);

        AdviceItem few = Adviser.Advise(Made.Profile(), [strings])[0];
        AdviceItem many = Adviser.Advise(Made.Profile() with { Count = 1_000_000 }, [strings])[0];

        Assert.Equal((Conclusion.NotWorthIt, null), (few.Outcome, few.Recommends));
        Assert.Contains("PooledStringRef would save 50.0 µs and 0 B in total", few.Text, StringComparison.Ordinal);
        Assert.Empty(few.Effects);
        Assert.Equal((Conclusion.Use, StringsSection.Ref), (many.Outcome, many.Recommends));
    }

    private static IEnumerable<Effect> Ratios(AdviceItem item) => item.Effects.Select(effect => effect with { Saved = 0 });

    private static AdviceItem Advised(string topic, StepResult hold) =>
        Adviser.Advise(Made.Profile() with { Count = 1_000_000 }, [new SectionResult(StringsSection.SectionName, [hold])]).Single(
            item => item.Topic == topic);
}
