using Cenote.Tool.Measuring;
using Cenote.Tool.Sections;
using static Cenote.Tool.Advising.Conclusion;

namespace Cenote.Tool.Advising;

/// <content>The verdict on the whole file, and the floor below which nothing is worth a change.</content>
internal static partial class Rules
{
    /// <summary>What saves less time than this in all, in milliseconds, is not worth a change of a program.</summary>
    public const double SmallestMilliseconds = 1;

    /// <summary>What saves less memory than this in all, in bytes, is not worth a change of a program.</summary>
    public const double SmallestBytes = 1 << 20;

    /// <summary>Who saves this share of what the best saves, and asks less of a program, goes before it.</summary>
    public const double NearlyAll = 0.8;

    private static readonly string[] s_answers =
        [StringsSection.InternedArray, StringsSection.RefArray, StringsSection.IdArray];

    /// <summary>
    /// How to hold the strings of a file: in what saves most memory, if it is a megabyte and a tenth; else in what saves a pause,
    /// or time at building; else as they are.
    /// </summary>
    /// <param name="hold">The step that builds each once in fresh processes.</param>
    /// <param name="scale">How many times as many strings the file has as were measured.</param>
    public static Decision Answer(StepResult hold, double scale)
    {
        string baseline = hold.Baseline().Name;
        string[] candidates = hold.Among(s_answers).Names();
        string[] lean =
        [
            .. candidates.Where(name => hold.IsLeaner(name, baseline) && scale * SavedBytes(hold, name) >= SmallestBytes),
        ];
        if (lean.Length > 0)
        {
            double most = lean.Max(name => SavedBytes(hold, name));
            return new(Use, lean.First(name => SavedBytes(hold, name) >= NearlyAll * most), baseline);
        }

        // The collector is not stopped for long by so few bytes; what looks like it is the machine.
        bool isPauseReal = scale * hold.MemoryOf(baseline).TotalBytes >= SmallestBytes;
        string[] others =
        [
            .. candidates.Where(name => !hold.IsLarger(name, baseline)
                && ((isPauseReal && SavesPause(hold, name)) || (hold.Timing[name].Verdict == Verdict.Faster
                    && scale * SavedMilliseconds(hold, name) >= SmallestMilliseconds))),
        ];
        return others.Length > 0
            ? new(Use, others[0], baseline)
            : new(Stay, baseline, candidates.Length == 0 ? null : hold.Leanest(candidates));
    }

    /// <summary>Whether it shortens a pause that is long enough to matter, by enough not to be chance.</summary>
    public static bool SavesPause(StepResult step, string name)
    {
        double today = step.PauseOf(step.Baseline().Name);
        return today >= PauseNoise * Math.Max(NotablePause, ShorterPause * step.PauseOf(name));
    }

    /// <summary>What it saves of memory, in bytes.</summary>
    public static double SavedBytes(StepResult step, string name) =>
        step.MemoryOf(step.Baseline().Name).TotalBytes - step.MemoryOf(name).TotalBytes;

    /// <summary>What it saves of time if the work is done once for every string, in milliseconds.</summary>
    public static double SavedMilliseconds(StepResult step, string name) => step.Timing.OperationsPerCall
        * (step.Baseline().Nanoseconds.Median - step.Timing[name].Nanoseconds.Median) / 1e6;
}
