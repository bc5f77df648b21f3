using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <content>Building, replacing keys, and enumerating.</content>
internal sealed partial class CollectionsRatio
{
    private static IEnumerable<RatioRow> Builds(string name, Keys keys, bool all, SideBySideOptions timing)
    {
        List<Rival> rivals =
        [
            new(Dictionary, Filling.Life<DictionaryTable>(keys)),
            new(Compact, Filling.Life<CompactTable>(keys)),
            new(Utf16, Filling.Life<Utf16Table>(keys)),
        ];
        if (all)
        {
            rivals.Add(new(PooledSet, Filling.Life<PooledSetTable>(keys)));
            rivals.Add(new(HashSet, Filling.Life<HashSetTable>(keys)));
        }

        // A call that adds a million keys warms the caches by itself, so a single warm-up call is enough.
        SideBySideOptions ownTiming = keys.Count > 100_000 ? timing with { WarmupCalls = 1 } : timing;
        return Rows("build", SideBySide.Run(name + ", build", keys.Count, rivals, ownTiming), keys.Count <= 100_000 ? 1.0 : 0.7);
    }

    private static IEnumerable<RatioRow> Churn(string name, FilledTables tables, SideBySideOptions timing)
    {
        List<Rival> rivals = [];
        Add(Dictionary, tables.Dictionary);
        Add(Compact, tables.Compact);
        Add(Utf16, tables.Utf16);
        if (tables.Others is { } others)
        {
            Add(PooledSet, others.PooledSet);
            Add(ConcurrentPooled, others.ConcurrentPooled);
            Add(HashSet, others.HashSet);
            Add(Concurrent, others.Concurrent);
        }

        return Rows("remove and add", SideBySide.Run(name + ", remove and add", tables.Hits.PartSize, rivals, timing), null);

        void Add<TTable>(string rival, TTable table)
            where TTable : struct, IKeyTable<TTable> =>
            rivals.Add(new Rival(rival, new ChurnPass<TTable>(table, tables.Hits, tables.Misses).Run));
    }

    private static IEnumerable<RatioRow> Enumeration(string name, FilledTables tables, SideBySideOptions timing)
    {
        var ofCompact = new Enumerations(tables.Dictionary.Dictionary, tables.Compact.Dictionary);
        var ofUtf16 = new Enumerations(tables.Dictionary.Dictionary, tables.Utf16.Dictionary);
        Comparison lengths = SideBySide.Run(
            name + ", lengths and values",
            tables.Keys.Count,
            [new(Dictionary, ofCompact.ManagedLengths), new(Compact, ofCompact.PooledLengths), new(Utf16, ofUtf16.PooledLengths)],
            timing);
        Comparison texts = SideBySide.Run(
            name + ", keys and values",
            tables.Keys.Count,
            [new(Dictionary, ofCompact.ManagedTexts), new(Compact, ofCompact.PooledTexts), new(Utf16, ofUtf16.PooledTexts)],
            timing);
        return [.. Rows("enumeration", lengths, 1.2), .. Rows("enumeration", texts, 1.2)];
    }
}
