using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>
/// How to hold all strings: one decision, which the verdict on the file, the advice on holding, on interning and on pauses agree
/// with. And the floor below which nothing is worth a change.
/// </content>
internal static partial class Rules
{
    /// <summary>What saves less time than this in all, in milliseconds, is not worth a change of a program.</summary>
    public const double SmallestMilliseconds = 1;

    /// <summary>What saves less memory than this in all, in bytes, is not worth a change of a program.</summary>
    public const double SmallestBytes = 1 << 20;

    /// <summary>Who saves this share of what the best saves, and asks less of a program, goes before it.</summary>
    public const double NearlyAll = 0.8;

    /// <summary>
    /// Hold strings as chars, or share equal ones: in what saves most memory of those that are no slower, if it is a megabyte and
    /// a tenth; else in what is faster, or shortens a pause, and takes no more memory; else as they are.
    /// </summary>
    /// <param name="step">The step that builds each once.</param>
    /// <param name="profile">What the strings are like, and how many more of them the file has.</param>
    /// <param name="passes">What interning has shown; null if it was not measured.</param>
    public static Decision Hold(StepResult step, CorpusProfile profile, InternPasses? passes = null)
    {
        string baseline = step.Baseline().Name;
        bool internsFreely = passes is null || IsInternerNoWorse(passes);
        RivalResult[] candidates = [.. SharedStrings(step, passes), .. step.Among(s_heldChars)];
        string[] lean = [.. candidates.Names().Where(name => IsWorthItsMemory(step, name, profile))];
        string[] free =
            [.. lean.Where(name => IsFree(step.Timing[name]) && (internsFreely || name != StringsSection.InternedArray))];
        if (free.Length > 0)
        {
            string best = NearlyLeanest(free);
            return new(step.Timing[best].Verdict == Verdict.Faster ? Use : UseForMemory, best, baseline);
        }

        // An interner that saves no memory is no use.
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
            return new(CostsTime, NearlyLeanest(lean), baseline);
        }

        if (WorthTheirTime(step.Among(s_heldChars)).Fastest() is [var larger, ..])
        {
            return new(Depends, larger, baseline);
        }

        // It is better, but not by enough.
        RivalResult? little =
            pools.FirstOrDefault(pool => pool.Verdict == Verdict.Faster || step.IsLeaner(pool.Name, baseline));
        return little is not null
            ? new(NotWorthIt, little.Name, baseline)
            : TooCloseOrStay(step, step.Among(s_heldChars));

        RivalResult[] WorthTheirTime(RivalResult[] rivals) =>
            [.. rivals.Where(rival => profile.MeasuredBy(step).Scale * SavedMilliseconds(step, rival.Name) >= SmallestMilliseconds)];

        string NearlyLeanest(string[] names)
        {
            double most = names.Max(name => SavedBytes(step, name, profile));
            return names.First(name => SavedBytes(step, name, profile) >= NearlyAll * most);
        }
    }

    /// <summary>
    /// Whether it is not slower than what a program has, and does not look it: what only the noise keeps from being called slower
    /// is no more to be recommended.
    /// </summary>
    public static bool IsFree(RivalResult rival) => rival.IsNotSlower()
        && !(Math.Sqrt(rival.RatioInterval.Lower * rival.RatioInterval.Upper) > 1 + PossibleLoss);

    /// <summary>
    /// Whether sharing equal strings saves so much more memory than what is recommended that those want to know who care for memory
    /// alone.
    /// </summary>
    public static bool IsInternerLeaner(StepResult step, string recommended, CorpusProfile profile, InternPasses? passes) =>
        SharedStrings(step, passes) is [RivalResult { Name: var interned }] && interned != recommended
        && step.BytesOfFile(recommended, profile) - step.BytesOfFile(interned, profile) >= NotableBytes(step, profile);

    /// <summary>Whether it shortens a pause that is long enough to matter, by enough not to be chance.</summary>
    public static bool SavesPause(StepResult step, string name, CorpusProfile profile) =>
        IsLargeEnoughForPauses(step, profile) && IsNotablyLonger(step.PauseOf(step.Baseline().Name), step.PauseOf(name));

    /// <summary>Whether it makes a pause that long, by enough not to be chance.</summary>
    public static bool CostsPause(StepResult step, string name, CorpusProfile profile) =>
        IsLargeEnoughForPauses(step, profile) && IsNotablyLonger(step.PauseOf(name), step.PauseOf(step.Baseline().Name));

    /// <summary>What it saves of memory for all strings of the file, in bytes.</summary>
    public static double SavedBytes(StepResult step, string name, CorpusProfile profile) =>
        step.BytesOfFile(step.Baseline().Name, profile) - step.BytesOfFile(name, profile);

    /// <summary>What it saves of time if the work is done once for every string that was measured, in milliseconds.</summary>
    public static double SavedMilliseconds(StepResult step, string name) => step.Timing.OperationsPerCall
        * (step.Baseline().Nanoseconds.Median - step.Timing[name].Nanoseconds.Median) / 1e6;

    /// <summary>Whether what it saves of memory for all strings of the file is worth a change of a program.</summary>
    public static bool IsWorthItsMemory(StepResult step, string name, CorpusProfile profile) =>
        SavedBytes(step, name, profile) >= NotableBytes(step, profile);

    /// <summary>What memory has to differ by, in bytes, for all strings of the file, to be told.</summary>
    public static double NotableBytes(StepResult step, CorpusProfile profile) =>
        Math.Max(SmallestBytes, NotableMemory * step.BytesOfFile(step.Baseline().Name, profile));

    // None if the passes of interning speak against it.
    private static RivalResult[] SharedStrings(StepResult step, InternPasses? passes) =>
        passes is null || IsInternerNoWorse(passes) || IsInternerForMemory(passes) ? step.Among([StringsSection.InternedArray]) : [];

    private static bool IsNotablyLonger(double pause, double other) =>
        pause >= PauseNoise * Math.Max(NotablePause, ShorterPause * other);

    // The collector is not stopped for long by so few bytes; what looks like it is the machine.
    private static bool IsLargeEnoughForPauses(StepResult step, CorpusProfile profile) =>
        profile.MeasuredBy(step).Scale * step.MemoryOf(step.Baseline().Name).TotalBytes >= SmallestBytes;

    // Whether the passes of interning have shown that it saves memory, and costs time or may do so.
    private static bool IsInternerForMemory(InternPasses passes) => InternerAlone(passes)
        is { Conclusion: CostsTime, About: InterningSection.Exact }
        or { Conclusion: TooCloseToCall, About: InterningSection.Exact, Other: InterningSection.Plain };

    // Whether the passes of interning have shown nothing that speaks against it.
    private static bool IsInternerNoWorse(InternPasses passes) => InternerAlone(passes) switch
    {
        { Conclusion: Use or UseForMemory, About: InterningSection.Exact } => true,
        { Conclusion: Depends or TooCloseToCall, Other: null } =>
            !passes.IsAnywhere(InterningSection.Exact, Verdict.Slower),
        _ => false,
    };
}
