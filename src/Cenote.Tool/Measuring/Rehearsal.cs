using System.Diagnostics;
using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>
/// Takes everything that will be timed through the tiers of the JIT at once: all contenders work on an excerpt of the corpus
/// first, so that neither their number nor the size of the corpus makes much of a difference to how long that takes. Before each
/// step, three calls with the whole corpus are enough then.
/// </summary>
internal static class Rehearsal
{
    // One for each tier: while there is new code all the time, the JIT does not even count calls.
    private const int Passes = 3;

    // More than 60, because the JIT counts 30 calls per tier.
    private const int Calls = 64;

    // What takes so long goes over the excerpt several times in each call.
    private static readonly TimeSpan s_longestTurn = TimeSpan.FromMilliseconds(50);

    // In which the JIT compiles the next tier in the background.
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(200);

    /// <summary>How steps are timed that were rehearsed.</summary>
    /// <param name="rounds">The timed rounds of each.</param>
    public static SideBySideOptions TimingAfter(int rounds) =>
        new() { Rounds = rounds, WarmupPasses = 1, WarmupCalls = 3, WarmupPause = TimeSpan.Zero };

    /// <summary>Rehearses all steps of some sections.</summary>
    /// <param name="sections">The sections.</param>
    /// <param name="corpus">What they will be measured with.</param>
    /// <param name="progress">Told what is being done, and which share of the rehearsal is done.</param>
    /// <param name="cancellationToken">Looked at before each contender's turn and during pauses.</param>
    public static void Run(
        IReadOnlyList<ISection> sections, TextCorpus corpus, Action<string, double> progress, CancellationToken cancellationToken)
    {
        TextCorpus excerpt = Excerpt.Of(corpus);

        // On several threads the same code runs as on one.
        Contender[] contenders =
        [
            .. sections
                .SelectMany(section => section.Steps(excerpt))
                .Where(step => step.Threads == 1)
                .SelectMany(step => step.Contenders),
        ];
        int turn = 0;
        for (int pass = 0; pass < Passes; pass++)
        {
            foreach (Contender contender in contenders)
            {
                cancellationToken.ThrowIfCancellationRequested();
                progress($"Warming up {contender.Name}", (double)turn++ / (Passes * contenders.Length));
                TakeTurn(contender);
            }

            cancellationToken.WaitHandle.WaitOne(s_pause);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    private static void TakeTurn(Contender contender)
    {
        _ = contender.Verify();
        using IWorkload workload = contender.Start();
        long start = Stopwatch.GetTimestamp();
        for (int call = 0; call < Calls && Stopwatch.GetElapsedTime(start) < s_longestTurn; call++)
        {
            workload.Run();
        }
    }
}
