using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;
using Cenote.Measurement;
using Cenote.Strings;
using static System.FormattableString;

namespace Cenote.Benchmarks.Strings;

/// <content>The published patterns with strings of one length, strings of mixed sizes, and large strings.</content>
internal sealed partial class StringsRatio
{
    private const string OneLength = "one length";
    private const string RefsFromString = "refs from string";
    private const string ContiguousFromString = "contiguous from string";

    private static IEnumerable<RatioRow> PublishedCells()
    {
        // The geometric means exclude strings of 257 chars, the shortest that a segmented pool does not store in slabs.
        int[] lengths = [8, 32, 64, 128, 256, 257];
        string[] rivals = [Refs, Ids, Contiguous, RefsFromString, ContiguousFromString];
        var ratios = rivals.ToDictionary(rival => rival, _ => new List<double>(), StringComparer.Ordinal);
        foreach (Pattern pattern in new[] { Pattern.Bulk, Pattern.BulkNewArray, Pattern.Interleaved })
        {
            foreach (int count in new[] { 1_000, 10_000 })
            {
                foreach (int length in lengths)
                {
                    Comparison comparison = CompareOneLength(pattern, count, length);
                    foreach (string rival in rivals)
                    {
                        var row = RatioRow.Of(OneLength, comparison, rival, length > 128 ? 0.7 : 0.85);
                        yield return row;
                        if (length != 257)
                        {
                            ratios[rival].Add(row.Value);
                        }

                        if (pattern == Pattern.Interleaved)
                        {
                            yield return RatioRow.Once(
                                row.Group, comparison.Name + ", allocated", rival, "B/string", row.AllocatedBytes!.Value, 0);
                        }
                    }
                }
            }
        }

        foreach (string rival in rivals)
        {
            yield return Mean(rival, ratios[rival]);
        }
    }

    private static Comparison CompareOneLength(Pattern pattern, int count, int length)
    {
        using var spans = new StringRivals<OneText>(count, new OneText(length));
        using var strings = new StringRivals<OneString>(count, new OneString(length));
        return SideBySide.Run(
            Invariant($"{pattern.Name()} {count} x {length} chars"),
            count,
            [
                new(Managed, () => spans.Filled(pattern)),
                new(Refs, () => spans.Refs(pattern)),
                new(Ids, () => spans.Ids(pattern)),
                new(Contiguous, () => spans.Contiguous(pattern)),
                new(RefsFromString, () => strings.Refs(pattern)),
                new(ContiguousFromString, () => strings.Contiguous(pattern)),
            ],
            Timing.Quick);
    }

    // Rows of pools that are created with sufficient capacity and never hold more than three strings at a time.
    private static IEnumerable<RatioRow> SizedPools()
    {
        foreach (int count in new[] { 1_000, 10_000 })
        {
            var text = new OneText(8);
            using var pool = new UnmanagedStringPool(initialCapacityChars: 32 * count);
            var managed = new FilledShelf(new string[count]);
            var contiguous = new ContiguousShelf(pool, new PooledString[count]);
            Comparison comparison = SideBySide.Run(
                Invariant($"interleaved {count} x 8 chars, pool made with a capacity"),
                count,
                [
                    new(Managed, () => Patterns<char>.Run(Pattern.Interleaved, managed, text)),
                    new(Contiguous, () => Patterns<char>.Run(Pattern.Interleaved, contiguous, text)),
                ],
                Timing.Quick);
            yield return RatioRow.Of(OneLength, comparison, Contiguous, 0.85);
        }
    }

    // Rows with many strings live at once, and then three at a time, so that the required memory changes within milliseconds.
    private static IEnumerable<RatioRow> PatternsInTurn()
    {
        const int Count = 10_000;
        foreach (int length in new[] { 8, 64, 256 })
        {
            foreach (int times in new[] { 1, 16 })
            {
                using var rivals = new StringRivals<OneText>(Count, new OneText(length));
                Comparison comparison = SideBySide.Run(
                    Invariant($"bulk {Count} x {length} chars, then interleaved {times} times"),
                    Count * (1 + times),
                    [
                        new(Managed, () => InTurn(rivals.Filled, times)),
                        new(Refs, () => InTurn(rivals.Refs, times)),
                        new(Contiguous, () => InTurn(rivals.Contiguous, times)),
                    ],
                    Timing.Quick);
                yield return RatioRow.Of("in turn", comparison, Refs, 1);
                yield return RatioRow.Of("in turn", comparison, Contiguous, 1);
            }
        }

        static void InTurn(Action<Pattern> run, int times)
        {
            run(Pattern.Bulk);
            for (int i = 0; i < times; i++)
            {
                run(Pattern.Interleaved);
            }
        }
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
        foreach (int length in new[] { 1_000, 4_000 })
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
            OneLength, Invariant($"geometric mean of the {ratios.Count} cells"), rival, RatioRow.TimesManaged, mean, ratios.Min(), ratios.Max(), 0.50);
    }
}
