using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>The verdict on the whole file.</content>
internal static partial class Adviser
{
    /// <summary>How to hold the strings of the file; null if that was not measured.</summary>
    public static Answer? Answer(CorpusProfile profile, SectionResult? strings) =>
        strings?.Step(StringsSection.Hold) is StepResult hold
            ? Answer(
                hold,
                strings.Step(FreshBuilds.RandomReads),
                strings.Step(FreshBuilds.HotReads),
                profile.Scale)
            : null;

    /// <summary>How to hold the strings of the file.</summary>
    /// <param name="hold">Building each once in fresh processes.</param>
    /// <param name="random">Reading any string; null if that was not measured.</param>
    /// <param name="hot">Reading the same few over and over; null if that was not measured.</param>
    /// <param name="scale">How many times as many strings the file has as were measured.</param>
    public static Answer Answer(StepResult hold, StepResult? random, StepResult? hot, double scale)
    {
        Decision decision = Rules.Answer(hold, scale);
        bool isPlain = decision.Conclusion == Conclusion.Stay;
        string best = (isPlain ? decision.Other : decision.About) ?? hold.Baseline().Name;
        string baseline = hold.Baseline().Name;
        long before = (long)(scale * hold.MemoryOf(baseline).TotalBytes);
        long after = (long)(scale * hold.MemoryOf(best).TotalBytes);
        double buildBefore = scale * Milliseconds(hold, baseline);
        double buildAfter = scale * Milliseconds(hold, best);
        double? breakEven = BreakEvenReads(hold, random, best);
        string holder = best == StringsSection.InternedArray ? "a StringInterner" : $"{best} over a {StringsSection.PoolOf(best)}";
        string verdict = isPlain
            ? $"Plain strings are right here: all of them take {Units.Bytes(before)}, and nothing else saves enough of that, or of "
                + "time, to matter."
            : $"{(best == StringsSection.InternedArray ? "Share equal strings with" : "Hold these strings as")} {holder}: "
                + $"{Units.Bytes(before)} become {Units.Bytes(after)}.";
        string would = isPlain ? $"{best} would save " : string.Empty;
        return new Answer(
            isPlain ? AnswerKind.PlainStrings : AnswerKind.Use,
            isPlain ? baseline : best,
            verdict,
            would + SavingsOf(hold, best, before - after, buildBefore, buildAfter),
            CostsOf(hold, random, hot, best, buildBefore, buildAfter, breakEven),
            before,
            isPlain ? before : after,
            buildBefore,
            isPlain ? buildBefore : buildAfter,
            hold.PauseOf(baseline),
            hold.PauseOf(isPlain ? baseline : best))
        {
            BreakEvenReads = isPlain ? null : breakEven,
        };
    }

    private static string SavingsOf(StepResult hold, string name, long savedBytes, double before, double after)
    {
        string baseline = hold.Baseline().Name;
        List<string> savings = [];
        if (savedBytes > 0)
        {
            savings.Add($"{Units.Bytes(savedBytes)} of memory");
        }

        if (hold.Timing[name].Verdict == Verdict.Faster)
        {
            savings.Add($"{Units.Time(1e6 * (before - after))} of building once ({Units.Time(1e6 * before)} become {Units.Time(1e6 * after)})");
        }

        CollectionStatistics building = hold.MemoryOf(baseline).Building;
        CollectionStatistics other = hold.MemoryOf(name).Building;
        if (building.TotalPauseMilliseconds - other.TotalPauseMilliseconds >= Rules.SmallestMilliseconds)
        {
            savings.Add(
                $"{Units.Time(1e6 * (building.TotalPauseMilliseconds - other.TotalPauseMilliseconds))} of pauses while building");
        }

        string saved = savings.Count == 0 ? "nothing that counts" : string.Join(", ", savings);
        if (hold.PauseOf(baseline) < Rules.NotablePause && hold.PauseOf(name) < Rules.NotablePause)
        {
            return saved;
        }

        return Rules.SavesPause(hold, name)
            ? $"{saved}; the longest pause with all of them live falls from {PauseOf(hold, baseline)} to {PauseOf(hold, name)}"
            : $"{saved}; the longest pause with all of them live is {PauseOf(hold, baseline)} today and {PauseOf(hold, name)} then";
    }

    private static string CostsOf(
        StepResult hold, StepResult? random, StepResult? hot, string name, double before, double after, double? breakEven)
    {
        List<string> costs = [];
        if (hold.Timing[name].Verdict == Verdict.Slower)
        {
            costs.Add(
                $"building once takes {Units.Time(1e6 * after)} instead of {Units.Time(1e6 * before)}, making the pool included");
        }

        if (random is not null && hot is not null)
        {
            costs.Add($"reading any string takes {Reading(random, name)}, a hot one {Reading(hot, name)}");
        }

        if (breakEven is double reads)
        {
            costs.Add($"it gains time until each string is read {Units.Number(reads)} times");
        }

        costs.Add(name == StringsSection.InternedArray
            ? "the interner keeps every text for as long as it lives"
            : $"you dispose of the pool, which took {Units.Time(1e6 * hold.MemoryOf(name).ReleaseMilliseconds)}, or free each string");
        return string.Join("; ", costs);
    }

    private static string Reading(StepResult step, string name) =>
        $"{Units.Time(step.Timing[name].Nanoseconds.Median)} instead of {Units.Time(step.Baseline().Nanoseconds.Median)}";

    /// <summary>
    /// How often each string may be read until that has used up what building saves; null where that is no question.
    /// </summary>
    private static double? BreakEvenReads(StepResult hold, StepResult? random, string name)
    {
        if (random is null || hold.Timing[name].Verdict != Verdict.Faster || random.Timing[name].Verdict != Verdict.Slower)
        {
            return null;
        }

        double saved = hold.Baseline().Nanoseconds.Median - hold.Timing[name].Nanoseconds.Median;
        double lost = random.Timing[name].Nanoseconds.Median - random.Baseline().Nanoseconds.Median;
        return lost > 0 ? saved / lost : null;
    }

    private static double Milliseconds(StepResult step, string name) =>
        step.Timing.OperationsPerCall * step.Timing[name].Nanoseconds.Median / 1e6;
}
