using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Advising;

/// <content>Effects: the figures of a recommendation in short, for reports that show them large.</content>
internal static partial class Adviser
{
    /// <summary>
    /// Time where the noise does not explain it, and memory where it differs notably, for better and for worse.
    /// </summary>
    private static AdviceItem WithEffects(AdviceItem item, CorpusProfile profile, params StepResult[] steps) => WithFloor(
        item with
        {
            Steps = [.. steps.Select(step => step.Id)],
            Effects = item.Recommends is string name
                ?
                [
                    .. steps.SelectMany(step => TimeEffect(step, name, profile)),
                    .. steps.SelectMany(step => MemoryEffect(step, name, profile)),
                ]
                : [],
        },
        steps);

    private static AdviceItem WithPauseEffect(AdviceItem item, StepResult step) => item with
    {
        Steps = [step.Id],
        Effects = item.Recommends is string name
            ?
            [
                new Effect(EffectKind.Pause, step.Id, step.PauseOf(name) / step.PauseOf(step.Baseline().Name))
                {
                    Saved = step.PauseOf(step.Baseline().Name) - step.PauseOf(name),
                },
            ]
            : [],
    };

    private static IEnumerable<Effect> TimeEffect(StepResult step, string name, CorpusProfile profile) => step.Timing[name] switch
    {
        { Verdict: Verdict.Faster or Verdict.Slower } rival =>
        [
            new Effect(EffectKind.Time, step.Id, rival.Ratio.Median)
            {
                Saved = (step.Baseline().Nanoseconds.Median - rival.Nanoseconds.Median) * profile.StringsOfFile / 1e6,
            },
        ],
        _ => [],
    };

    private static IEnumerable<Effect> MemoryEffect(StepResult step, string name, CorpusProfile profile)
    {
        string baseline = step.Baseline().Name;
        return step.Memory.Count > 0 && (step.IsLeaner(name, baseline) || step.IsLarger(name, baseline))
            ?
            [
                new Effect(EffectKind.Memory, step.Id, step.MemoryRatio(name))
                {
                    Saved = profile.Scale * Rules.SavedBytes(step, name),
                },
            ]
            : [];
    }
}
