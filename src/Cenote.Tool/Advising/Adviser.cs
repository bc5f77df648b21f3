using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <summary>
/// What follows from the measurements. Every rule is a function of the results alone, cites the figures it rests on, and
/// recommends nothing that was slower than what the user has today.
/// </summary>
internal static partial class Adviser
{
    /// <summary>What the text says when nothing is recommended because of the noise.</summary>
    public const string TooClose = "too close to call";

    /// <summary>The one topic that the profile answers.</summary>
    public const string DuplicatesTopic = "Duplicates";

    /// <summary>Duplicates are worth a word from this share of all memory on.</summary>
    private const double MuchDuplication = 0.2;

    /// <summary>Duplicates are not worth a look-up per string below this share of all memory.</summary>
    private const double LittleDuplication = 0.05;

    /// <summary>Memory is saved, or wasted, when it differs by this share at least.</summary>
    private const double NotableMemory = 0.1;

    /// <summary>Applies all rules.</summary>
    /// <param name="profile">What the strings are like.</param>
    /// <param name="sections">What was measured with them.</param>
    public static IReadOnlyList<AdviceItem> Advise(CorpusProfile profile, IReadOnlyList<SectionResult> sections)
    {
        var advice = new List<AdviceItem>();
        SectionResult? strings = sections.FirstOrDefault(section => section.Name == StringsSection.SectionName);
        if (strings?.Step(StringsSection.Hold) is StepResult hold)
        {
            advice.Add(WithEffects(Hold(hold), hold));
            advice.Add(WithEffects(Arena(hold), hold));
            advice.AddRange(Utf8(profile, hold).Select(item => WithEffects(item, hold)));
            advice.Add(WithPauseEffect(Pauses(hold), hold));
        }

        foreach (int window in StringsSection.Windows)
        {
            if (strings?.Step(StringsSection.Churn(window)) is StepResult churn)
            {
                advice.Add(WithEffects(Churn(churn, window), churn));
            }
        }

        SectionResult? keys = sections.FirstOrDefault(section => section.Name == CollectionsSection.SectionName);
        if (keys?.Step(CollectionsSection.Build) is StepResult build
            && keys.Step(CollectionsSection.Hits) is StepResult hits
            && keys.Step(CollectionsSection.Misses) is StepResult misses)
        {
            advice.Add(WithEffects(Keys(build, hits, misses), build, hits, misses));
        }

        SectionResult? interning = sections.FirstOrDefault(section => section.Name == InterningSection.SectionName);
        if (interning?.Step(InterningSection.First) is StepResult first && interning.Step(InterningSection.Second) is StepResult second)
        {
            advice.Add(WithEffects(Interner(profile, first, second), first, second));
            advice.Add(WithEffects(InternedIds(first, second), first, second));
        }

        if (sections.FirstOrDefault(section => section.Name == SortSection.SectionName)?.Step(SortSection.Ordinal) is StepResult sort)
        {
            advice.Add(WithEffects(Sort(sort), sort));
        }

        if (sections.FirstOrDefault(section => section.Name == ObjectsSection.SectionName) is SectionResult objects)
        {
            advice.AddRange(Objects(profile, objects));
        }

        if (sections.FirstOrDefault(section => section.Name == BuffersSection.SectionName) is SectionResult buffers)
        {
            advice.AddRange(Buffers(buffers));
        }

        advice.Add(Duplicates(profile));
        return advice;
    }

    /// <summary>Duplicates: what keeping one copy of each string would save.</summary>
    public static AdviceItem Duplicates(CorpusProfile profile)
    {
        double share = profile.ManagedBytes == 0 ? 0 : (double)profile.DuplicateBytes / profile.ManagedBytes;
        string repeated = Units.Percent(1 - ((double)profile.DistinctCount / profile.Count));
        string figures = $"{repeated} of the strings repeat an earlier one, {Units.Bytes(profile.DuplicateBytes)} of "
            + $"{Units.Bytes(profile.ManagedBytes)} as managed strings ({Units.Percent(share)})";
        return share switch
        {
            >= MuchDuplication => new AdviceItem(DuplicatesTopic, null, $"Keep one copy of each string, however you hold them: {figures}."),
            < LittleDuplication => new AdviceItem(DuplicatesTopic, null, $"Looking for duplicates is not worth it: {figures}."),
            _ => new AdviceItem(DuplicatesTopic, null, $"Looking for duplicates saves memory at the price of a look-up per string: {figures}."),
        };
    }
}
