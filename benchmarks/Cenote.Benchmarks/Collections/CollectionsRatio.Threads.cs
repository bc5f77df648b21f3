using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Collections;

/// <content>One, two or eight threads on one table: only reads, nine reads per write, and as many writes as reads.</content>
internal sealed partial class CollectionsRatio
{
    private const string TimesConcurrent = "x ConcurrentDictionary";

    private static readonly (int ReadsPerWrite, string What)[] s_mixes =
        [(0, "reads only"), (9, "9 reads to a write"), (1, "a read to a write")];

    private static IEnumerable<RatioRow> Threads()
    {
        const int Count = 100_000;
        const int OwnKeys = 4_096;
        Keys keys = KeySource.Take(KeyKind.Ids, 0, Count);
        Keys questions = keys.Shuffled(Count, seed: 3);
        Keys own = KeySource.Take(KeyKind.Ids, Count, OwnKeys);
        using ConcurrentPooledTable pooled = Filling.Fill<ConcurrentPooledTable>(keys);
        ConcurrentTable managed = Filling.Fill<ConcurrentTable>(keys);
        foreach (RatioRow row in Threads("threads", "", (crew, readsPerWrite) =>
            [
                Shared(Concurrent, new SpanAccess<ConcurrentTable>(managed, questions, own), crew, readsPerWrite),
                Shared(ConcurrentPooled, new SpanAccess<ConcurrentPooledTable>(pooled, questions, own), crew, readsPerWrite),
            ]))
        {
            yield return row;
        }

        // NonBlocking has no lookup by span, so its keys must be strings. The strings are created last, because they slow down
        // each GC.
        NonBlockingTable nonBlocking = Filling.Fill<NonBlockingTable>(keys);
        string[] strings = questions.Strings();
        string[] ownStrings = own.Strings();
        foreach (RatioRow row in Threads("threads, by string", ", by string", (crew, readsPerWrite) =>
            [
                Shared(Concurrent, new StringAccess<ConcurrentTable>(managed, strings, ownStrings), crew, readsPerWrite),
                Shared(ConcurrentPooled, new StringAccess<ConcurrentPooledTable>(pooled, strings, ownStrings), crew, readsPerWrite),
                Shared(LockFree, new StringAccess<NonBlockingTable>(nonBlocking, strings, ownStrings), crew, readsPerWrite),
            ]))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> Threads(string group, string how, Func<Crew, int, Rival[]> rivals)
    {
        SideBySideOptions timing = Timing.Threads with { CountAllThreads = true, LongestRoundTime = s_longestRound };
        foreach (int threads in new[] { 1, 2, 8 })
        {
            foreach ((int readsPerWrite, string what) in s_mixes)
            {
                using var crew = new Crew(threads);
                Comparison comparison = SideBySide.Run(
                    Invariant($"{threads} threads, {what}{how}"),
                    threads * SharedTable.OperationsPerThread,
                    rivals(crew, readsPerWrite),
                    threads == 1 ? timing : timing with { WarmupPause = s_pauseOnceCompiled });
                foreach (RivalResult rival in comparison.Rivals.Skip(1))
                {
                    yield return RatioRow.Of(group, comparison, rival.Name, null, TimesConcurrent);
                }
            }
        }
    }

    private static Rival Shared<TAccess>(string name, TAccess access, Crew crew, int readsPerWrite)
        where TAccess : struct, ISharedAccess => new(name, new SharedTable<TAccess>(access, crew, readsPerWrite).Run);
}
