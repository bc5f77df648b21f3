using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <content>Holding strings, and strings that come and go.</content>
internal static partial class Adviser
{
    /// <summary>Pauses below this are nobody's problem.</summary>
    private const double NotablePauseMilliseconds = 1;

    // What a program can put in the place of its strings, and what it can only if it works with bytes. The contiguous pool and
    // UTF-8 are not among the results of a file that does not fit them.
    private static readonly string[] s_heldChars = [StringsSection.RefArray, StringsSection.IdArray, StringsSection.ContiguousArray];
    private static readonly string[] s_churnedChars = [StringsSection.Ref, StringsSection.Id, StringsSection.Contiguous];
    private static readonly string[] s_churnedUtf8 = [StringsSection.Utf8];

    /// <summary>
    /// Hold everything as chars: the leanest of the pools that share the first place if they beat an array of strings, or the
    /// leanest at all if none is slower.
    /// </summary>
    public static AdviceItem Hold(StepResult step)
    {
        const string Topic = "Hold all";
        RivalResult managed = step.Timing[StringsSection.ManagedArray];
        RivalResult[] pools = ByRatio(step, s_heldChars);
        RivalResult fastest = pools[0];
        if (fastest.Verdict == Verdict.Faster)
        {
            RivalResult best = Leanest(step, pools.Where(pool => pool.Verdict == Verdict.Faster && !IsFaster(fastest, pool)))!;
            return new AdviceItem(
                Topic,
                best.Name,
                $"Hold these strings as {WithPool(best)}: {TimeAgainst(best, managed)}, {MemoryAgainst(step, best.Name)}.");
        }

        RivalResult? leanest = Leanest(
            step,
            pools.Where(pool => pool.Verdict == Verdict.TooCloseToCall && MemoryRatio(step, pool.Name) <= 1 - NotableMemory));
        if (leanest is not null)
        {
            return new AdviceItem(
                Topic,
                leanest.Name,
                $"Hold these strings as {WithPool(leanest)} for its memory: {MemoryAgainst(step, leanest.Name)}; "
                + $"the time is too close to call, {TimeAgainst(leanest, managed)}.");
        }

        return fastest.Verdict == Verdict.TooCloseToCall
            ? new AdviceItem(
                Topic,
                null,
                $"Stay with plain managed strings: {WithPool(fastest)} is too close to call, {TimeAgainst(fastest, managed)}, "
                + $"{MemoryAgainst(step, fastest.Name)}.")
            : new AdviceItem(
                Topic,
                managed.Name,
                $"Plain managed strings win on this file: {managed.Name} takes {TimeOf(managed)} per string, the best pool, "
                + $"{WithPool(fastest)}, {TimeOf(fastest)} (ratio {RatioOf(fastest)}).");
    }

    /// <summary>Pauses: what a full collection costs while everything is live, and whether that is worth anything.</summary>
    /// <remarks>References in handles make the difference and not what the text is made of, so UTF-8 is none of the choices.</remarks>
    public static AdviceItem Pauses(StepResult step)
    {
        const string Topic = "Pauses";
        HoldMeasurement managed = Memory(step, StringsSection.ManagedArray);
        RivalResult[] pools = [.. ByRatio(step, s_heldChars).OrderBy(pool => PauseMilliseconds(step, pool))];
        if (managed.LongestFullCollectionMilliseconds < NotablePauseMilliseconds)
        {
            return new AdviceItem(Topic, null, $"Pauses are no reason to change anything at this size: {Figures(pools[0])}.");
        }

        RivalResult[] shorter =
            [.. pools.Where(pool => 2 * PauseMilliseconds(step, pool) <= managed.LongestFullCollectionMilliseconds)];
        if (shorter.Length == 0)
        {
            return new AdviceItem(Topic, null, $"A pool does not shorten pauses much here: {Figures(pools[0])}.");
        }

        return shorter.FirstOrDefault(IsNotSlower) is RivalResult free
            ? new AdviceItem(Topic, free.Name, $"If pauses matter, use {WithPool(free)}: {Figures(free)}.")
            : new AdviceItem(
                Topic,
                null,
                $"Only if pauses matter more than throughput, {WithPool(shorter[0])} is worth its time: {Figures(shorter[0])}, but "
                + $"building takes {RatioOf(shorter[0])} of the time.");

        string Figures(RivalResult pool) =>
            $"a full collection with everything live takes {PauseOf(managed)} with {managed.Name} and {PauseOf(Memory(step, pool.Name))} with {pool.Name}";
    }

    /// <summary>
    /// Strings that come and go: the fastest pool if it beats managed strings; and the UTF-8 pool beside that if it is faster still.
    /// </summary>
    public static AdviceItem Churn(StepResult step, int window)
    {
        string topic = $"Churn, {Units.Count(window)} live";
        RivalResult managed = step.Timing[StringsSection.Managed];
        RivalResult fastest = ByRatio(step, s_churnedChars)[0];
        RivalResult best = fastest.Verdict == Verdict.Faster ? fastest : managed;
        RivalResult? utf8 = ByRatio(step, s_churnedUtf8)
            .FirstOrDefault(pool => pool.Verdict == Verdict.Faster && IsFaster(pool, best));
        string fromBytes = utf8 is null
            ? string.Empty
            : $" From UTF-8 bytes, {WithPool(utf8)} is faster: {TimeOf(utf8)} (ratio {RatioOf(utf8)}).";
        return fastest.Verdict switch
        {
            Verdict.Faster => new AdviceItem(
                topic,
                fastest.Name,
                $"Keep strings that come and go as {WithPool(fastest)}: {TimeAgainst(fastest, managed)}; "
                + $"{CollectionsAgainst(fastest, managed)}.{fromBytes}"),
            Verdict.TooCloseToCall => new AdviceItem(
                topic,
                null,
                $"Time does not decide: {WithPool(fastest)} is too close to call, {TimeAgainst(fastest, managed)}; "
                + $"{CollectionsAgainst(fastest, managed)}.{fromBytes}"),
            _ => new AdviceItem(
                topic,
                managed.Name,
                $"Plain managed strings win: {TimeOf(managed)} per string, the best pool, {WithPool(fastest)}, {TimeOf(fastest)} "
                + $"(ratio {RatioOf(fastest)}).{fromBytes}"),
        };
    }
}
