using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <summary>
/// What follows from the measurements. Every rule is a function of the results alone, cites the figures it rests on, and
/// recommends nothing that was slower than what the user has today.
/// </summary>
internal static class Adviser
{
    /// <summary>Duplicates are worth a word from this share of all memory on.</summary>
    private const double MuchDuplication = 0.2;

    /// <summary>Duplicates are not worth a look-up per string below this share of all memory.</summary>
    private const double LittleDuplication = 0.05;

    /// <summary>Memory is saved, or wasted, when it differs by this share at least.</summary>
    private const double NotableMemory = 0.1;

    /// <summary>Pauses below this are nobody's problem.</summary>
    private const double NotablePauseMilliseconds = 1;

    /// <summary>Applies all rules.</summary>
    /// <param name="profile">What the strings are like.</param>
    /// <param name="sections">What was measured with them.</param>
    public static IReadOnlyList<AdviceItem> Advise(CorpusProfile profile, IReadOnlyList<SectionResult> sections)
    {
        var advice = new List<AdviceItem>();
        SectionResult? strings = sections.FirstOrDefault(section => section.Name == StringsSection.SectionName);
        if (strings?.Step(StringsSection.Hold) is StepResult hold)
        {
            advice.Add(Hold(hold));
            advice.Add(Pauses(hold));
        }

        foreach (int window in StringsSection.Windows)
        {
            if (strings?.Step(StringsSection.Churn(window)) is StepResult churn)
            {
                advice.Add(Churn(churn, window));
            }
        }

        advice.Add(Duplicates(profile));
        return advice;
    }

    /// <summary>Hold everything: the fastest pool if it beats an array of strings, or the leanest if none is slower.</summary>
    public static AdviceItem Hold(StepResult step)
    {
        const string Topic = "Hold all";
        RivalResult managed = step.Timing[StringsSection.ManagedArray];
        RivalResult[] pooled = ByRatio(step, StringsSection.RefArray, StringsSection.IdArray);
        RivalResult fastest = pooled[0];
        if (fastest.Verdict == Verdict.Faster)
        {
            return new AdviceItem(
                Topic,
                fastest.Name,
                $"Hold these strings as {fastest.Name} over a SegmentedStringPool: {TimeAgainst(fastest, managed)}, {MemoryAgainst(step, fastest.Name)}.");
        }

        RivalResult? leanest = pooled
            .Where(rival => rival.Verdict == Verdict.TooCloseToCall && MemoryRatio(step, rival.Name) <= 1 - NotableMemory)
            .MinBy(rival => MemoryRatio(step, rival.Name));
        if (leanest is not null)
        {
            return new AdviceItem(
                Topic,
                leanest.Name,
                $"Hold these strings as {leanest.Name} over a SegmentedStringPool for its memory: {MemoryAgainst(step, leanest.Name)}; "
                + $"the time is too close to call, {TimeAgainst(leanest, managed)}.");
        }

        return fastest.Verdict == Verdict.TooCloseToCall
            ? new AdviceItem(
                Topic,
                null,
                $"Stay with plain managed strings: {fastest.Name} is too close to call, {TimeAgainst(fastest, managed)}, and {MemoryAgainst(step, fastest.Name)}.")
            : new AdviceItem(
                Topic,
                managed.Name,
                $"Plain managed strings win on this file: {managed.Name} takes {TimeOf(managed)} per string, the best pool, {fastest.Name}, "
                + $"{TimeOf(fastest)} (ratio {RatioOf(fastest)}).");
    }

    /// <summary>Pauses: what a full collection costs while everything is live, and whether that is worth anything.</summary>
    public static AdviceItem Pauses(StepResult step)
    {
        const string Topic = "Pauses";
        HoldMeasurement managed = Memory(step, StringsSection.ManagedArray);
        HoldMeasurement shortest = new[] { Memory(step, StringsSection.RefArray), Memory(step, StringsSection.IdArray) }
            .MinBy(memory => memory.LongestFullCollectionMilliseconds)!;
        string figures =
            $"a full collection with everything live takes {PauseOf(managed)} with {managed.Name} and {PauseOf(shortest)} with {shortest.Name}";
        if (managed.LongestFullCollectionMilliseconds < NotablePauseMilliseconds)
        {
            return new AdviceItem(Topic, null, $"Pauses are no reason to change anything at this size: {figures}.");
        }

        if (shortest.LongestFullCollectionMilliseconds * 2 > managed.LongestFullCollectionMilliseconds)
        {
            return new AdviceItem(Topic, null, $"A pool does not shorten pauses much here: {figures}.");
        }

        RivalResult timing = step.Timing[shortest.Name];
        return timing.Verdict == Verdict.Slower
            ? new AdviceItem(
                Topic,
                null,
                $"Only if pauses matter more than throughput, {shortest.Name} is worth its time: {figures}, but building takes "
                + $"{RatioOf(timing)} of the time.")
            : new AdviceItem(Topic, shortest.Name, $"If pauses matter, use {shortest.Name}: {figures}.");
    }

    /// <summary>Strings that come and go: the fastest pool if it beats managed strings.</summary>
    public static AdviceItem Churn(StepResult step, int window)
    {
        string topic = $"Churn, {Units.Count(window)} live";
        RivalResult managed = step.Timing[StringsSection.Managed];
        RivalResult fastest = ByRatio(step, StringsSection.Ref, StringsSection.Id)[0];
        return fastest.Verdict switch
        {
            Verdict.Faster => new AdviceItem(
                topic,
                fastest.Name,
                $"Pool strings that come and go: {fastest.Name} {TimeAgainst(fastest, managed)}; {CollectionsAgainst(fastest, managed)}."),
            Verdict.TooCloseToCall => new AdviceItem(
                topic,
                null,
                $"Time does not decide: {fastest.Name} is too close to call, {TimeAgainst(fastest, managed)}; {CollectionsAgainst(fastest, managed)}."),
            _ => new AdviceItem(
                topic,
                managed.Name,
                $"Plain managed strings win: {TimeOf(managed)} per string, the best pool, {fastest.Name}, {TimeOf(fastest)} (ratio {RatioOf(fastest)})."),
        };
    }

    /// <summary>Duplicates: what keeping one copy of each string would save.</summary>
    public static AdviceItem Duplicates(CorpusProfile profile)
    {
        const string Topic = "Duplicates";
        double share = profile.ManagedBytes == 0 ? 0 : (double)profile.DuplicateBytes / profile.ManagedBytes;
        string repeated = Units.Percent(1 - ((double)profile.DistinctCount / profile.Count));
        string figures = $"{repeated} of the strings repeat an earlier one, {Units.Bytes(profile.DuplicateBytes)} of "
            + $"{Units.Bytes(profile.ManagedBytes)} as managed strings ({Units.Percent(share)})";
        return share switch
        {
            >= MuchDuplication => new AdviceItem(Topic, null, $"Keep one copy of each string, however you hold them: {figures}."),
            < LittleDuplication => new AdviceItem(Topic, null, $"Looking for duplicates is not worth it: {figures}."),
            _ => new AdviceItem(Topic, null, $"Looking for duplicates saves memory at the price of a look-up per string: {figures}."),
        };
    }

    private static RivalResult[] ByRatio(StepResult step, params string[] names) =>
        [.. names.Select(name => step.Timing[name]).OrderBy(rival => rival.Ratio.Median)];

    private static HoldMeasurement Memory(StepResult step, string name) => step.Memory.First(memory => memory.Name == name);

    private static double MemoryRatio(StepResult step, string name) =>
        (double)Memory(step, name).TotalBytes / Math.Max(1, Memory(step, StringsSection.ManagedArray).TotalBytes);

    private static string TimeAgainst(RivalResult rival, RivalResult managed) =>
        $"{TimeOf(rival)} per string against {TimeOf(managed)} with {managed.Name} (ratio {RatioOf(rival)})";

    private static string MemoryAgainst(StepResult step, string name)
    {
        string comparison = MemoryRatio(step, name) switch
        {
            <= 1 - NotableMemory => "less memory",
            >= 1 + NotableMemory => "but more memory",
            _ => "about as much memory",
        };
        return $"{comparison}, {Units.Bytes(Memory(step, name).TotalBytes)} against "
            + $"{Units.Bytes(Memory(step, StringsSection.ManagedArray).TotalBytes)}";
    }

    private static string CollectionsAgainst(RivalResult rival, RivalResult managed) =>
        $"{PerMillion(rival)} collections per million strings against {PerMillion(managed)}";

    private static string PerMillion(RivalResult rival) =>
        Units.Number(1e6 * rival.Collections.Gen0 / rival.CollectionsOperations);

    private static string TimeOf(RivalResult rival) => Units.Time(rival.Nanoseconds.Median);

    private static string RatioOf(RivalResult rival) => $"{Units.Ratio(rival.Ratio.Median)}, "
        + $"95 % within {Units.Ratio(rival.RatioInterval.Lower)} to {Units.Ratio(rival.RatioInterval.Upper)}";

    private static string PauseOf(HoldMeasurement memory) => Units.Time(memory.LongestFullCollectionMilliseconds * 1e6);
}
