using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <summary>
/// Turns the decisions of the <see cref="Rules"/> into sentences with figures, and withdraws recommendations that save almost
/// nothing.
/// </summary>
internal static partial class Adviser
{
    /// <summary>The topic of repeated strings, whose figures are from the profile.</summary>
    public const string DuplicatesTopic = "Duplicates";

    /// <summary>Applies all rules.</summary>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="sections">The results of all sections.</param>
    public static IReadOnlyList<AdviceItem> Advise(CorpusProfile profile, IReadOnlyList<SectionResult> sections)
    {
        var advice = new List<AdviceItem>();
        SectionResult? strings = sections.FirstOrDefault(section => section.Name == StringsSection.SectionName);
        InternPasses? passes = PassesOf(profile, sections);
        if (strings?.Step(StringsSection.Hold) is StepResult hold)
        {
            AdviceItem holding = Hold(hold, profile, strings.Step(FreshBuilds.RandomReads), passes);
            advice.Add(WithHoldEffects(holding, profile, hold));
            if (hold.Among([StringsSection.ArenaList]).Length > 0)
            {
                // The arena is not part of the verdict.
                advice.Add(WithEffects(Arena(profile, hold), profile, hold));
            }

            advice.AddRange(Utf8(profile, hold).Select(item => WithEffects(item, profile, hold)));
            advice.Add(WithPauseEffect(Pauses(hold, profile, passes), hold));
        }

        foreach (int window in StringsSection.Windows)
        {
            if (strings?.Step(StringsSection.Churn(window)) is StepResult churn)
            {
                advice.Add(WithEffects(Churn(churn, window), profile, churn));
            }
        }

        SectionResult? keys = sections.FirstOrDefault(section => section.Name == CollectionsSection.SectionName);
        if (keys?.Step(CollectionsSection.Build) is StepResult build
            && keys.Step(CollectionsSection.Hits) is StepResult hits
            && keys.Step(CollectionsSection.Misses) is StepResult misses)
        {
            advice.Add(WithEffects(Keys(profile, build, hits, misses), profile, build, hits, misses));
        }

        if (passes is not null)
        {
            StepResult? held = strings?.Step(StringsSection.Hold);
            AdviceItem interner = Interner(profile, passes.First, passes.Second, held);
            StepResult first = interner.Recommends is string name ? passes.WithMemoryOf(held, name).First : passes.First;
            advice.Add(EffectsOf(interner, profile, first, passes.Second));
            StepResult ids = passes.WithMemoryOf(held, InterningSection.Table).First;
            advice.Add(WithEffects(InternedIds(profile, ids, passes.Second, held), profile, ids, passes.Second));
        }

        SectionResult? sorting = sections.FirstOrDefault(section => section.Name == SortSection.SectionName);
        if (sorting?.Step(SortSection.Ordinal) is StepResult sort)
        {
            advice.Add(WithFloor(WithFilling(EffectsOf(Sort(sort), profile, sort), profile, sort), sort));
        }

        if (sections.FirstOrDefault(section => section.Name == ObjectsSection.SectionName) is SectionResult objects)
        {
            advice.AddRange(Objects(profile, objects));
        }

        if (sections.FirstOrDefault(section => section.Name == BuffersSection.SectionName) is SectionResult buffers)
        {
            advice.AddRange(Buffers(profile, buffers));
        }

        if (sections.FirstOrDefault(section => section.Name == CachesSection.SectionName) is SectionResult caches)
        {
            advice.AddRange(Caches(profile, caches));
        }

        advice.Add(Duplicates(profile, isInterningMeasured: passes is not null));
        return advice;
    }

    /// <summary>Duplicates: the saving if only one copy of each string is kept.</summary>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="isInterningMeasured">Whether interning was measured.</param>
    public static AdviceItem Duplicates(CorpusProfile profile, bool isInterningMeasured)
    {
        Decision decision = Rules.Duplicates(profile);
        string whetherItPays =
            $"{(isInterningMeasured ? "see 'Interning' for" : "measure the section 'interning' to see")} whether sharing them pays";
        string advice = decision.Conclusion switch
        {
            NotWorthIt => "Almost no string repeats",
            _ when profile.RepeatedMemory() >= Rules.MuchDuplication => $"Many strings repeat; {whetherItPays}",
            _ => $"Some strings repeat; {whetherItPays}",
        };
        Wording figures = $"{Units.Percent(profile.RepeatedStrings())} of the strings repeat an earlier one, "
            + $"{Units.Bytes(profile.RepeatedBytes())} of {Units.Bytes(profile.BytesOfFile)} as managed strings "
            + $"({Units.Percent(profile.RepeatedMemory())})";
        return AdviceItem.Of(DuplicatesTopic, decision, new($"{advice}", figures));
    }

    private static InternPasses? PassesOf(CorpusProfile profile, IReadOnlyList<SectionResult> sections) =>
        StepOf(sections, InterningSection.SectionName, InterningSection.First) is StepResult first
        && StepOf(sections, InterningSection.SectionName, InterningSection.Second) is StepResult second
            ? new InternPasses(first, second, profile)
            : null;

    private static StepResult? StepOf(IReadOnlyList<SectionResult> sections, string section, string step) =>
        sections.FirstOrDefault(one => one.Name == section)?.Step(step);

    private static Wording[] Tie(Decision decision) => decision.Even.ToArray() switch
    {
        [] => [],
        [var other] => [$"It and {new Name(other)} are too close to call"],
        [.. var others, var last] => [$"It, {Listed(others)} and {new Name(last)} are too close to call"],
    };

    private static Wording Listed(string[] names) => Wording.Join(", ", names.Select(Named));

    private static Wording Named(string name) => $"{new Name(name)}";
}
