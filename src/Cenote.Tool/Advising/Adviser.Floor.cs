using Cenote.Tool.Measuring;

namespace Cenote.Tool.Advising;

/// <content>The floor: a change that saves almost nothing in total is not recommended, however large the factor is.</content>
internal static partial class Adviser
{
    // Withdraws a recommendation that saves less than a millisecond and less than a megabyte, and reduces neither pauses nor
    // misses.
    private static AdviceItem WithFloor(AdviceItem item, params StepResult[] steps)
    {
        if (item.Recommends is not string name || name == steps[0].Baseline().Name
            || item.Effects.Any(effect => effect.Kind is EffectKind.Pause or EffectKind.Misses
                || (effect.Kind == EffectKind.Time && effect.Saved >= Rules.SmallestMilliseconds)
                || (effect.Kind == EffectKind.Memory && effect.Saved >= Rules.SmallestBytes)))
        {
            return item;
        }

        double time = Math.Max(0, item.Effects.SavedTime(steps));
        double memory = item.Effects.Where(effect => effect.Kind == EffectKind.Memory).Sum(effect => Math.Max(0, effect.Saved));
        Wording saved = $"{new Name(name)} would save {Units.Time(1e6 * time)} and {Units.Bytes(Math.Round(memory))} in total";
        Statement statement = new($"Too little to be worth a change", saved);
        return AdviceItem.Of(item.Topic, new Decision(Conclusion.NotWorthIt, name), statement) with { Steps = item.Steps };
    }
}
