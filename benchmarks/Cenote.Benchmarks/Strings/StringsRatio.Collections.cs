using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Measurement;
using Cenote.Strings;
using static System.FormattableString;

namespace Cenote.Benchmarks.Strings;

/// <content>Collections: reading them, and replacing strings in them.</content>
internal sealed partial class StringsRatio
{
    private const string Read = "read";
    private const string Replace = "replace";

    private static IEnumerable<RatioRow> Reads()
    {
        foreach (bool cached in new[] { false, true })
        {
            int count = cached ? 1_024 : 1_000_000;
            string where = cached ? "1,024 strings in cache" : "1 M strings in random order";
            Comparison touch = CompareReads<Touch>("touch " + where, count, parts: 1);
            yield return RatioRow.Of(Read, touch, Ids, cached ? 1.5 : 1.8);
            yield return RatioRow.Of(Read, touch, Refs, cached ? 1.9 : 2.2);
            yield return RatioRow.Of(Read, touch, Batch, cached ? null : 1.3);
            yield return RatioRow.Of(Read, touch, Contiguous, null);
            if (cached)
            {
                Comparison indexed = CompareIndexedReads(count);
                yield return RatioRow.Of(Read, indexed, Ids, 1.5);
                yield return RatioRow.Of(Read, indexed, Refs, 1.9);
            }

            // Hashing a million strings would take a quarter of a second, so each call hashes a quarter of them.
            Comparison hash = CompareReads<Hash>("hash " + where, count, parts: cached ? 1 : 4);
            foreach (string rival in new[] { Ids, Refs, Batch })
            {
                yield return RatioRow.Of(Read, hash, rival, cached ? null : 1.05);
            }

            yield return RatioRow.Of(Read, hash, Contiguous, null);
        }
    }

    private static IEnumerable<RatioRow> Replacements()
    {
        const int Times = 50_000;
        foreach ((int live, double limit) in new[] { (500, 1.0), (50_000, 1.3), (1_000_000, 0.9) })
        {
            using var refPool = new SegmentedStringPool();
            using var idPool = new SegmentedStringPool();
            using UnmanagedStringPool contiguousPool = Pools.Contiguous();
            Comparison comparison = SideBySide.Run(
                Invariant($"replacing at random, {live} live"),
                Times,
                [
                    Replacing(Managed, new ManagedShelf(new string[live])),
                    Replacing(Refs, new RefShelf(refPool, new PooledStringRef[live])),
                    Replacing(Ids, new IdShelf(idPool, new PooledStringId[live])),
                    Replacing(Contiguous, new ContiguousShelf(contiguousPool, new PooledString[live])),
                ],
                live < 1_000_000 ? Timing.Quick : Timing.Long);
            yield return RatioRow.Of(Replace, comparison, Refs, limit);
            yield return RatioRow.Of(Replace, comparison, Ids, limit);
            yield return RatioRow.Of(Replace, comparison, Contiguous, null);
        }

        static Rival Replacing<TShelf>(string name, TShelf shelf)
            where TShelf : struct, IShelf<char>
        {
            var replacement = new Replacement<TShelf>(shelf, seed: 11);
            return new Rival(name, () => replacement.Run(Times));
        }
    }

    private static Comparison CompareIndexedReads(int count)
    {
        using var rivals = new ReadRivals(count, parts: 1, seed: 9);
        return SideBySide.Run(
            Invariant($"touch {count} strings in cache, foreach over an array of indexes"),
            count,
            [
                new(Managed, rivals.IndexedManaged),
                new(Ids, rivals.IndexedIds),
                new(Refs, rivals.IndexedRefs),
            ],
            Timing.Quick);
    }

    private static Comparison CompareReads<TReader>(string name, int count, int parts)
        where TReader : struct, ITextReader
    {
        using var rivals = new ReadRivals(count, parts, seed: 9);
        return SideBySide.Run(
            name,
            count / parts,
            [
                new(Managed, rivals.Managed<TReader>),
                new(Ids, rivals.Ids<TReader>),
                new(Refs, rivals.Refs<TReader>),
                new(Batch, rivals.Batch<TReader>),
                new(Contiguous, rivals.Contiguous<TReader>),
            ],
            Timing.Quick);
    }
}
