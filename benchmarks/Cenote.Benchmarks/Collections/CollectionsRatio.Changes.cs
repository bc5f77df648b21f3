using Cenote.Benchmarks.Collections.Tables;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <content>Building, replacing keys, and going over all of them.</content>
internal sealed partial class CollectionsRatio
{
    private static IEnumerable<RatioRow> Builds(KeyKind kind, int count)
    {
        Keys keys = KeySource.Take(kind, 0, count);
        Comparison comparison = SideBySide.Run(
            NameOf(kind, count) + ", build",
            count,
            [
                new(Dictionary, Filling.Life<DictionaryTable>(keys)),
                new(Compact, Filling.Life<CompactTable>(keys)),
                new(Utf16, Filling.Life<Utf16Table>(keys)),
                new(PooledSet, Filling.Life<PooledSetTable>(keys)),
                new(HashSet, Filling.Life<HashSetTable>(keys)),
            ],
            TimingOf(count));
        return Rows("build", comparison, count <= 100_000 ? 1.0 : 0.7);
    }

    private static IEnumerable<RatioRow> Churn(KeyKind kind, int count)
    {
        Keys keys = KeySource.Take(kind, 0, count);
        Keys present = keys.Shuffled(LargestPart, seed: 3);
        Keys absent = KeySource.Take(kind, count, count).Shuffled(LargestPart, seed: 5);
        using CompactTable compact = Filling.Fill<CompactTable>(keys);
        using Utf16Table utf16 = Filling.Fill<Utf16Table>(keys);
        using PooledSetTable set = Filling.Fill<PooledSetTable>(keys);
        using ConcurrentPooledTable concurrentPooled = Filling.Fill<ConcurrentPooledTable>(keys);
        Comparison comparison = SideBySide.Run(
            NameOf(kind, count) + ", remove and add",
            present.Count,
            [
                Replacing(Dictionary, Filling.Fill<DictionaryTable>(keys)),
                Replacing(Compact, compact),
                Replacing(Utf16, utf16),
                Replacing(PooledSet, set),
                Replacing(ConcurrentPooled, concurrentPooled),
                Replacing(HashSet, Filling.Fill<HashSetTable>(keys)),
                Replacing(Concurrent, Filling.Fill<ConcurrentTable>(keys)),
            ],
            TimingOf(count));
        return Rows("remove and add", comparison, null);

        Rival Replacing<TTable>(string name, TTable table)
            where TTable : struct, IKeyTable<TTable> => new(name, new ChurnPass<TTable>(table, present, absent).Run);
    }

    private static IEnumerable<RatioRow> Enumeration(KeyKind kind, int count)
    {
        Keys keys = KeySource.Take(kind, 0, count);
        DictionaryTable dictionary = Filling.Fill<DictionaryTable>(keys);
        using CompactTable compact = Filling.Fill<CompactTable>(keys);
        using Utf16Table utf16 = Filling.Fill<Utf16Table>(keys);
        var ofCompact = new Enumerations(dictionary.Dictionary, compact.Dictionary);
        var ofUtf16 = new Enumerations(dictionary.Dictionary, utf16.Dictionary);
        Comparison lengths = SideBySide.Run(
            NameOf(kind, count) + ", lengths and values",
            count,
            [new(Dictionary, ofCompact.ManagedLengths), new(Compact, ofCompact.PooledLengths), new(Utf16, ofUtf16.PooledLengths)],
            TimingOf(count));
        Comparison texts = SideBySide.Run(
            NameOf(kind, count) + ", keys and values",
            count,
            [new(Dictionary, ofCompact.ManagedTexts), new(Compact, ofCompact.PooledTexts), new(Utf16, ofUtf16.PooledTexts)],
            TimingOf(count));
        return Rows("enumeration", lengths, 1.2).Concat(Rows("enumeration", texts, 1.2));
    }
}
