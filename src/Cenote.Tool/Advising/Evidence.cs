using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <summary>
/// What rules ask of results. Two contenders differ in time only if their intervals do not meet, and in memory only if that is
/// more than what two processes that hold the same differ by.
/// </summary>
internal static class Evidence
{
    /// <summary>What a heap that holds the same things takes more or less from one process to the next, in bytes.</summary>
    public const long SmallestMemory = 64 << 10;

    // Those that have one copy of each string, and an array that refers to them.
    private static readonly string[] s_sharing =
    [
        StringsSection.SetArray, StringsSection.InternedArray, InterningSection.Exact, InterningSection.Set, InterningSection.Concurrent,
        InterningSection.Weak,
    ];

    // Medians that differ by this share change places from one run to the next.
    private const double SameTime = 0.1;

    // Memory that differs by this share or less is as good: the last chunk or page of a pool explains it.
    private const double SameMemory = 0.03;

    /// <summary>What a program has today.</summary>
    public static RivalResult Baseline(this StepResult step) => step.Timing.Rivals[0];

    /// <summary>Those of the named contenders that took part, in the order of the names.</summary>
    public static RivalResult[] Among(this StepResult step, string[] names) =>
        [.. names.SelectMany(name => step.Timing.Rivals.Where(rival => rival.Name == name))];

    /// <summary>Whether it is faster than the baseline or too close to call.</summary>
    public static bool IsNotSlower(this RivalResult rival) => rival.Verdict != Verdict.Slower;

    /// <summary>Whether the noise does not explain that one is faster than the other: their intervals do not meet.</summary>
    public static bool IsFasterThan(this RivalResult rival, RivalResult other) =>
        rival.RatioInterval.Upper < other.RatioInterval.Lower;

    /// <summary>
    /// Those that none of the others is faster than: in their order, but first those whose median is about as good as the least.
    /// </summary>
    public static RivalResult[] Unbeaten(this IEnumerable<RivalResult> rivals)
    {
        RivalResult[] all = [.. rivals];
        double enough = (1 + SameTime) * all.Select(static rival => rival.Ratio.Median).DefaultIfEmpty().Min();
        return
        [
            .. all
                .Where(rival => !all.Any(other => other.IsFasterThan(rival)))
                .OrderBy(rival => rival.Ratio.Median > enough),
        ];
    }

    /// <summary>
    /// The names of those that are faster than the baseline, and than which none is faster: the
    /// fastest, and what cannot be told from it.
    /// </summary>
    public static string[] Fastest(this RivalResult[] rivals) =>
        rivals.Where(rival => rival.Verdict == Verdict.Faster).Unbeaten().Names();

    /// <summary>The slowest process time divided by the fastest; 1 for a single process.</summary>
    public static double Scatter(this RivalResult rival) => rival.ProcessNanoseconds is { Count: > 1 } times && times.Min() > 0
        ? times.Max() / times.Min()
        : 1;

    /// <summary>Their names.</summary>
    public static string[] Names(this IEnumerable<RivalResult> rivals) => [.. rivals.Select(rival => rival.Name)];

    /// <summary>The first of some contenders, unless a later one beats it.</summary>
    public static string Best(this IEnumerable<string> names, Func<string, string, bool> beats) =>
        names.Aggregate((best, next) => beats(next, best) ? next : best);

    /// <summary>What was measured of a contender's memory.</summary>
    public static HoldMeasurement MemoryOf(this StepResult step, string name) => step.Memory.First(memory => memory.Name == name);

    /// <summary>Whether a contender's memory was measured.</summary>
    public static bool IsWeighed(this StepResult step, string name) => step.Memory.Any(memory => memory.Name == name);

    /// <summary>
    /// What a contender takes for all strings of the file, in bytes. What repeats may do so from far away, of which a sample
    /// knows nothing: who keeps one copy of each string is charged for the copies that all of the text needs.
    /// </summary>
    public static double BytesOfFile(this HoldMeasurement memory, CorpusProfile profile)
    {
        if (profile.Whole is not { } whole || profile.DistinctCount == 0)
        {
            return profile.Scale * memory.TotalBytes;
        }

        if (memory.Name is InterningSection.Table or StringsSection.TableArray)
        {
            return (profile.Scale * memory.ManagedBytes) + (profile.ScaleOfDistinct() * memory.NativeBytes);
        }

        if (!s_sharing.Contains(memory.Name))
        {
            return profile.Scale * memory.TotalBytes;
        }

        double references = (double)profile.Count * IntPtr.Size;
        double leading = Math.Max(0, memory.TotalBytes - references - (profile.ManagedBytes - profile.DuplicateBytes));
        return (profile.Scale * references) + whole.DistinctBytes + (leading * profile.ScaleOfDistinct());
    }

    /// <summary>
    /// The same by the name of the contender. Keys are the distinct strings; a cache has its limit, however many strings there are.
    /// </summary>
    public static double BytesOfFile(this StepResult step, string name, CorpusProfile profile) => step.Id switch
    {
        CollectionsSection.Build => profile.ScaleOfDistinct() * step.MemoryOf(name).TotalBytes,
        CachesSection.Load => step.MemoryOf(name).TotalBytes,
        _ => step.MemoryOf(name).BytesOfFile(profile.MeasuredBy(step)),
    };

    /// <summary>
    /// The profile of the strings that a step measured: all that fit in memory for the holding step, a sample for the others.
    /// </summary>
    public static CorpusProfile MeasuredBy(this CorpusProfile profile, StepResult step) =>
        step.Strings is not { } strings || strings <= profile.Count || profile.Whole is not { } whole
            ? profile
            : profile with
            {
                Count = strings,
                TotalChars = (long)(whole.Chars * profile.ShareHeld(step)),
                DistinctCount = Math.Min(strings, whole.DistinctStrings),
                ManagedBytes = (long)(whole.ManagedBytes * profile.ShareHeld(step)),
                DuplicateBytes = (long)((whole.ManagedBytes - whole.DistinctBytes) * profile.ShareHeld(step)),
            };

    /// <summary>The share of the strings of the file that were held.</summary>
    public static double ShareHeld(this CorpusProfile profile, StepResult hold) =>
        (double)(hold.Strings ?? profile.Count) / profile.StringsOfFile;

    /// <summary>How often the work of a step is done if it is done for all strings of the file, each once.</summary>
    public static long TimesOfFile(this StepResult step, CorpusProfile profile) =>
        step.Id == CollectionsSection.Build ? profile.DistinctOfFile() : profile.StringsOfFile;

    /// <summary>
    /// What a recommendation saves of time in all, in milliseconds; below 0 it costs that. The same work by other numbers of
    /// threads is done once, and counts where it saves least.
    /// </summary>
    /// <param name="effects">Its effects.</param>
    /// <param name="steps">The steps that have shown them.</param>
    public static double SavedTime(this IEnumerable<Effect> effects, IEnumerable<StepResult> steps) => effects
        .Where(static effect => effect.Kind == EffectKind.Time)
        .GroupBy(effect => steps.First(step => step.Id == effect.Step).Title, StringComparer.Ordinal)
        .Sum(static work => work.Min(static effect => effect.Saved));

    /// <summary>Whether a contender takes notably less memory than another one.</summary>
    public static bool IsLeaner(this StepResult step, string name, string other) =>
        IsLeaner(step.MemoryOf(name).TotalBytes, step.MemoryOf(other).TotalBytes);

    /// <summary>The same by what they take for all strings of the file.</summary>
    public static bool IsLeaner(this StepResult step, string name, string other, CorpusProfile profile) =>
        IsLeaner(step.BytesOfFile(name, profile), step.BytesOfFile(other, profile));

    /// <summary>Whether a contender takes notably more memory than another one.</summary>
    public static bool IsLarger(this StepResult step, string name, string other)
    {
        (double bytes, double others) = (step.MemoryOf(name).TotalBytes, step.MemoryOf(other).TotalBytes);
        return bytes - others > SmallestMemory && bytes / others >= 1 + Rules.NotableMemory;
    }

    /// <summary>The first of those that take the least memory, or as good as that.</summary>
    public static string Leanest(this StepResult step, IEnumerable<string> names) =>
        Leanest([.. names], name => step.MemoryOf(name).TotalBytes);

    /// <summary>The same by what they take for all strings of the file.</summary>
    public static string Leanest(this StepResult step, IEnumerable<string> names, CorpusProfile profile) =>
        Leanest([.. names], name => step.BytesOfFile(name, profile));

    private static bool IsLeaner(double bytes, double others) =>
        others - bytes > SmallestMemory && bytes / others <= 1 - Rules.NotableMemory;

    private static string Leanest(string[] names, Func<string, double> bytesOf)
    {
        double least = names.Min(bytesOf);
        return names.First(name => bytesOf(name) <= Math.Max(least + SmallestMemory, least * (1 + SameMemory)));
    }

    /// <summary>The longest pause with everything live, in milliseconds, with the collector that the process has.</summary>
    public static double PauseOf(this StepResult step, string name) => step.MemoryOf(name).LongestPauseInUseMilliseconds;

    /// <summary>Those whose longest pause is the shortest, or hard to tell from it, in their order.</summary>
    public static string[] ShortestPauses(this StepResult step, IEnumerable<RivalResult> rivals)
    {
        string[] names = rivals.Names();
        double shortest = names.Min(step.PauseOf);
        return [.. names.Where(name => step.PauseOf(name) <= Rules.PauseNoise * shortest)];
    }

    /// <summary>The share of the memory of all strings of the file, as managed strings, that repeat an earlier one.</summary>
    public static double RepeatedMemory(this CorpusProfile profile) =>
        profile.BytesOfFile == 0 ? 0 : (double)profile.RepeatedBytes() / profile.BytesOfFile;

    /// <summary>What those take as managed strings, in bytes.</summary>
    public static long RepeatedBytes(this CorpusProfile profile) =>
        profile.Whole is { } whole ? whole.ManagedBytes - whole.DistinctBytes : profile.DuplicateBytes;

    /// <summary>How many different strings the file has.</summary>
    public static long DistinctOfFile(this CorpusProfile profile) => profile.Whole?.DistinctStrings ?? profile.DistinctCount;

    /// <summary>How many times as many different strings the file has as were measured.</summary>
    public static double ScaleOfDistinct(this CorpusProfile profile) =>
        (double)profile.DistinctOfFile() / Math.Max(1, profile.DistinctCount);

    /// <summary>The share of all strings of the file that repeat an earlier one.</summary>
    public static double RepeatedStrings(this CorpusProfile profile) =>
        1 - ((double)profile.DistinctOfFile() / profile.StringsOfFile);
}
