using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Keys: whether a dictionary with keys in unmanaged memory pays off.</content>
internal static partial class Adviser
{
    /// <summary>Advice on dictionaries with keys in unmanaged memory, and on frozen dictionaries.</summary>
    public static AdviceItem Keys(CorpusProfile profile, StepResult build, StepResult hits, StepResult misses)
    {
        KeySteps steps = new(build, hits, misses);
        Decision decision = Rules.Keys(steps);
        Name name = new(decision.Conclusion == Stay ? decision.Other! : decision.About!);
        long all = profile.Whole is null ? build.Timing.OperationsPerCall : profile.DistinctOfFile();
        string keys = (all == build.Timing.OperationsPerCall, all) switch
        {
            (_, 1) => "this key",
            (true, _) => $"these {Units.Count(all)} keys",
            _ => $"the {Units.Count(all)} keys of all strings",
        };
        Wording figures = KeyFigures(profile, steps, name.Text);
        string faster = Joined(steps.At(name.Text, Verdict.Faster));
        string slower = Joined(steps.At(name.Text, Verdict.Slower))
            + (steps.IsNoise(name.Text) ? " (may be noise)" : string.Empty);
        Statement statement = decision.Conclusion switch
        {
            Use => new($"Keep {keys} in a {name}", figures) { Remarks = Tie(decision) },
            UseForMemory => new($"Keep {keys} in a {name} to save memory; the time is too close to call", figures),
            Depends => new(
                $"It depends on how you use {keys}", $"{name} is faster at {faster} and slower at {slower}: {figures}")
            {
                Remarks = BreakEven(steps, name.Text),
            },
            TooCloseToCall => new($"Unmanaged memory is not clearly better for {keys}", $"{name} is too close to call, {figures}"),
            _ => new($"{new Name(decision.About!)} wins with {keys}", figures) { Subject = $"{name} is slower at {slower}" },
        };
        return AdviceItem.Of(
            "Dictionary keys", decision, statement with { Remarks = [.. statement.Remarks, .. FrozenKeys(hits)] });
    }

    private static Wording[] FrozenKeys(StepResult hits) =>
        Rules.FrozenKeys(hits) is { Conclusion: Use, About: string name } && hits.Timing[name] is var frozen
            ?
            [
                $"If keys are never added or removed, a {frozen} finds them faster still: "
                + $"{TimeOf(frozen)} (ratio {RatioOf(frozen)})",
            ]
            : [];

    private static Wording KeyFigures(CorpusProfile profile, KeySteps steps, string name)
    {
        RivalResult built = steps.Build.Timing[name];
        RivalResult managed = steps.Build.Baseline();
        return $"a hit takes {LookUpFigures(steps.Hits, name)}, a miss {LookUpFigures(steps.Misses, name)}, building "
            + $"{TimeOf(built)} per key against {TimeOf(managed)} (ratio {RatioOf(built)}); {MemoryAgainst(steps.Build, name, profile)}; "
            + $"the longest pause with everything live is {PauseOf(steps.Build, name)} against "
            + $"{PauseOf(steps.Build, managed.Name)}";
    }

    private static Wording LookUpFigures(StepResult step, string name)
    {
        RivalResult managed = step.Baseline();
        return $"{TimeOf(step.Timing[name])} against {TimeOf(managed)} with {managed} (ratio {RatioOf(step.Timing[name])}) and "
            + $"{TimeOf(step.Timing[CollectionsSection.ManagedSpan])} by span";
    }

    /// <summary>
    /// The number of hits per key that make up for slower building; empty unless only building is slower and hits are faster.
    /// </summary>
    private static Wording[] BreakEven(KeySteps steps, string name)
    {
        if (steps.At(name, Verdict.Slower) is not [KeySteps.Building]
            || !steps.At(name, Verdict.Faster).Contains(KeySteps.Finding))
        {
            return [];
        }

        // Uses ratios, like the verdicts, so that neither term can be negative.
        double lost = (steps.Build.Timing[name].Ratio.Median - 1) * steps.Build.Baseline().Nanoseconds.Median;
        double managed = Math.Min(
            steps.Hits.Baseline().Ratio.Median, steps.Hits.Timing[CollectionsSection.ManagedSpan].Ratio.Median);
        double won = (managed - steps.Hits.Timing[name].Ratio.Median) * steps.Hits.Baseline().Nanoseconds.Median;
        return [$"Its slower build pays off after {Units.Number(lost / won)} lookups per key"];
    }

    private static string Joined(string[] names) =>
        names.Length < 2 ? string.Concat(names) : $"{string.Join(", ", names[..^1])} and {names[^1]}";
}
