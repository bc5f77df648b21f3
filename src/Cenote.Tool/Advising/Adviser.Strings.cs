using Cenote.Tool.Measuring;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Holding strings, and strings that come and go.</content>
internal static partial class Adviser
{
    /// <summary>Hold everything as chars.</summary>
    public static AdviceItem Hold(StepResult step, StepResult? reads = null)
    {
        Decision decision = Rules.Hold(step);
        RivalResult managed = step.Baseline();
        RivalResult about = step.Timing[decision.About!];
        Wording time = TimeAgainst(about, managed);
        string memory = MemoryAgainst(step, about.Name);
        return AdviceItem.Of("Hold all", decision, decision.Conclusion switch
        {
            Use => new($"Hold these strings as {WithPool(about)}", $"{time}, {memory}")
            {
                Remarks = [.. Tie(decision), .. ReadingOf(step, reads, about)],
            },
            UseForMemory => new(
                $"Hold these strings as {WithPool(about)} for its memory", $"{memory}; the time is too close to call, {time}")
            {
                Remarks = ReadingOf(step, reads, about),
            },
            TooCloseToCall => new(
                $"Stay with plain managed strings", $"{WithPool(about)} is too close to call, {time}, {memory}"),
            _ => new(
                $"No pool beats plain managed strings on this file",
                $"{managed} takes {TimeOf(managed)} per string, {BestPool(step, decision)}"),
        });
    }

    private static Wording[] ReadingOf(StepResult step, StepResult? reads, RivalResult about)
    {
        if (reads is null)
        {
            return [];
        }

        string end = BreakEvenReads(step, reads, about.Name) is double times
            ? $"; building once gains time until each string is read {Units.Number(times)} times"
            : string.Empty;
        return
        [
            $"Reading any of them takes {TimeOf(reads.Timing[about.Name])} against {TimeOf(reads.Baseline())}{end}",
        ];
    }

    /// <summary>Pauses: what a full collection costs while everything is live, and whether that is worth anything.</summary>
    public static AdviceItem Pauses(StepResult step)
    {
        Decision decision = Rules.Pauses(step);
        RivalResult managed = step.Baseline();
        RivalResult about = step.Timing[decision.About!];
        Wording figures = $"the longest pause with everything live is {PauseOf(step, managed.Name)} with {managed} and "
            + $"{PauseOf(step, about.Name)} with {about}{Blocking()}";
        return AdviceItem.Of("Pauses", decision, decision.Conclusion switch
        {
            Use => new($"If pauses matter, use {WithPool(about)}", figures) { Remarks = Tie(decision) },
            CostsTime => new(
                $"Only if pauses matter more than throughput, {WithPool(about)} is worth its time",
                $"{figures}, but building takes {RatioOf(about)} of the time"),
            TooCloseToCall => new($"Whether a pool shortens pauses by enough to matter is too close to call", figures),
            _ when step.PauseOf(managed.Name) < Rules.NotablePause =>
                new($"Pauses are no reason to change anything at this size", figures),
            _ => new($"A pool does not shorten pauses much here", figures),
        });

        string Blocking() => step.MemoryOf(managed.Name).LongestBackgroundPauseMilliseconds is null
            ? ", with the blocking collector that the process has"
            : $", with the concurrent collector that the process has; a collection that is forced to block takes "
                + $"{Units.Time(1e6 * step.MemoryOf(managed.Name).LongestFullCollectionMilliseconds)} and "
                + $"{Units.Time(1e6 * step.MemoryOf(about.Name).LongestFullCollectionMilliseconds)}";
    }

    /// <summary>Strings that come and go, and in addition the same as UTF-8.</summary>
    public static AdviceItem Churn(StepResult step, int window)
    {
        Decision decision = Rules.Churn(step);
        RivalResult managed = step.Baseline();
        RivalResult about = step.Timing[decision.About!];
        Wording figures = $"{TimeAgainst(about, managed)}; {CollectionsAgainst(about, managed)}";
        Wording[] remarks = [.. Tie(decision), .. ChurnAsUtf8(step)];
        return AdviceItem.Of($"Churn, {Units.Count(window)} live", decision, decision.Conclusion switch
        {
            Use => new($"Keep strings that come and go as {WithPool(about)}", figures) { Remarks = remarks },
            TooCloseToCall =>
                new($"Time does not decide", $"{WithPool(about)} is too close to call, {figures}") { Remarks = remarks },
            _ => new($"Plain managed strings win", $"{TimeOf(managed)} per string, {BestPool(step, decision)}")
            {
                Remarks = remarks,
            },
        });
    }

    private static Wording[] ChurnAsUtf8(StepResult step) =>
        Rules.ChurnAsUtf8(step) is { Conclusion: Use, About: string name } && step.Timing[name] is var utf8
            ? [$"From UTF-8 bytes, {WithPool(utf8)} is faster: {TimeOf(utf8)} (ratio {RatioOf(utf8)})"]
            : [];

    private static Wording BestPool(StepResult step, Decision decision)
    {
        RivalResult pool = step.Timing[decision.Other!];
        return $"the best pool, {WithPool(pool)}, {TimeOf(pool)} (ratio {RatioOf(pool)})";
    }
}
