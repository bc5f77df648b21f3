using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Collections;

/// <content>Several threads and one table: reading only, nine reads to a write, and as many writes as reads.</content>
internal sealed partial class CollectionsRatio
{
    private const string TimesConcurrent = "x ConcurrentDictionary";

    private static readonly (int ReadsPerWrite, string What)[] s_mixes =
        [(0, "reads only"), (9, "9 reads to a write"), (1, "a read to a write")];

    private static IEnumerable<RatioRow> Threads()
    {
        const int Count = 100_000;
        const int OwnKeys = 4_096;
        SideBySideOptions timing = Timing.Threads with { CountAllThreads = true, LongestRoundTime = s_longestRound };
        Keys keys = KeySource.Take(KeyKind.Ids, 0, Count);
        Keys own = KeySource.Take(KeyKind.Ids, Count, OwnKeys);
        var questions = new Questions(keys.Shuffled(Count, seed: 3), parts: 1);
        using ConcurrentPooledTable pooled = Filling.Fill<ConcurrentPooledTable>(keys);
        ConcurrentTable managed = Filling.Fill<ConcurrentTable>(keys);
        foreach (int threads in new[] { 1, 2, 8 })
        {
            foreach ((int readsPerWrite, string what) in s_mixes)
            {
                using var crew = new Crew(threads);
                var ofPooled = new SharedTable<ConcurrentPooledTable>(pooled, crew, questions, own, readsPerWrite);
                var ofManaged = new SharedTable<ConcurrentTable>(managed, crew, questions, own, readsPerWrite);
                Comparison comparison = SideBySide.Run(
                    Invariant($"{threads} threads, {what}"),
                    threads * SharedTable<ConcurrentTable>.OperationsPerThread,
                    [new(Concurrent, ofManaged.Run), new(ConcurrentPooled, ofPooled.Run)],
                    threads == 1 ? timing : timing with { WarmupPause = s_pauseOnceCompiled });
                yield return RatioRow.Of("threads", comparison, ConcurrentPooled, null, TimesConcurrent);
            }
        }
    }
}
