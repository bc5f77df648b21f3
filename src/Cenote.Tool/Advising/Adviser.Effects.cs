using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;

namespace Cenote.Tool.Advising;

/// <content>Effects: the main figures of a recommendation.</content>
internal static partial class Adviser
{
    private static AdviceItem WithEffects(AdviceItem item, CorpusProfile profile, params StepResult[] steps) =>
        WithFloor(EffectsOf(item, profile, steps), steps);

    /// <summary>
    /// Adds the steps, the differences in time beyond the noise, and the notable differences in memory, better or worse.
    /// </summary>
    private static AdviceItem EffectsOf(AdviceItem item, CorpusProfile profile, params StepResult[] steps) => item with
    {
        Steps = [.. steps.Select(step => step.Id)],
        Effects = item.Recommends is string name
            ?
            [
                .. steps.SelectMany(step => TimeEffect(step, name, profile)),
                .. steps.SelectMany(step => MemoryEffect(step, name, profile)),
            ]
            : [],
    };

    // The rule has already applied the floor. If a contender is recommended only for its shorter pause, its effect is that pause.
    private static AdviceItem WithHoldEffects(AdviceItem item, CorpusProfile profile, StepResult step)
    {
        AdviceItem advice = EffectsOf(item, profile, step);
        return advice.Recommends is string name && name != step.Baseline().Name
            && GainOf(step, name, profile) == EffectKind.Pause
            ? advice with { Effects = [.. advice.Effects, PauseEffect(step, name)] }
            : advice;
    }

    private static AdviceItem WithPauseEffect(AdviceItem item, StepResult step) => item with
    {
        Steps = [step.Id],
        Effects = item.Recommends is string name ? [PauseEffect(step, name)] : [],
    };

    private static Effect PauseEffect(StepResult step, string name) =>
        new(EffectKind.Pause, step.Id, step.PauseOf(name) / step.PauseOf(step.Baseline().Name))
        {
            Saved = step.PauseOf(step.Baseline().Name) - step.PauseOf(name),
        };

    private static IEnumerable<Effect> TimeEffect(StepResult step, string name, CorpusProfile profile) => step.Timing[name] switch
    {
        { Verdict: Verdict.Faster or Verdict.Slower } rival =>
        [
            new Effect(EffectKind.Time, step.Id, rival.Ratio.Median)
            {
                Saved = (step.Baseline().Nanoseconds.Median - rival.Nanoseconds.Median) * step.TimesOfFile(profile) / 1e6,
            },
        ],
        _ => [],
    };

    private static IEnumerable<Effect> MemoryEffect(StepResult step, string name, CorpusProfile profile)
    {
        if (step.Memory.Count == 0)
        {
            return [];
        }

        (double bytes, double today) =
            (step.BytesOfFile(name, profile), step.BytesOfFile(step.Baseline().Name, profile));
        double ratio = bytes / Math.Max(1, today);
        bool isNotable = Math.Abs(today - bytes) > Evidence.SmallestMemory
            && (ratio <= 1 - Rules.NotableMemory || ratio >= 1 + Rules.NotableMemory);
        return isNotable ? [new Effect(EffectKind.Memory, step.Id, ratio) { Saved = today - bytes }] : [];
    }
}
