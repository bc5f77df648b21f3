using System.Collections.Concurrent;
using Cenote.Benchmarks.Ratio;
using Cenote.Collections;
using Cenote.Measurement;
using static System.FormattableString;

namespace Cenote.Benchmarks.Interning;

/// <content>Looking up the id of a string, and the string of an id.</content>
internal sealed partial class InterningRatio
{
    private const string Ids32 = "StringTable";

    private static IEnumerable<RatioRow> Ids()
    {
        foreach (int distinct in new[] { 1_000, 100_000 })
        {
            var texts = new InternTexts(length: 13, distinct, zipf: false);
            string name = Invariant($"13 chars, {distinct:N0} uniform");
            using var table = new StringTable();
            var dictionary = new ConcurrentDictionary<string, int>(StringComparer.Ordinal);
            ConcurrentDictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> spans =
                dictionary.GetAlternateLookup<ReadOnlySpan<char>>();
            string[] strings = new string[distinct];
            for (int i = 0; i < distinct; i++)
            {
                int id = table.GetOrAdd(texts[i]);
                strings[id] = texts[i].ToString();
                dictionary[strings[id]] = id;
            }

            int found = 0;
            Comparison byText = SideBySide.Run(
                name + ", id of a text",
                HitPass<ExactInterner>.QuestionsPerThread,
                [
                    new(Dictionary, () =>
                    {
                        for (int i = 0; i < HitPass<ExactInterner>.QuestionsPerThread; i++)
                        {
                            _ = spans.TryGetValue(texts.Question(i), out int id);
                            found += id;
                        }
                    }),
                    new(Ids32, () =>
                    {
                        for (int i = 0; i < HitPass<ExactInterner>.QuestionsPerThread; i++)
                        {
                            found += table.GetOrAdd(texts.Question(i));
                        }
                    }),
                ],
                Timing.Short);
            Comparison byId = SideBySide.Run(
                name + ", text of an id",
                HitPass<ExactInterner>.QuestionsPerThread,
                [
                    new("string[]", () =>
                    {
                        for (int i = 0; i < HitPass<ExactInterner>.QuestionsPerThread; i++)
                        {
                            found += strings[texts.QuestionNumber(i)].AsSpan()[0];
                        }
                    }),
                    new(Ids32, () =>
                    {
                        for (int i = 0; i < HitPass<ExactInterner>.QuestionsPerThread; i++)
                        {
                            found += table.AsSpan(texts.QuestionNumber(i))[0];
                        }
                    }),
                ],
                Timing.Short);
            GC.KeepAlive(found);
            yield return RatioRow.Of("ids", byText, Ids32, null, TimesDictionary);
            yield return RatioRow.Of("ids", byId, Ids32, null, "x string[]");
        }
    }
}
