using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Objects;

/// <content>Several threads: allocating and freeing on each, handing over, threads that end.</content>
internal sealed partial class ObjectsRatio
{
    private const string HandOverAlone = "hand-over alone";

    private static readonly int[] s_threads = [2, 4, 8, 16, 32];
    private static readonly int[] s_pairsPerThread = [1_000, 10_000];

    private static readonly SideBySideOptions s_timing = Timing.Threads with { CountAllThreads = true };

    // The time that two threads lose while they wait for each other varies, so slots are longer.
    private static readonly SideBySideOptions s_longTiming = s_timing with { RoundTime = TimeSpan.FromMilliseconds(60) };

    private static IEnumerable<RatioRow> Threads()
    {
        foreach (int threads in s_threads)
        {
            using var crew = new Crew(threads);
            foreach (int pairs in s_pairsPerThread)
            {
                var rivals = new ByteRivals<BytePolicy, ThreadsWork>(new ThreadsWork(crew, pairs));
                Comparison comparison = Compare(
                    ParallelName(threads, pairs),
                    rivals,
                    s_timing,
                    [new(Arrays, rivals.ArrayPool), new(Slot, rivals.RawSlot), .. rivals.Tedd]);

                // Rows of two threads have no goal, because the threads often run one after the other.
                foreach (RatioRow row in Rows("threads", comparison, threads == 2 ? null : Faster(10)))
                {
                    yield return row;
                }
            }
        }
    }

    private static IEnumerable<RatioRow> DisposingThreads()
    {
        foreach (int threads in new[] { 2, 8, 32 })
        {
            const int Pairs = 10_000;
            using var crew = new Crew(threads);
            var rivals = new DisposingRivals(crew, DisposingWork.Loop, Pairs);
            foreach (RatioRow row in DisposingRows(ParallelName(threads, Pairs), rivals, s_timing, 0.2))
            {
                yield return row;
            }
        }
    }

    private static IEnumerable<RatioRow> HandOver()
    {
        using var crew = new Crew(HandOverWork.Threads);
        var work = new HandOverWork(crew, 2 * Operations);
        var rivals = new ByteRivals<BytePolicy, HandOverWork>(work);
        var alone = RotatingSource.Of(2 * HandOverRing.Length);
        Comparison comparison = Compare(
            "producer and consumer",
            rivals,
            s_longTiming,
            [new(Arrays, rivals.ArrayPool), new(New, rivals.New), new(HandOverAlone, () => work.Run(alone)), .. rivals.Tedd]);
        foreach (RatioRow row in Rows("hand-over", comparison, Faster(2)))
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> Churn()
    {
        const int Threads = 500;
        const int Items = 4;
        const int Rounds = 50;
        var rivals = new ByteRivals<CountingPolicy, ChurnWork>(new ChurnWork(Threads, Items, Rounds));

        // The threads run one after the other, so the pool needs no more items than one thread holds.
        yield return Count(Policy, rivals.Policy, Items);
        yield return Count(Delegates, rivals.Delegates, Items);
        yield return Count(Microsoft, rivals.Microsoft, null);
        yield return Count(Slot, rivals.RawSlot, null);

        RatioRow Count(string rival, Action run, double? limit)
        {
            int before = CountingPolicy.Made;
            run();
            return RatioRow.Once(
                "churn",
                Invariant($"{Threads} short threads, each {Rounds} times {Items} held"),
                rival,
                "factory calls",
                CountingPolicy.Made - before,
                limit);
        }
    }

    private static string ParallelName(int threads, int pairs) => Invariant($"{threads} threads, {pairs:N0} pairs each");
}
