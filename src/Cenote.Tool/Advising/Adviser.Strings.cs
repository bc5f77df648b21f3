using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>Holding strings, and strings that come and go.</content>
internal static partial class Adviser
{
    /// <summary>Advice on how to hold all strings: in a pool, as shared strings, or as ids.</summary>
    /// <param name="step">The step that holds all strings.</param>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="reads">The step that reads strings in random order; null if it was not measured.</param>
    /// <param name="passes">The results of interning; null if it was not measured.</param>
    public static AdviceItem Hold(StepResult step, CorpusProfile profile, StepResult? reads = null, InternPasses? passes = null)
    {
        Decision decision = Rules.Hold(step, profile, passes);
        RivalResult managed = step.Baseline();
        RivalResult about = step.Timing[decision.About!];
        Wording time = TimeAgainst(about, managed);
        string memory = MemoryAgainst(step, about.Name, profile);
        Wording[] reading = ReadingOf(step, reads, about);
        return AdviceItem.Of("Hold all", decision, decision.Conclusion switch
        {
            Use when GainOf(step, about.Name, profile) != EffectKind.Pause => new($"{UseOf(about)}", $"{time}, {memory}")
            {
                Remarks = [.. Tie(decision), .. reading],
            },
            Use => new(
                $"{UseOf(about)} for shorter pauses",
                $"{PauseOf(step, about.Name)} against {PauseOf(step, managed.Name)} with {managed}; "
                + $"{(about.Verdict == Verdict.Faster ? "it saves little time" : "the time is too close to call")}, {time}")
            {
                Remarks = reading,
            },
            UseForMemory => new(
                $"{UseOf(about)} to save memory", $"{memory}; the time is too close to call, {time}")
            {
                Remarks = reading,
            },
            CostsTime => new(
                $"Stay with plain managed strings, unless memory matters more than time",
                $"{HolderOf(about)} takes {memory}; {time}"),
            Depends => new(
                $"Stay with plain managed strings, unless time matters more than memory",
                $"{HolderOf(about)} takes {time}, {memory}"),
            NotWorthIt => new(
                $"Stay with plain managed strings: no pool saves enough to be worth a change",
                $"{HolderOf(about)} takes {time}, {memory}"),
            TooCloseToCall => new(
                $"Stay with plain managed strings", $"{HolderOf(about)} is too close to call, {time}, {memory}"),
            _ => new(
                $"No pool beats plain managed strings on this file",
                $"{managed} takes {TimeOf(managed)} per string, {BestPool(step, decision)}"),
        });
    }

    private static Wording UseOf(RivalResult rival) => rival.Name switch
    {
        StringsSection.SetArray => $"Share equal strings with a {new Name(InterningSection.Set)}",
        StringsSection.InternedArray => $"Share equal strings with a {new Name(InterningSection.Exact)}",
        StringsSection.TableArray => $"Replace these strings with ids of a {new Name(InterningSection.Table)}",
        _ => $"Hold these strings as {WithPool(rival)}",
    };

    private static Wording HolderOf(RivalResult rival) => StringsSection.PoolOf(rival.Name) is null ? $"{rival}" : WithPool(rival);

    private static Wording[] ReadingOf(StepResult step, StepResult? reads, RivalResult about)
    {
        // Reports only differences beyond the noise.
        if (reads?.Among([about.Name]) is not [{ Verdict: Verdict.Faster or Verdict.Slower } read])
        {
            return [];
        }

        string end = BreakEvenReads(step, reads, about.Name) is double times
            ? $"; this uses up the saved build time after {Units.Number(times)} reads per string"
            : string.Empty;
        return
        [
            $"Reading any of them takes {TimeOf(read)} against {TimeOf(reads.Baseline())}{end}",
        ];
    }

    /// <summary>Advice on the longest GC pause while all strings are live: whether a pool shortens it by enough.</summary>
    public static AdviceItem Pauses(StepResult step, CorpusProfile profile, InternPasses? passes = null)
    {
        Decision decision = Rules.Pauses(step, profile, Rules.Hold(step, profile, passes));
        RivalResult managed = step.Baseline();
        RivalResult about = step.Timing[decision.About!];
        Wording figures = $"the longest pause with everything live is {PauseOf(step, managed.Name)} with {managed} and "
            + $"{PauseOf(step, about.Name)} with {about}{Blocking()}";
        return AdviceItem.Of("Pauses", decision, decision.Conclusion switch
        {
            Use => new($"If pauses matter, use {WithPool(about)}", figures) { Remarks = Tie(decision) },
            CostsTime => new(
                $"Use {WithPool(about)} only if pauses matter more than throughput",
                $"{figures}, but the ratio of build times is {RatioOf(about)}"),
            Depends => new(
                $"Use {WithPool(about)} only if pauses matter more than memory",
                $"{figures}, but it takes {MemoryAgainst(step, about.Name, profile)}"),
            TooCloseToCall => new($"Whether a pool shortens pauses by enough to matter is too close to call", figures),
            _ when step.PauseOf(managed.Name) < Rules.NotablePause =>
                new($"Pauses are no reason to change anything at this size", figures),
            _ => new($"A pool does not shorten pauses much here", figures),
        });

        string Blocking() => step.MemoryOf(managed.Name).LongestBackgroundPauseMilliseconds is null
            ? ", measured with non-concurrent GC"
            : $", measured with concurrent GC; a blocking collection takes "
                + $"{Units.Time(1e6 * step.MemoryOf(managed.Name).LongestFullCollectionMilliseconds)} and "
                + $"{Units.Time(1e6 * step.MemoryOf(about.Name).LongestFullCollectionMilliseconds)}";
    }

    /// <summary>Advice on strings that come and go (churn), as chars and as UTF-8.</summary>
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
                new($"No pool is clearly better here", $"{WithPool(about)} is too close to call, {figures}") { Remarks = remarks },
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
