using System.Collections.Frozen;
using Cenote.Benchmarks.Collections.Tables;
using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Collections;

/// <content>Looking up: keys that are there and keys that are not, by span, by string and in batches.</content>
internal sealed partial class CollectionsRatio
{
    private const int LargeCount = 10_000_000;
    private const int LargeQuestions = 2_000_000;

    // A frozen dictionary of a million URLs takes ten times as long to make as any other one.
    private const int LargestFrozen = 100_000;

    private static IEnumerable<RatioRow> LookUps(KeyKind kind, int count)
    {
        Keys keys = KeySource.Take(kind, 0, count);
        int parts = Math.Max(1, count / LargestPart);
        var hits = new Questions(keys.Shuffled(count, seed: 3), parts);
        var misses = new Questions(KeySource.Take(kind, count, count).Shuffled(count, seed: 5), parts);
        DictionaryTable dictionary = Filling.Fill<DictionaryTable>(keys);
        ConcurrentTable concurrent = Filling.Fill<ConcurrentTable>(keys);
        HashSetTable hashSet = Filling.Fill<HashSetTable>(keys);
        FrozenTable? frozen = count <= LargestFrozen ? new FrozenTable(dictionary.Dictionary.ToFrozenDictionary()) : null;
        using CompactTable compact = Filling.Fill<CompactTable>(keys);
        using Utf16Table utf16 = Filling.Fill<Utf16Table>(keys);
        using PooledSetTable set = Filling.Fill<PooledSetTable>(keys);
        using ConcurrentPooledTable concurrentPooled = Filling.Fill<ConcurrentPooledTable>(keys);

        string name = NameOf(kind, count);
        double limit = LookUpLimit(count);
        Comparison hit = Ask("hit", hits, byString: false);
        Comparison miss = Ask("miss", misses, byString: false);
        Comparison byString = Ask("hit by string", hits, byString: true);
        Comparison batch = Batches(name, TimingOf(count), hits, dictionary, compact, utf16);
        return Rows("hit", hit, limit)
            .Concat(Allocations("hit", hit))
            .Concat(Rows("miss", miss, limit))
            .Concat(Rows("by string", byString, null))
            .Concat(Rows("batch", batch, BatchLimit(count)));

        Comparison Ask(string what, Questions questions, bool byString)
        {
            List<Rival> rivals = [];
            Add(Dictionary, dictionary);
            Add(Compact, compact);
            Add(Utf16, utf16);
            Add(PooledSet, set);
            Add(ConcurrentPooled, concurrentPooled);
            Add(HashSet, hashSet);
            Add(Concurrent, concurrent);
            if (frozen is { } table)
            {
                Add(Frozen, table);
            }

            return SideBySide.Run($"{name}, {what}", questions.PartSize, rivals, TimingOf(count));

            void Add<TReader>(string rival, TReader reader)
                where TReader : struct, IKeyReader
            {
                var pass = new ReadPass<TReader>(reader, questions);
                rivals.Add(new Rival(rival, byString ? pass.Strings : pass.Spans));
            }
        }
    }

    private static IEnumerable<RatioRow> LargeLookUps()
    {
        Keys keys = KeySource.Take(KeyKind.Ids, 0, LargeCount);
        var hits = new Questions(keys.Shuffled(LargeQuestions, seed: 3), LargeQuestions / LargestPart);
        var misses = new Questions(KeySource.Take(KeyKind.Ids, LargeCount, LargeQuestions).Shuffled(LargeQuestions, seed: 5), LargeQuestions / LargestPart);
        DictionaryTable dictionary = Filling.Fill<DictionaryTable>(keys);
        using CompactTable compact = Filling.Fill<CompactTable>(keys);
        using Utf16Table utf16 = Filling.Fill<Utf16Table>(keys);

        string name = NameOf(KeyKind.Ids, LargeCount);
        double limit = LookUpLimit(LargeCount);
        Comparison hit = Ask("hit", hits);
        Comparison miss = Ask("miss", misses);
        Comparison batch = Batches(name, Timing.Quick, hits, dictionary, compact, utf16);
        return Rows("hit", hit, limit).Concat(Rows("miss", miss, limit)).Concat(Rows("batch", batch, BatchLimit(LargeCount)));

        Comparison Ask(string what, Questions questions) => SideBySide.Run(
            $"{name}, {what}",
            questions.PartSize,
            [
                new(Dictionary, new ReadPass<DictionaryTable>(dictionary, questions).Spans),
                new(Compact, new ReadPass<CompactTable>(compact, questions).Spans),
                new(Utf16, new ReadPass<Utf16Table>(utf16, questions).Spans),
            ],
            Timing.Quick);
    }

    private static Comparison Batches(
        string name, SideBySideOptions timing, Questions questions, DictionaryTable dictionary, CompactTable compact, Utf16Table utf16) => SideBySide.Run(
        name + ", hit in batches",
        questions.PartSize,
        [
            new(Dictionary, new ReadPass<DictionaryTable>(dictionary, questions).Spans),
            new(Compact, new BatchPass(compact.Dictionary, questions).Run),
            new(Utf16, new BatchPass(utf16.Dictionary, questions).Run),
        ],
        timing);

    private static double LookUpLimit(int count) => count switch
    {
        <= 1_000 => 1.0,
        <= 100_000 => 0.6,
        _ => 0.5,
    };

    private static double? BatchLimit(int count) => count < 100_000 ? null : 0.3;
}
