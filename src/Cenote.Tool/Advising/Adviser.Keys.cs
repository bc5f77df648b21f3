using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Keys: whether a dictionary with keys in unmanaged memory pays for these.</content>
internal static partial class Adviser
{
    /// <summary>Keep keys in unmanaged memory; and beside that, in a frozen dictionary.</summary>
    public static AdviceItem Keys(StepResult build, StepResult hits, StepResult misses)
    {
        KeySteps steps = new(build, hits, misses);
        Decision decision = Rules.Keys(steps);
        string name = decision.Conclusion == Stay ? decision.Other! : decision.About!;
        string keys = build.Timing.OperationsPerCall == 1 ? "this key" : $"these {Units.Count(build.Timing.OperationsPerCall)} keys";
        string figures = KeyFigures(steps, name);
        string slower = Joined(steps.At(name, Verdict.Slower));
        string advice = decision.Conclusion switch
        {
            Use => $"Keep {keys} in a {name}: {figures}.{Tie(decision)}",
            UseForMemory => $"Keep {keys} in a {name} for its memory; the time is too close to call: {figures}.",
            Depends => $"It depends on what is done with {keys}: {name} is faster at {Joined(steps.At(name, Verdict.Faster))} and slower "
                + $"at {slower}: {figures}.{BreakEven(steps, name)}",
            TooCloseToCall => $"Nothing speaks for unmanaged memory with {keys}: {name} is too close to call, {figures}.",
            _ => $"{decision.About} wins with {keys}. {name} is slower at {slower}: {figures}.",
        };
        return Item("Dictionary keys", decision, advice + FrozenKeys(hits));
    }

    private static string FrozenKeys(StepResult hits) => Rules.FrozenKeys(hits) is { Conclusion: Use, About: string name }
        ? $" If keys are never added or removed, a {name} finds them faster still: {TimeOf(hits.Timing[name])} (ratio {RatioOf(hits.Timing[name])})."
        : string.Empty;

    private static string KeyFigures(KeySteps steps, string name)
    {
        RivalResult built = steps.Build.Timing[name];
        RivalResult managed = steps.Build.Baseline();
        return $"a hit takes {LookUpFigures(steps.Hits, name)}, a miss {LookUpFigures(steps.Misses, name)}, building "
            + $"{TimeOf(built)} per key against {TimeOf(managed)} (ratio {RatioOf(built)}); {MemoryAgainst(steps.Build, name)}; a full collection "
            + $"with everything live takes {PauseOf(steps.Build, name)} against {PauseOf(steps.Build, managed.Name)}";
    }

    private static string LookUpFigures(StepResult step, string name)
    {
        RivalResult managed = step.Baseline();
        return $"{TimeOf(step.Timing[name])} against {TimeOf(managed)} with {managed.Name} (ratio {RatioOf(step.Timing[name])}) and "
            + $"{TimeOf(step.Timing[CollectionsSection.ManagedSpan])} by span";
    }

    /// <summary>How many hits make up for building, where hits are faster and building is all that is slower.</summary>
    private static string BreakEven(KeySteps steps, string name)
    {
        if (steps.At(name, Verdict.Slower) is not [KeySteps.Building] || !steps.At(name, Verdict.Faster).Contains(KeySteps.Finding))
        {
            return string.Empty;
        }

        // By ratios, which the verdicts rest on: neither can be negative.
        double lost = (steps.Build.Timing[name].Ratio.Median - 1) * steps.Build.Baseline().Nanoseconds.Median;
        double managed = Math.Min(steps.Hits.Baseline().Ratio.Median, steps.Hits.Timing[CollectionsSection.ManagedSpan].Ratio.Median);
        double won = (managed - steps.Hits.Timing[name].Ratio.Median) * steps.Hits.Baseline().Nanoseconds.Median;
        return $" It has made up for being built when each key was found {Units.Number(lost / won)} times.";
    }

    private static string Joined(string[] names) => names.Length < 2 ? string.Concat(names) : $"{string.Join(", ", names[..^1])} and {names[^1]}";
}
