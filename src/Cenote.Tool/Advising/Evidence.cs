using Cenote.Tool.Measuring;
using Cenote.Tool.Profile;
using Cenote.Tool.Sections;

namespace Cenote.Tool.Advising;

/// <summary>
/// Evaluates results for the rules. Two contenders differ in time only if their intervals do not overlap, and in memory only if
/// the difference is notable and larger than between two processes of the same contender.
/// </summary>
internal static class Evidence
{
    /// <summary>Heap sizes of two processes of the same contender may differ by up to this many bytes.</summary>
    public const long SmallestMemory = 64 << 10;

    // Contenders that keep one copy of each string, plus an array of references.
    private static readonly string[] s_sharing =
    [
        StringsSection.SetArray, StringsSection.InternedArray, InterningSection.Exact, InterningSection.Set, InterningSection.Concurrent,
        InterningSection.Weak,
    ];

    // Medians that differ by less than this share may change their order from one run to the next.
    private const double SameTime = 0.1;

    // The last chunk or page of a pool can explain smaller relative differences.
    private const double SameMemory = 0.03;

    /// <summary>The baseline: what a program uses today.</summary>
    public static RivalResult Baseline(this StepResult step) => step.Timing.Rivals[0];

    /// <summary>The named contenders that took part, in the order of the names.</summary>
    public static RivalResult[] Among(this StepResult step, string[] names) =>
        [.. names.SelectMany(name => step.Timing.Rivals.Where(rival => rival.Name == name))];

    /// <summary>Whether a contender is faster than the baseline or too close to call.</summary>
    public static bool IsNotSlower(this RivalResult rival) => rival.Verdict != Verdict.Slower;

    /// <summary>Whether a contender is faster than another one beyond the noise: their intervals do not overlap.</summary>
    public static bool IsFasterThan(this RivalResult rival, RivalResult other) =>
        rival.RatioInterval.Upper < other.RatioInterval.Lower;

    /// <summary>
    /// The contenders that no other one beats: those with about the lowest median first, otherwise in their order.
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
    /// The names of the contenders that are faster than the baseline and that no other one beats: the fastest, and those too close
    /// to call with it.
    /// </summary>
    public static string[] Fastest(this RivalResult[] rivals) =>
        rivals.Where(rival => rival.Verdict == Verdict.Faster).Unbeaten().Names();

    /// <summary>The slowest process time divided by the fastest; 1 for a single process.</summary>
    public static double Scatter(this RivalResult rival) => rival.ProcessNanoseconds is { Count: > 1 } times && times.Min() > 0
        ? times.Max() / times.Min()
        : 1;

    /// <summary>The names of contenders.</summary>
    public static string[] Names(this IEnumerable<RivalResult> rivals) => [.. rivals.Select(rival => rival.Name)];

    /// <summary>The best of some contenders: the first one, unless a later one beats the best so far.</summary>
    public static string Best(this IEnumerable<string> names, Func<string, string, bool> beats) =>
        names.Aggregate((best, next) => beats(next, best) ? next : best);

    /// <summary>The memory of a contender.</summary>
    public static HoldMeasurement MemoryOf(this StepResult step, string name) => step.Memory.First(memory => memory.Name == name);

    /// <summary>Whether a contender's memory was measured.</summary>
    public static bool IsWeighed(this StepResult step, string name) => step.Memory.Any(memory => memory.Name == name);

    /// <summary>
    /// The memory of a contender for all strings of the file, in bytes. A sample does not show distant repetitions, so contenders
    /// that keep one copy of each string are charged for the distinct strings of the whole file.
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
    /// The memory of the named contender for all strings of the file, in bytes. Keys are the distinct strings. A cache is not
    /// scaled, because its limit bounds its size.
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

    /// <summary>
    /// The number of operations if the step processed every string of the file once; a dictionary is built from the distinct
    /// ones.
    /// </summary>
    public static long TimesOfFile(this StepResult step, CorpusProfile profile) =>
        step.Id == CollectionsSection.Build ? profile.DistinctOfFile() : profile.StringsOfFile;

    /// <summary>
    /// The total time that a recommendation saves, in milliseconds; negative for a cost. The same work on different numbers of
    /// threads counts once, with its smallest saving.
    /// </summary>
    /// <param name="effects">The effects of the recommendation.</param>
    /// <param name="steps">The steps that measured these effects.</param>
    public static double SavedTime(this IEnumerable<Effect> effects, IEnumerable<StepResult> steps) => effects
        .Where(static effect => effect.Kind == EffectKind.Time)
        .GroupBy(effect => steps.First(step => step.Id == effect.Step).Title, StringComparer.Ordinal)
        .Sum(static work => work.Min(static effect => effect.Saved));

    /// <summary>Whether a contender takes notably less memory than another one.</summary>
    public static bool IsLeaner(this StepResult step, string name, string other) =>
        IsLeaner(step.MemoryOf(name).TotalBytes, step.MemoryOf(other).TotalBytes);

    /// <summary>Whether a contender takes notably less memory than another one for all strings of the file.</summary>
    public static bool IsLeaner(this StepResult step, string name, string other, CorpusProfile profile) =>
        IsLeaner(step.BytesOfFile(name, profile), step.BytesOfFile(other, profile));

    /// <summary>Whether a contender takes notably more memory than another one.</summary>
    public static bool IsLarger(this StepResult step, string name, string other)
    {
        (double bytes, double others) = (step.MemoryOf(name).TotalBytes, step.MemoryOf(other).TotalBytes);
        return bytes - others > SmallestMemory && bytes / others >= 1 + Rules.NotableMemory;
    }

    /// <summary>The first of the contenders with about the least memory.</summary>
    public static string Leanest(this StepResult step, IEnumerable<string> names) =>
        Leanest([.. names], name => step.MemoryOf(name).TotalBytes);

    /// <summary>The first of the contenders with about the least memory for all strings of the file.</summary>
    public static string Leanest(this StepResult step, IEnumerable<string> names, CorpusProfile profile) =>
        Leanest([.. names], name => step.BytesOfFile(name, profile));

    private static bool IsLeaner(double bytes, double others) =>
        others - bytes > SmallestMemory && bytes / others <= 1 - Rules.NotableMemory;

    private static string Leanest(string[] names, Func<string, double> bytesOf)
    {
        double least = names.Min(bytesOf);
        return names.First(name => bytesOf(name) <= Math.Max(least + SmallestMemory, least * (1 + SameMemory)));
    }

    /// <summary>The longest pause with everything live, in milliseconds, in the GC mode of the process.</summary>
    public static double PauseOf(this StepResult step, string name) => step.MemoryOf(name).LongestPauseInUseMilliseconds;

    /// <summary>
    /// The contenders whose longest pause is at most <see cref="Rules.PauseNoise"/> times the shortest of these, in their order.
    /// </summary>
    public static string[] ShortestPauses(this StepResult step, IEnumerable<RivalResult> rivals)
    {
        string[] names = rivals.Names();
        double shortest = names.Min(step.PauseOf);
        return [.. names.Where(name => step.PauseOf(name) <= Rules.PauseNoise * shortest)];
    }

    /// <summary>The share of memory that repeated strings take if all strings of the file are managed strings.</summary>
    public static double RepeatedMemory(this CorpusProfile profile) =>
        profile.BytesOfFile == 0 ? 0 : (double)profile.RepeatedBytes() / profile.BytesOfFile;

    /// <summary>The memory, as managed strings, of the strings that repeat an earlier one, in bytes.</summary>
    public static long RepeatedBytes(this CorpusProfile profile) =>
        profile.Whole is { } whole ? whole.ManagedBytes - whole.DistinctBytes : profile.DuplicateBytes;

    /// <summary>The number of distinct strings in the file.</summary>
    public static long DistinctOfFile(this CorpusProfile profile) => profile.Whole?.DistinctStrings ?? profile.DistinctCount;

    /// <summary>The number of distinct strings in the file, divided by the number of distinct strings measured.</summary>
    public static double ScaleOfDistinct(this CorpusProfile profile) =>
        (double)profile.DistinctOfFile() / Math.Max(1, profile.DistinctCount);

    /// <summary>The share of all strings of the file that repeat an earlier one.</summary>
    public static double RepeatedStrings(this CorpusProfile profile) =>
        1 - ((double)profile.DistinctOfFile() / profile.StringsOfFile);
}
