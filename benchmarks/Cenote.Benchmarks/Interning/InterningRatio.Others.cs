using System.Text;
using Cenote.Benchmarks.Ratio;
using Cenote.Interning;
using Cenote.Measurement;
using CommunityToolkit.HighPerformance.Buffers;
using static System.FormattableString;

namespace Cenote.Benchmarks.Interning;

/// <content>Interning from UTF-8, new strings, and interners with a fixed capacity.</content>
internal sealed partial class InterningRatio
{
    private const string GetString = "Encoding.GetString";

    // A call takes several milliseconds, and includes garbage collections.
    private static readonly SideBySideOptions s_ofMisses = Timing.Quick with
    {
        WarmupPasses = 1,
        WarmupTime = TimeSpan.FromMilliseconds(30),
        WarmupPause = TimeSpan.Zero,
        LongestRoundTime = TimeSpan.FromMilliseconds(26),
    };

    private static IEnumerable<RatioRow> Utf8()
    {
        foreach (int length in InternTexts.Lengths)
        {
            var texts = new InternTexts(length, 1_000, zipf: true);
            byte[][] known =
            [
                .. Enumerable.Range(0, texts.Distinct).Select(number => Encoding.UTF8.GetBytes(texts[number].ToString())),
            ];
            byte[][] questions =
            [
                .. Enumerable.Range(0, HitPass<ExactInterner>.QuestionsPerThread)
                    .Select(place => known[texts.QuestionNumber(place)]),
            ];
            var exact = new StringInterner();
            var toolkit = new StringPool(2_000);
            string last = "";
            Comparison comparison = SideBySide.Run(
                Invariant($"{length} chars in UTF-8, 1,000 zipf"),
                questions.Length,
                [
                    new(GetString, () =>
                    {
                        foreach (byte[] text in questions)
                        {
                            last = Encoding.UTF8.GetString(text);
                        }
                    }),
                    new(Exact, () =>
                    {
                        foreach (byte[] text in questions)
                        {
                            last = exact.Intern(text);
                        }
                    }),
                    new(Toolkit, () =>
                    {
                        foreach (byte[] text in questions)
                        {
                            last = toolkit.GetOrAdd(text, Encoding.UTF8);
                        }
                    }),
                ],
                Timing.Short);
            GC.KeepAlive(last);
            yield return RatioRow.Of("UTF-8", comparison, Exact, 1.0, "x GetString");
            yield return RatioRow.Of("UTF-8", comparison, Toolkit, null, "x GetString");
            yield return RatioRow.Once(
                "UTF-8", comparison.Name + ", allocated", Exact, "B/op", comparison[Exact].AllocatedBytes, 0.001);
        }
    }

    private static IEnumerable<RatioRow> Misses()
    {
        foreach (int length in InternTexts.Lengths)
        {
            var texts = new InternTexts(length, 50_000, zipf: false);
            foreach (int threads in new[] { 1, 2 })
            {
                using Crew? crew = threads > 1 ? new Crew(threads) : null;
                Comparison comparison = SideBySide.Run(
                    Invariant($"{length} chars, 50,000 new, {threads} thread{(threads > 1 ? "s" : "")}"),
                    texts.Distinct,
                    [
                        new(Dictionary, new MissPass<DictionaryInterner>(texts, crew).Run),
                        new(Exact, new MissPass<ExactInterner>(texts, crew).Run),
                        new(Weak, new MissPass<WeakInterner>(texts, crew).Run),
                        new(LockedSet, new MissPass<LockedSetInterner>(texts, crew).Run),
                    ],
                    s_ofMisses with { CountAllThreads = threads > 1 });
                yield return RatioRow.Of("miss", comparison, Exact, HitLimit, TimesDictionary);
                yield return RatioRow.Of("miss", comparison, Weak, null, TimesDictionary);
                yield return RatioRow.Of("miss", comparison, LockedSet, null, TimesDictionary);
            }
        }
    }

    private static IEnumerable<RatioRow> Bounds()
    {
        var texts = new InternTexts(length: 13, distinct: 100_000, zipf: true);
        foreach (int capacity in new[] { 512, 2_048, 8_192, 16_384 })
        {
            var bounded = new BoundedStringInterner(capacity);
            var toolkit = new StringPool(capacity);
            Comparison comparison = SideBySide.Run(
                Invariant($"100,000 zipf, {capacity:N0} places"),
                HitPass<ExactInterner>.QuestionsPerThread,
                [
                    new(Toolkit, new HitPass<ToolkitInterner>(new ToolkitInterner(toolkit), texts, crew: null).Run),
                    new(Bounded, new HitPass<BoundedInterner>(new BoundedInterner(bounded), texts, crew: null).Run),
                ],
                Timing.Short);
            yield return RatioRow.Of("bound", comparison, Bounded, null, TimesToolkit);
            yield return RatioRow.Once("bound", comparison.Name + ", hits", Bounded, "%", HitRate(texts, bounded.Intern), null);
            yield return RatioRow.Once("bound", comparison.Name + ", hits", Toolkit, "%", HitRate(texts, toolkit.GetOrAdd), null);
        }
    }

    // A hit returns the instance that the interner returned before.
    private static double HitRate(InternTexts texts, Func<ReadOnlySpan<char>, string> intern)
    {
        var known = new Dictionary<string, string>(StringComparer.Ordinal);
        Dictionary<string, string>.AlternateLookup<ReadOnlySpan<char>> spans = known.GetAlternateLookup<ReadOnlySpan<char>>();
        int hits = 0;
        for (int place = 0; place < 4 * InternTexts.Questions; place++)
        {
            ReadOnlySpan<char> text = texts.Question(place);
            string got = intern(text);
            hits += place >= InternTexts.Questions && spans.TryGetValue(text, out string? before) && ReferenceEquals(got, before)
                ? 1
                : 0;
            spans[text] = got;
        }

        return 100.0 * hits / (3 * InternTexts.Questions);
    }
}
