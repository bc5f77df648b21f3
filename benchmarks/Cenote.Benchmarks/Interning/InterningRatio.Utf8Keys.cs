using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Interning;

/// <content>Texts that are looked for as UTF-8, against a dictionary of byte arrays.</content>
internal sealed partial class InterningRatio
{
    private const string TimesByteArrays = "x Dictionary<byte[]>";
    private const string TimesConcurrentByteArrays = "x ConcurrentDictionary<byte[]>";
    private const double ByteArraysLimit = 0.75;

    private static IEnumerable<RatioRow> Utf8Keys()
    {
        foreach (bool isAscii in new[] { true, false })
        {
            foreach (int count in new[] { 400, 10_000 })
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
                                "UTF-8 keys",
                                comparison,
                                rival.Name,
                                ByteArraysLimit,
                                threads > 1 ? TimesConcurrentByteArrays : TimesByteArrays);
                        }
                    }
                }
            }
        }
    }
}
