using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <content>Looking up present and missing keys, by span, by string and in batches.</content>
internal sealed partial class CollectionsRatio
{
    // Takes more rounds than usual: other programs affect memory access times, and many of these ratios are near their goals.
    private const int LookUpRounds = 11;

    private static IEnumerable<RatioRow> LookUps(string name, FilledTables tables, SideBySideOptions timing)
    {
        timing = timing with { Rounds = LookUpRounds };
        int count = tables.Keys.Count;
        double limit = count switch
        {
            <= 1_000 => 1.0,
            <= 100_000 => 0.6,
            _ => 0.5,
        };
        Comparison hit = Ask("hit", tables.Hits, byString: false);
        Comparison miss = Ask("miss", tables.Misses, byString: false);
        Comparison batch = Batches(name, tables, timing);
        return
        [
            .. Rows("hit", hit, limit),
            .. Allocations("hit", hit),
            .. Rows("miss", miss, limit),
            .. Rows("batch", batch, count < 100_000 ? null : 0.3),
            .. tables.Others is null ? [] : Rows("by string", Ask("hit by string", tables.Hits, byString: true), null),
        ];

        Comparison Ask(string what, Questions questions, bool byString)
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
                Add(Frozen, others.Frozen);
                if (byString)
                {
                    Add(LockFree, others.NonBlocking);
                }
            }

            return SideBySide.Run($"{name}, {what}", questions.PartSize, rivals, timing);

            void Add<TReader>(string rival, TReader reader)
                where TReader : struct, IKeyReader
            {
                var pass = new ReadPass<TReader>(reader, questions);
                rivals.Add(new Rival(rival, byString ? pass.Strings : pass.Spans));
            }
        }
    }

    private static Comparison Batches(string name, FilledTables tables, SideBySideOptions timing) => SideBySide.Run(
        name + ", hit in batches",
        tables.Hits.PartSize,
        [
            new(Dictionary, new ReadPass<DictionaryTable>(tables.Dictionary, tables.Hits).Spans),
            new(Compact, new BatchPass(tables.Compact.Dictionary, tables.Hits).Run),
            new(Utf16, new BatchPass(tables.Utf16.Dictionary, tables.Hits).Run),
        ],
        timing);

    private static IEnumerable<RatioRow> Allocations(string group, Comparison comparison) => comparison.Rivals
        .Where(static rival => rival.Name is Compact or Utf16 or PooledSet or ConcurrentPooled)
        .Select(rival => RatioRow.Once(group, comparison.Name + ", allocated", rival.Name, "B/op", rival.AllocatedBytes, 0));
}
