using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>Objects: whether pooling them pays, and on how many threads.</content>
internal static partial class Adviser
{
    /// <summary>One conclusion for each kind of object, or why there is none.</summary>
    public static IEnumerable<AdviceItem> Objects(CorpusProfile profile, SectionResult objects) => objects.Steps.Count > 0
        ? objects.Steps.GroupBy(step => step.Title, StringComparer.Ordinal).Select(steps => WithEffects(Pooling([.. steps]), [.. steps]))
        :
        [
            new AdviceItem(
                "Objects",
                null,
                $"Pooling was not measured: it takes strings of 1 to {Units.Count(ObjectsSection.LongestText)} chars, and these have "
                + $"{Units.Count(profile.ShortestChars)} to {Units.Count(profile.LongestChars)}."),
        ];

    /// <summary>
    /// Pool them: with the fastest of the pools that were faster than new objects on some number of threads and slower on none. If another one of
    /// them is as good, by <see cref="IsAsGood"/>, it is too close to call between them, and the first is named, for contenders stand in the
    /// order of what they ask of a program.
    /// </summary>
    /// <param name="steps">The same work on different numbers of threads.</param>
    public static AdviceItem Pooling(StepResult[] steps)
    {
        string topic = steps[0].Title;
        string baseline = steps[0].Timing.Rivals[0].Name;
        string[] pools =
        [
            .. steps[0].Timing.Rivals.Skip(1).Select(rival => rival.Name)
                .OrderByDescending(pool => ThreadsWith(steps, pool, Verdict.Faster).Length)
                .ThenBy(pool => steps.Average(step => step.Timing[pool].Ratio.Median)),
        ];
        if (pools.FirstOrDefault(pool => IsWinner(steps, pool)) is string fastest)
        {
            string best = steps[0].Timing.Rivals.First(rival => IsAsGood(steps, rival.Name, fastest)).Name;
            int[] even = ThreadsWith(steps, best, Verdict.TooCloseToCall);
            string where = even.Length == 0
                ? string.Empty
                : $" on {Listed(ThreadsWith(steps, best, Verdict.Faster))}, too close to call on {Listed(even)}";
            string other = best == fastest ? string.Empty : $" Between it and {fastest} it is too close to call.";
            return new AdviceItem(topic, best, $"Pool them with {best}{where}: {PoolingFigures(steps, best)}{other}");
        }

        string leader = pools[0];
        int[] faster = ThreadsWith(steps, leader, Verdict.Faster);
        int[] slower = ThreadsWith(steps, leader, Verdict.Slower);
        if (faster.Length > 0)
        {
            return new AdviceItem(
                topic,
                null,
                $"It depends on the threads: {leader} is faster than {baseline} on {Listed(faster)} and slower on {Listed(slower)}: {PoolingFigures(steps, leader)}");
        }

        return pools.All(pool => ThreadsWith(steps, pool, Verdict.Slower).Length == steps.Length)
            ? new AdviceItem(topic, baseline, $"Do not pool them, {baseline} is cheaper. The best pool is {leader}: {PoolingFigures(steps, leader)}")
            : new AdviceItem(topic, null, $"Too close to call, so nothing speaks for pooling them. The best pool is {leader}: {PoolingFigures(steps, leader)}");
    }

    private static bool IsWinner(StepResult[] steps, string pool) =>
        ThreadsWith(steps, pool, Verdict.Faster).Length > 0 && ThreadsWith(steps, pool, Verdict.Slower).Length == 0;

    // The noise explains what is between them on half of the numbers of threads at least: where one of four differs, another run may differ.
    private static bool IsAsGood(StepResult[] steps, string pool, string fastest) =>
        IsWinner(steps, pool) && 2 * steps.Count(step => IsFaster(step.Timing[fastest], step.Timing[pool])) <= steps.Length;

    private static int[] ThreadsWith(StepResult[] steps, string pool, Verdict verdict) =>
        [.. steps.Where(step => step.Timing[pool].Verdict == verdict).Select(step => step.Threads)];

    private static string PoolingFigures(StepResult[] steps, string pool)
    {
        StepResult first = steps[0];
        RivalResult fresh = first.Timing.Rivals[0];
        RivalResult pooled = first.Timing[pool];
        string ratios = string.Join(", ", steps.Select(step => $"{step.Threads}: {IntervalOf(step.Timing[pool])}"));
        return $"{TimeOf(pooled)} per string against {TimeOf(fresh)} with {fresh.Name} on {Listed([first.Threads])}; ratios and 95 % intervals by threads: "
            + $"{ratios}; {Units.Bytes(pooled.AllocatedBytes)} allocated per string against {Units.Bytes(fresh.AllocatedBytes)}, "
            + $"{CollectionsAgainst(pooled, fresh)}.";
    }

    private static string IntervalOf(RivalResult rival) =>
        $"{Units.Ratio(rival.Ratio.Median)} ({Units.Ratio(rival.RatioInterval.Lower)}-{Units.Ratio(rival.RatioInterval.Upper)})";

    private static string Listed(int[] threads) => threads.Length == 1
        ? $"{threads[0]} {(threads[0] == 1 ? "thread" : "threads")}"
        : $"{string.Join(", ", threads[..^1])} and {threads[^1]} threads";
}
