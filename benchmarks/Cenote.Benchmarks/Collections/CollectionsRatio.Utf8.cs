using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Collections;

/// <content>
/// Lookups by UTF-8, against a dictionary of byte arrays. Keys that are not ASCII are stored as UTF-8, except in the string
/// table, which stores UTF-16.
/// </content>
internal sealed partial class CollectionsRatio
{
    private const string TimesByteArrays = "x Dictionary<byte[]>";

    private static IEnumerable<RatioRow> Utf8()
    {
        foreach (bool isAscii in new[] { true, false })
        {
            string text = isAscii ? "ASCII" : "other text";
            foreach (int count in new[] { 400, 10_000, 100_000, 1_000_000 })
            {
                foreach (bool hits in new[] { true, false })
                {
                    using var tables = new Utf8LookUps(count, isAscii, hits);
                    Comparison comparison = SideBySide.Run(
                        Invariant($"{count:N0}, {(hits ? "hit" : "miss")}"),
                        Utf8LookUps.Questions,
                        [
                            new("byte[]", tables.Rival),
                            new("dictionary", tables.Dictionary),
                            new("references", tables.References),
                            .. hits ? [new Rival("references, or added", tables.AddedReferences)] : Array.Empty<Rival>(),
                            new(PooledSet, tables.Set),
                            new(ConcurrentPooled, tables.Concurrent),
                            new("table", tables.Table),
                        ],
                        s_cachedTiming);
                    double limit = count < 100_000 ? 0.75 : 0.6;
                    foreach (RivalResult rival in comparison.Rivals.Skip(1))
                    {
                        yield return RatioRow.Of($"UTF-8, {text}", comparison, rival.Name, limit, TimesByteArrays);
                    }
                }
            }
        }
    }
}
