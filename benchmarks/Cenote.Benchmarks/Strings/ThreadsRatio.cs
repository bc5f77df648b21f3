using System.Globalization;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Strings;

/// <summary>The figures of the concurrent pool: threads side by side, each for itself and exchanging strings.</summary>
internal sealed class ThreadsRatio : IRatioArea
{
    private const string Figure = "6";

    private static readonly SideBySideOptions s_options = new()
    {
        Rounds = 7,
        WarmupTime = TimeSpan.FromMilliseconds(60),
        RoundTime = TimeSpan.FromMilliseconds(40),
    };

    private static readonly int[] s_lengths = [8, 64, 256];
    private static readonly int[] s_threads = [1, 2, 4, 8];

    public string Name => "threads";

    public IEnumerable<RatioRow> Measure() => s_lengths.SelectMany(Rows);

    private static IEnumerable<RatioRow> Rows(int length)
    {
        Dictionary<int, long> bytes = [];
        double withoutWriter = length switch
        {
            8 => 1.4,
            64 => 1.3,
            _ => 1.0,
        };
        foreach (int threads in s_threads)
        {
            using (var patterns = new ThreadPatterns(threads, length))
            {
                Comparison bulk = Run(
                    "bulk",
                    [new("managed", patterns.BulkManaged), new("writer", patterns.BulkWriter), new("pool", patterns.BulkPool), new("locked pool", patterns.BulkLock)]);
                yield return Row(bulk, "writer", 0.95);
                yield return Row(bulk, "pool", withoutWriter);
                yield return Row(bulk, "locked pool", null);
                Comparison interleaved = Run(
                    "interleaved",
                    [new("managed", patterns.InterleavedManaged), new("writer", patterns.InterleavedWriter), new("pool", patterns.InterleavedPool)]);
                yield return Row(interleaved, "writer", 0.95);
                yield return Row(interleaved, "pool", withoutWriter);
            }

            // A pool of its own, for its memory.
            using (var patterns = new ThreadPatterns(threads, length))
            {
                Comparison exchange = Run(
                    "exchange",
                    [new("managed", patterns.ExchangeManaged), new("writer", patterns.ExchangeWriter), new("locked pool", patterns.ExchangeLock)]);
                yield return Row(exchange, "writer", null);
                yield return Row(exchange, "locked pool", null);
                bytes[threads] = patterns.UnmanagedBytes;
            }

            Comparison Run(string pattern, Rival[] rivals) => SideBySide.Run(
                string.Create(CultureInfo.InvariantCulture, $"{pattern}, {threads} threads, {length} chars"),
                threads * ThreadPatterns.Strings,
                rivals,
                s_options);
        }

        double growth = (double)bytes[8] / bytes[1];
        yield return new RatioRow(
            Figure,
            string.Create(CultureInfo.InvariantCulture, $"memory of 8 threads exchanging 4,096 live strings of {length} chars"),
            "writer",
            "x one thread",
            growth,
            growth,
            growth,
            3);
    }

    private static RatioRow Row(Comparison comparison, string rival, double? limit) => RatioRow.Of(Figure, comparison, rival, limit);
}
