using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>
/// Warms up the code of a section through the tiers of the JIT: all contenders work on an excerpt of the corpus first, so that
/// the warm-up time depends little on their number and on the size of the corpus. After that, two calls with the whole corpus
/// before each step are enough.
/// </summary>
internal static class Rehearsal
{
    /// <summary>
    /// The number of calls after which the JIT compiles a method for the next tier, in a child process that measures time. The
    /// default of the JIT is 30.
    /// </summary>
    public const int CallsPerTier = 8;

    // One pass for each tier that a method leaves.
    private const int Passes = 2;

    private const int Calls = (2 * CallsPerTier) + 4;

    // No further call begins after this time: calls that take this long have run the timed code many times.
    private static readonly TimeSpan s_longestTurn = TimeSpan.FromMilliseconds(12);

    // The JIT compiles the next tier during the pause, which is shorter if slots are short.
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);
    private const int SlotsPerPause = 5;

    /// <summary>The timing of a rehearsed step in one process.</summary>
    public static SideBySideOptions Timing { get; } =
        new() { Rounds = 2, WarmupPasses = 1, WarmupCalls = 2, WarmupPause = TimeSpan.Zero };

    /// <summary>Rehearses all steps of a section.</summary>
    /// <param name="section">The section.</param>
    /// <param name="corpus">The strings to measure with later.</param>
    /// <param name="longestSlot">The maximum time slot of a contender.</param>
    public static void Run(ISection section, TextCorpus corpus, TimeSpan longestSlot)
    {
        TextCorpus excerpt = Excerpt.Of(corpus);

        // The code is the same on one thread and on several.
        Contender[] contenders =
        [
            .. section.Rehearsed(excerpt)
                .Where(step => step.Threads == 1 && !step.IsBuiltFresh)
                .SelectMany(step => step.Contenders),
        ];
        for (int pass = 0; pass < Passes; pass++)
        {
            foreach (Contender contender in contenders)
            {
                TakeTurn(contender);
            }

            Thread.Sleep(longestSlot < s_pause / SlotsPerPause ? longestSlot * SlotsPerPause : s_pause);
        }
    }

    private static void TakeTurn(Contender contender)
    {
        contender.Prepare();
        _ = contender.Verify();
        using IWorkload workload = contender.Start();
        long start = Stopwatch.GetTimestamp();
        for (int call = 0; call < Calls && Stopwatch.GetElapsedTime(start) < s_longestTurn; call++)
        {
            workload.Run();
        }
    }
}
