using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Strings;

/// <content>The published patterns, with strings of one length, of mixed sizes and of large ones, and cold starts.</content>
internal sealed partial class StringsRatio
{
    private const string OneLength = "one length";

    private static IEnumerable<RatioRow> PublishedCells()
    {
        List<double> refs = [];
        List<double> contiguous = [];
        foreach (Pattern pattern in PatternNames.All)
        {
            foreach (int count in new[] { 1_000, 10_000 })
            {
                foreach (int length in new[] { 8, 32, 64, 128, 256 })
                {
                    using var rivals = new StringRivals<OneText>(count, new OneText(length));
                    Comparison comparison = Compare(
                        Invariant($"{pattern.Name()} {count} x {length} chars"), count, pattern, rivals.Filled, rivals);

                    // Above 128 chars the limit of large strings holds as well, and is the stricter one.
                    RatioRow[] rows =
                    [
                        RatioRow.Of(OneLength, comparison, Refs, length > 128 ? 0.7 : 0.95),
                        RatioRow.Of(OneLength, comparison, Contiguous, length < 32 ? 1 : 0.85),
                    ];
                    refs.Add(rows[0].Value);
                    contiguous.Add(rows[1].Value);
                    foreach (RatioRow row in rows)
                    {
                        yield return row;
                        if (pattern == Pattern.Interleaved)
                        {
                            yield return RatioRow.Once(
                                row.Group, comparison.Name + ", allocated", row.Rival, "B/string", row.AllocatedBytes!.Value, 0);
                        }
                    }
                }
            }
        }

        yield return Mean(Refs, refs);
        yield return Mean(Contiguous, contiguous);
    }

    private static IEnumerable<RatioRow> MixedSizes()
    {
        foreach (int count in new[] { 1_000, 10_000 })
        {
            using var rivals = new StringRivals<ManyTexts<char>>(count, MixedLengths.Texts(count, seed: 7));
            foreach (Pattern pattern in PatternNames.All)
            {
                Comparison comparison = Compare(
                    Invariant($"mixed sizes, {pattern.Name()} {count}"), count, pattern, rivals.Copied, rivals);
                yield return RatioRow.Of("mixed sizes", comparison, Refs, 0.9);
                yield return RatioRow.Of("mixed sizes", comparison, Contiguous, null);
            }
        }
    }

    private static IEnumerable<RatioRow> LargeStrings()
    {
        const int Count = 1_000;
        foreach (int length in new[] { 129, 1_000, 4_000 })
        {
            using var rivals = new StringRivals<OneText>(Count, new OneText(length));
            foreach (Pattern pattern in PatternNames.All)
            {
                Comparison comparison = Compare(
                    Invariant($"large, {pattern.Name()} {Count} x {length} chars"), Count, pattern, rivals.Filled, rivals);
                yield return RatioRow.Of("large", comparison, Refs, 0.7);
                yield return RatioRow.Of("large", comparison, Contiguous, null);
            }
        }
    }

    private static IEnumerable<RatioRow> ColdStarts()
    {
        foreach (int length in new[] { 8, 32, 128, ColdStart.Mixed })
        {
            IColdStarts starts = ColdStart.Of(length);
            Comparison comparison = SideBySide.Run(
                Invariant($"cold start, first 1,000 strings, {(length == ColdStart.Mixed ? "mixed sizes" : $"{length} chars")}"),
                ColdStart.Count,
                [new(Managed, starts.Managed), new(Refs, starts.Refs), new(Contiguous, starts.Contiguous)],
                Timing.Quick);
            yield return RatioRow.Of("cold start", comparison, Refs, 1.2);
            yield return RatioRow.Of("cold start", comparison, Contiguous, null);
        }
    }

    private static Comparison Compare(string name, int count, Pattern pattern, Action<Pattern> managed, IStringRivals rivals) =>
        SideBySide.Run(
            name,
            count,
            [
                new(Managed, () => managed(pattern)),
                new(Refs, () => rivals.Refs(pattern)),
                new(Contiguous, () => rivals.Contiguous(pattern)),
            ],
            Timing.Quick);

    private static RatioRow Mean(string rival, List<double> ratios)
    {
        double mean = Math.Exp(ratios.Average(Math.Log));
        return new RatioRow(
            OneLength, "geometric mean of the 20 cells", rival, RatioRow.TimesManaged, mean, ratios.Min(), ratios.Max(), 0.70);
    }
}
