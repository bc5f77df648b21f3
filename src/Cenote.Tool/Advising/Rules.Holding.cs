using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>
/// How to hold all strings: one decision, shared by the verdict and the advice on holding, interning and pauses.
/// Also the floor below which nothing is worth a change.
/// </content>
internal static partial class Rules
{
    /// <summary>The minimum total time saved that is worth a change, in milliseconds.</summary>
    public const double SmallestMilliseconds = 1;

    /// <summary>The minimum total memory saved that is worth a change, in bytes.</summary>
    public const double SmallestBytes = 1 << 20;

    /// <summary>A simpler choice that saves at least this share of the best saving is preferred.</summary>
    public const double NearlyAll = 0.8;

    /// <summary>If a slower choice saves at least this share of memory, the verdict presents a trade-off.</summary>
    public const double MinTradeOffSaving = 1.0 / 3;

    /// <summary>
    /// Recommends a choice that is no slower and saves at least a megabyte and a tenth of the memory: the simplest one that saves
    /// nearly as much as the best. If there is none, recommends a pool that is faster, or shortens a pause, and takes no more
    /// memory. Otherwise recommends no change.
    /// </summary>
    /// <param name="step">The step that holds all strings.</param>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="passes">The results of interning; null if it was not measured.</param>
    public static Decision Hold(StepResult step, CorpusProfile profile, InternPasses? passes = null)
    {
        string baseline = step.Baseline().Name;
        string[] lean = LeanHolders(step, profile, passes);
        string[] free = [.. lean.Where(name => IsFree(step, name, passes))];
        if (free.Length > 0)
        {
            string best = NearlyLeanest(step, free, profile);
            return new(step.Timing[best].Verdict == Verdict.Faster ? Use : UseForMemory, best, baseline);
        }

        // Considers only pools: an interner that saves no memory is useless.
        RivalResult[] pools = [.. step.Among(s_heldChars).Where(pool => IsFree(pool) && !step.IsLarger(pool.Name, baseline))];
        if (WorthTheirTime(pools).Fastest() is [_, ..] and var fastest)
        {
            return UseOneOf(step.Leanest(fastest), fastest);
        }

        if (pools.FirstOrDefault(pool => SavesPause(step, pool.Name, profile)) is RivalResult calm)
        {
            return new(Use, calm.Name, baseline);
        }

        if (lean.Length > 0)
        {
            return new(CostsTime, NearlyLeanest(step, lean, profile), baseline);
        }

        if (WorthTheirTime(step.Among(s_heldChars)).Fastest() is [var larger, ..])
        {
            return new(Depends, larger, baseline);
        }

        // A pool that is faster or leaner, but not by enough to be worth a change.
        RivalResult? little =
            pools.FirstOrDefault(pool => pool.Verdict == Verdict.Faster || step.IsLeaner(pool.Name, baseline));
        return little is not null
            ? new(NotWorthIt, little.Name, baseline)
            : TooCloseOrStay(step, step.Among(s_heldChars));

        RivalResult[] WorthTheirTime(RivalResult[] rivals) =>
            [.. rivals.Where(rival => profile.MeasuredBy(step).Scale * SavedMilliseconds(step, rival.Name) >= SmallestMilliseconds)];
    }

    /// <summary>
    /// The best choice for programs that need chars, if UTF-8 or ids are recommended; null if they are not, or if no other choice
    /// saves memory without costing time.
    /// </summary>
    /// <param name="step">The step that holds all strings.</param>
    /// <param name="recommended">The recommendation of <see cref="Hold"/>.</param>
    /// <param name="profile">The profile of the strings.</param>
    /// <param name="passes">The results of interning; null if it was not measured.</param>
    public static string? HolderOfChars(StepResult step, string recommended, CorpusProfile profile, InternPasses? passes)
    {
        string[] free = s_holdersOfOthers.Contains(recommended)
            ? [.. LeanHolders(step, profile, passes).Where(name => IsFree(step, name, passes)).Except(s_holdersOfOthers, StringComparer.Ordinal)]
            : [];
        return free.Length == 0 ? null : NearlyLeanest(step, free, profile);
    }

    /// <summary>
    /// Whether a choice is no slower than the baseline, and does not measure much slower within the noise.
    /// </summary>
    public static bool IsFree(RivalResult rival) => rival.IsNotSlower()
        && !(Math.Sqrt(rival.RatioInterval.Lower * rival.RatioInterval.Upper) > 1 + PossibleLoss);

    /// <summary>A choice that costs time but saves notably more memory than the recommended one; null if there is none.</summary>
    public static string? LeanerHolder(StepResult step, string recommended, CorpusProfile profile, InternPasses? passes)
    {
        string[] costly = [.. LeanHolders(step, profile, passes).Where(name => !IsFree(step, name, passes))];
        return costly.Length > 0 && NearlyLeanest(step, costly, profile) is var leaner
            && step.BytesOfFile(recommended, profile) - step.BytesOfFile(leaner, profile) >= NotableBytes(step, profile)
            ? leaner
            : null;
    }

    /// <summary>The contender that holds all strings with an interner; null if there is none.</summary>
    public static string? HolderOf(string? interner) => interner switch
    {
        InterningSection.Exact => StringsSection.InternedArray,
        InterningSection.Set => StringsSection.SetArray,
        InterningSection.Table => StringsSection.TableArray,
        _ => null,
    };

    private static string? InternerOf(string? holder) => s_interners.FirstOrDefault(interner => HolderOf(interner) == holder);

    /// <summary>Whether a choice keeps one instance of equal strings.</summary>
    public static bool SharesStrings(string holder) => s_sharing.Contains(holder);

    /// <summary>Whether a choice shortens a pause that matters, beyond the noise.</summary>
    public static bool SavesPause(StepResult step, string name, CorpusProfile profile) =>
        IsLargeEnoughForPauses(step, profile) && IsNotablyLonger(step.PauseOf(step.Baseline().Name), step.PauseOf(name));

    /// <summary>Whether a choice lengthens a pause beyond the noise, to a length that matters.</summary>
    public static bool CostsPause(StepResult step, string name, CorpusProfile profile) =>
        IsLargeEnoughForPauses(step, profile) && IsNotablyLonger(step.PauseOf(name), step.PauseOf(step.Baseline().Name));

    /// <summary>The memory that a choice saves for all strings of the file, in bytes.</summary>
    public static double SavedBytes(StepResult step, string name, CorpusProfile profile) =>
        step.BytesOfFile(step.Baseline().Name, profile) - step.BytesOfFile(name, profile);

    /// <summary>The time in milliseconds that a choice saves when every measured string is processed once.</summary>
    public static double SavedMilliseconds(StepResult step, string name) => step.Timing.OperationsPerCall
        * (step.Baseline().Nanoseconds.Median - step.Timing[name].Nanoseconds.Median) / 1e6;

    /// <summary>Whether the memory that a choice saves for all strings of the file is worth a change.</summary>
    public static bool IsWorthItsMemory(StepResult step, string name, CorpusProfile profile) =>
        SavedBytes(step, name, profile) >= NotableBytes(step, profile);

    /// <summary>The smallest difference in memory worth reporting, in bytes, for all strings of the file.</summary>
    public static double NotableBytes(StepResult step, CorpusProfile profile) =>
        Math.Max(SmallestBytes, NotableMemory * step.BytesOfFile(step.Baseline().Name, profile));

    // The choices that save memory, the smallest code change first.
    private static string[] LeanHolders(StepResult step, CorpusProfile profile, InternPasses? passes) =>
    [
        .. SharedStrings(step, passes)
            .Concat(step.Among(s_heldChars))
            .Concat(passes is null || HeldIds(passes, step).Conclusion != NotWorthIt ? step.Among([StringsSection.TableArray]) : [])
            .Names()
            .Concat(Utf8(step) is { Conclusion: UseForMemory or CostsTime, About: string utf8 } ? [utf8] : [])
            .Where(name => IsWorthItsMemory(step, name, profile)),
    ];

    // The first choice that saves nearly as much as the best one.
    private static string NearlyLeanest(StepResult step, string[] names, CorpusProfile profile)
    {
        double most = names.Max(name => SavedBytes(step, name, profile));
        return names.First(name => SavedBytes(step, name, profile) >= NearlyAll * most);
    }

    private static bool IsFree(StepResult step, string name, InternPasses? passes) => IsFree(step.Timing[name])
        && (passes is null || name switch
        {
            _ when SharesStrings(name) => IsInternerNoWorse(passes, step),
            StringsSection.TableArray => HeldIds(passes, step).Conclusion != CostsTime,
            _ => true,
        });

    private static Decision HeldIds(InternPasses passes, StepResult hold) =>
        InternedIds(passes.WithMemoryOf(hold, InterningSection.Table), hold);

    // At most one interner: the one chosen by the passes, if they were measured.
    private static RivalResult[] SharedStrings(StepResult step, InternPasses? passes) =>
        passes is null ? Faster(step.Among(s_sharing))
        : HolderOf(InternerAlone(passes, step).About) is string holder
            && (IsInternerNoWorse(passes, step) || IsInternerForMemory(passes, step))
            ? step.Among([holder])
            : [];

    // At most one contender: the first one, unless a later one is faster.
    private static RivalResult[] Faster(RivalResult[] rivals) => rivals.Length == 0
        ? []
        : [rivals.Aggregate(static (best, next) => next.IsFasterThan(best) ? next : best)];

    private static bool IsNotablyLonger(double pause, double other) =>
        pause >= PauseNoise * Math.Max(NotablePause, ShorterPause * other);

    // A heap of less than a megabyte causes no long pauses. A long pause then has another cause, such as load on the machine.
    private static bool IsLargeEnoughForPauses(StepResult step, CorpusProfile profile) =>
        profile.MeasuredBy(step).Scale * step.MemoryOf(step.Baseline().Name).TotalBytes >= SmallestBytes;

    // Whether the interner chosen by the passes saves memory but costs time, or may cost time.
    private static bool IsInternerForMemory(InternPasses passes, StepResult hold) => InternerAlone(passes, hold)
        is { Conclusion: CostsTime } or { Conclusion: TooCloseToCall, Other: InterningSection.Plain };

    // Whether the interner chosen by the passes saves memory and costs no time.
    private static bool IsInternerNoWorse(InternPasses passes, StepResult hold) => InternerAlone(passes, hold) switch
    {
        { Conclusion: Use or UseForMemory } => true,
        { Conclusion: Depends or TooCloseToCall, About: string interner, Other: null } =>
            !passes.IsAnywhere(interner, Verdict.Slower),
        _ => false,
    };
}
