using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Interning;

/// <content>Lookups by UTF-8, against a dictionary of byte arrays.</content>
internal sealed partial class InterningRatio
{
    private const string TimesByteArrays = "x Dictionary<byte[]>";
    private const string TimesConcurrentByteArrays = "x ConcurrentDictionary<byte[]>";

    private static IEnumerable<RatioRow> Utf8Keys()
    {
        WarmUpUtf8();
        foreach (bool isAscii in new[] { true, false })
        {
            foreach (int count in new[] { 400, 10_000, 100_000 })
            {
                foreach (bool hits in new[] { true, false })
                {
                    var interners = new Utf8Interners(count, isAscii, hits);
                    foreach (int threads in new[] { 1, 2 })
                    {
                        using Crew? crew = threads > 1 ? new Crew(threads) : null;
                        string text = isAscii ? "ASCII" : "other";
                        string asked = hits ? "hit" : "miss";
                        Comparison comparison = SideBySide.Run(
                            Invariant($"UTF-8 {text} {count:N0}, {asked}, {threads} thread{(threads > 1 ? "s" : "")}"),
                            (long)threads * Utf8Interners.Questions,
                            interners.Rivals(crew),
                            s_timing with { CountAllThreads = threads > 1 });
                        foreach (RivalResult rival in comparison.Rivals.Skip(1))
                        {
                            yield return RatioRow.Of(
                                isAscii ? "UTF-8 keys, ASCII" : "UTF-8 keys, other text",
                                comparison,
                                rival.Name,
                                count < 100_000 ? 0.75 : 0.6,
                                threads > 1 ? TimesConcurrentByteArrays : TimesByteArrays);
                        }
                    }
                }
            }
        }
    }

    // Warms up both kinds of text, hits and misses, on one thread and on two. The rows share compiled code, and the first row
    // must not include the JIT tiers.
    private static void WarmUpUtf8()
    {
        foreach (bool isAscii in new[] { true, false })
        {
            foreach (bool hits in new[] { true, false })
            {
                var interners = new Utf8Interners(400, isAscii, hits);
                foreach (int threads in new[] { 1, 2 })
                {
                    using Crew? crew = threads > 1 ? new Crew(threads) : null;
                    _ = SideBySide.Run(
                        "warm-up",
                        (long)threads * Utf8Interners.Questions,
                        interners.Rivals(crew),
                        Timing.Quick with { Rounds = 1 });
                }
            }
        }
    }
}
