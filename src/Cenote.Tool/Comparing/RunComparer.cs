using Cenote.Tool.Measuring;
using Cenote.Tool.Results;

namespace Cenote.Tool.Comparing;

/// <summary>
/// Compares two runs. Times are compared as ratios to the baseline of the same step and run, because absolute
/// times differ between runs. Memory and allocation are compared directly if both runs had the same strings. Collections are
/// compared only if the processor, the number of cores and the GC were also the same.
/// </summary>
internal static partial class RunComparer
{
    /// <summary>Compares the figures that both runs have and that are comparable.</summary>
    public static RunComparison Compare(MeasureReport before, MeasureReport after)
    {
        StepResult[] stepsBefore = [.. before.Sections.SelectMany(section => section.Steps)];
        StepResult[] stepsAfter = [.. after.Sections.SelectMany(section => section.Steps)];
        (StepResult Before, StepResult After)[] pairs = [.. Pairs(stepsBefore, stepsAfter, step => step.Id)];
        bool hasSameStrings = HasSameStrings(before, after, pairs);
        bool hasSameCollector = hasSameStrings && HasSameCollector(before.Machine, after.Machine);
        int asked = pairs.Sum(pair => Math.Max(0, pair.After.Timing.Rivals.Count - 1));
        return new RunComparison(
            Differences(before, after, hasSameStrings),
            hasSameStrings,
            [.. pairs.SelectMany(pair => ComparePair(pair, HasAsManyStrings(before, after, pair)))],
            [.. Missing(stepsBefore, stepsAfter)],
            [.. Missing(stepsAfter, stepsBefore)],
            [.. CompareAdvice(before, after)]);

        IEnumerable<Change> ComparePair((StepResult Before, StepResult After) pair, bool hasAsMany) =>
            Compare(pair.Before, pair.After, hasSameStrings && hasAsMany, hasSameCollector && hasAsMany, asked);
    }

    private static IEnumerable<Change> Compare(
        StepResult before, StepResult after, bool hasSameStrings, bool hasSameCollector, int asked)
    {
        string baseline = before.Timing.Rivals[0].Name;
        bool hasSameBaseline = baseline == after.Timing.Rivals[0].Name;
        foreach ((RivalResult first, RivalResult second) in Pairs(before.Timing.Rivals, after.Timing.Rivals, rival => rival.Name))
        {
            string subject = $"{after.FullTitle}: {first.Name}";
            if (hasSameBaseline && first.Name != baseline)
            {
                yield return CompareRatio(
                    subject, (first, before.Timing.Rivals[0]), (second, after.Timing.Rivals[0]), asked);
            }

            if (hasSameStrings)
            {
                yield return CompareAllocation(subject, first, second);
            }

            if (hasSameCollector)
            {
                yield return CompareCollections(subject, (first, before.Timing.Rounds), (second, after.Timing.Rounds));
            }
        }

        if (hasSameStrings)
        {
            foreach ((HoldMeasurement first, HoldMeasurement second) in Pairs(before.Memory, after.Memory, memory => memory.Name))
            {
                yield return CompareMemory($"{after.FullTitle}: {first.Name}", first, second);
            }
        }
    }

    // Steps that the other run lacks, and rivals that the other run lacks in steps that both runs have.
    private static IEnumerable<string> Missing(StepResult[] steps, StepResult[] others)
    {
        foreach (StepResult step in steps)
        {
            if (others.FirstOrDefault(other => other.Id == step.Id) is not StepResult other)
            {
                yield return step.FullTitle;
                continue;
            }

            foreach (string name in Names(step).Except(Names(other), StringComparer.Ordinal))
            {
                yield return $"{step.FullTitle}: {name}";
            }
        }
    }

    private static IEnumerable<string> Names(StepResult step) =>
        step.Timing.Rivals.Select(rival => rival.Name).Concat(step.Memory.Select(memory => memory.Name));

    private static IEnumerable<AdviceChange> CompareAdvice(MeasureReport before, MeasureReport after) =>
        Pairs(before.Advice, after.Advice, item => item.Topic)
            .Select(pair => AdviceChange.Of(pair.Before, pair.After))
            .Where(change => change.Before != change.After);

    // The items that both runs have, matched by name.
    private static IEnumerable<(T Before, T After)> Pairs<T>(IEnumerable<T> before, IEnumerable<T> after, Func<T, string> name) =>
        before.Join(after, name, name, (first, second) => (first, second), StringComparer.Ordinal);
}
