using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Objects: whether pooling them pays off, and on how many threads.</content>
internal static partial class Adviser
{
    /// <summary>One conclusion for each kind of object, or the reason why there is none.</summary>
    public static IEnumerable<AdviceItem> Objects(CorpusProfile profile, SectionResult objects) => objects.Steps.Count > 0
        ? objects.Steps
            .GroupBy(step => step.Title, StringComparer.Ordinal)
            .Select(steps => WithEffects(Pooling([.. steps]), profile, [.. steps]))
        :
        [
            AdviceItem.Of(
                "Objects",
                new Decision(NotMeasured),
                new(
                    $"Pooling was not measured",
                    $"it needs strings of 1 to {Units.Count(ObjectsSection.MaxTextLength)} chars, and these have "
                    + $"{Units.Count(profile.ShortestChars)} to {Units.Count(profile.LongestChars)}")),
        ];

    /// <summary>Advice on pooling objects of one kind.</summary>
    /// <param name="steps">The same work on different numbers of threads.</param>
    public static AdviceItem Pooling(StepResult[] steps)
    {
        Decision decision = Rules.Pooling(steps);
        RivalResult baseline = steps[0].Baseline();
        Name pool = new(decision.Conclusion == Stay ? decision.Other! : decision.About!);
        int[] faster = ThreadsWith(steps, pool.Text, Verdict.Faster);
        int[] slower = ThreadsWith(steps, pool.Text, Verdict.Slower);
        int[] even = ThreadsWith(steps, pool.Text, Verdict.TooCloseToCall);
        Wording figures = PoolingFigures(steps, pool.Text);
        return AdviceItem.Of(steps[0].Title, decision, decision.Conclusion switch
        {
            Use => new($"Pool them with {pool}{Where()}", figures) { Remarks = Tie(decision) },
            Depends => new(
                $"It depends on the number of threads",
                $"{pool} is faster than {baseline} on {Listed(faster)} and slower on {Listed(slower)}: {figures}"),
            TooCloseToCall =>
                new($"Whether pooling them pays off is too close to call", figures) { Subject = $"The best pool is {pool}" },
            _ => new($"Do not pool them; {baseline} is cheaper", figures) { Subject = $"The best pool is {pool}" },
        });

        string Where() => even.Length == 0 ? string.Empty : $" on {Listed(faster)}, too close to call on {Listed(even)}";
    }

    private static int[] ThreadsWith(StepResult[] steps, string pool, Verdict verdict) =>
        [.. steps.Where(step => step.Timing[pool].Verdict == verdict).Select(step => step.Threads)];

    private static Wording PoolingFigures(StepResult[] steps, string pool)
    {
        StepResult first = steps[0];
        RivalResult fresh = first.Baseline();
        RivalResult pooled = first.Timing[pool];
        string ratios = string.Join(", ", steps.Select(step => $"{step.Threads}: {IntervalOf(step.Timing[pool])}"));
        return $"{TimeOf(pooled)} per string against {TimeOf(fresh)} with {fresh} on {Listed([first.Threads])}; "
            + $"ratios and 95 % intervals by number of threads: {ratios}; "
            + $"{Units.Bytes(pooled.AllocatedBytes)} allocated per string against {Units.Bytes(fresh.AllocatedBytes)}, "
            + $"{CollectionsAgainst(pooled, fresh)}";
    }

    private static string IntervalOf(RivalResult rival) =>
        $"{Units.Ratio(rival.Ratio.Median)} ({Units.Ratios(rival.RatioInterval)})";

    private static string Listed(int[] threads) => threads.Length == 1
        ? $"{threads[0]} {(threads[0] == 1 ? "thread" : "threads")}"
        : $"{string.Join(", ", threads[..^1])} and {threads[^1]} threads";
}
