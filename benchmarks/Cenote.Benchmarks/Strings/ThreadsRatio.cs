using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Strings;

/// <summary>Benchmarks of the pools for many threads: separate work, reading shared strings, and exchanging strings.</summary>
internal sealed class ThreadsRatio : IRatioArea
{
    private const string OwnText = "own strings";
    private const string Shared = "shared reads";
    private const string Exchanged = "exchange";
    private const string Managed = "managed";
    private const string Writer = "writer";
    private const string Pool = "pool";
    private const string Wrapper = "wrapper";
    private const string Locked = "locked pool";

    private static readonly int[] s_lengths = [8, 64, 256];
    private static readonly int[] s_threads = [1, 2, 4, 8];

    public string Name => "threads";

    public string Description =>
        "the concurrent pool, the synchronized wrapper and a locked pool on 1 to 8 threads: own strings, shared reads, exchange";

    public IEnumerable<RatioRow> Measure() =>
        s_lengths.SelectMany(OwnStrings).Concat(ReadMostly()).Concat(s_lengths.SelectMany(Exchange));

    private static IEnumerable<RatioRow> OwnStrings(int length)
    {
        // Lock contention does not depend on the length, so locks are measured only with short strings.
        bool withLocks = length <= 64;
        double withoutWriter = length switch
        {
            8 => 1.4,
            64 => 1.3,
            _ => 1.0,
        };
        foreach (int threads in s_threads)
        {
            foreach (Pattern pattern in PatternNames.All)
            {
                var text = new OneText(length);
                using var rivals = new ThreadRivals<OwnStringsWork>(threads, text, new OwnStringsWork(pattern, text));
                Comparison comparison = Compare(
                    Invariant($"{pattern.Name()}, {threads} threads, {length} chars"), rivals, withLocks);
                yield return RatioRow.Of(OwnText, comparison, Writer, 0.95);
                yield return RatioRow.Of(OwnText, comparison, Pool, withoutWriter);
                if (withLocks)
                {
                    yield return RatioRow.Of(OwnText, comparison, Wrapper, null);
                    yield return RatioRow.Of(OwnText, comparison, Locked, null);
                }
            }
        }
    }

    private static IEnumerable<RatioRow> ReadMostly()
    {
        const int Length = 64;
        foreach (int threads in s_threads)
        {
            var text = new OneText(Length);
            using var rivals = new ThreadRivals<ReadMostlyWork>(threads, text, new ReadMostlyWork(text));
            Comparison comparison = Compare(
                Invariant($"7 shared reads to a write, {threads} threads, {Length} chars"), rivals, withLocks: true);
            foreach (string rival in new[] { Writer, Pool, Wrapper, Locked })
            {
                yield return RatioRow.Of(Shared, comparison, rival, null);
            }
        }
    }

    private static IEnumerable<RatioRow> Exchange(int length)
    {
        Dictionary<int, long> bytes = [];
        foreach (int threads in s_threads)
        {
            using var rivals = new ExchangeRivals(threads, length);
            Comparison comparison = SideBySide.Run(
                Invariant($"exchange, {threads} threads, {length} chars"),
                threads * ExchangeRivals.Strings,
                [new(Managed, rivals.Managed), new(Writer, rivals.Writer), new(Locked, rivals.Locked)],
                Timing.Threads);
            yield return RatioRow.Of(Exchanged, comparison, Writer, null);
            yield return RatioRow.Of(Exchanged, comparison, Locked, null);
            bytes[threads] = rivals.BytesReserved;
        }

        yield return RatioRow.Once(
            Exchanged,
            Invariant($"memory of 8 threads exchanging 4,096 live strings of {length} chars"),
            Writer,
            "x one thread",
            (double)bytes[8] / bytes[1],
            3);
    }

    private static Comparison Compare(string name, IThreadRivals rivals, bool withLocks)
    {
        Rival[] free = [new(Managed, rivals.Managed), new(Writer, rivals.Writer), new(Pool, rivals.Pool)];
        Rival[] locked = withLocks ? [new(Wrapper, rivals.Wrapper), new(Locked, rivals.Locked)] : [];
        return SideBySide.Run(name, rivals.Operations, [.. free, .. locked], Timing.Threads);
    }
}
