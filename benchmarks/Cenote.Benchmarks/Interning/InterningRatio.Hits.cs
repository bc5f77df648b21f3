using Cenote.Benchmarks.Ratio;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Interning;

/// <content>Strings that are present: every length, number of strings, order and number of threads.</content>
internal sealed partial class InterningRatio
{
    // Allows a ratio of 1.0, plus the noise of a shared machine.
    private const double HitLimit = 1.05;
    private const double MeanLimit = 0.75;
    private const double ToolkitLimit = 0.4;

    // Used with few strings, because synchronizing the threads takes longer than 16,384 lookups.
    private const int ManyQuestions = 1 << 16;

    private static IEnumerable<RatioRow> Hits()
    {
        List<double> ratios = [];
        double allocated = 0;
        foreach (int length in InternTexts.Lengths)
        {
            foreach (int distinct in s_counts)
            {
                var texts = new InternTexts(length, distinct, zipf: true);
                DictionaryInterner dictionary = texts.Fill<DictionaryInterner>(1);
                ExactInterner exact = texts.Fill<ExactInterner>(2);
                ToolkitInterner toolkit = texts.Fill<ToolkitInterner>(3);
                foreach ((InternTexts ordered, bool zipf) in new[] { (texts, true), (texts.Reordered(zipf: false), false) })
                {
                    foreach (int threads in s_threads)
                    {
                        string name = NameOf(length, distinct, zipf, threads);
                        int questions = distinct < 1_000 ? ManyQuestions : HitPass<ExactInterner>.QuestionsPerThread;
                        using Crew? crew = threads > 1 ? new Crew(threads) : null;
                        Comparison comparison = SideBySide.Run(
                            name,
                            (long)threads * questions,
                            [
                                new(Dictionary, new HitPass<DictionaryInterner>(dictionary, ordered, crew, questions).Run),
                                new(Exact, new HitPass<ExactInterner>(exact, ordered, crew, questions).Run),
                                new(Toolkit, new HitPass<ToolkitInterner>(toolkit, ordered, crew, questions).Run),
                            ],
                            s_timing with { CountAllThreads = threads > 1 });
                        RivalResult ours = comparison[Exact];
                        ratios.Add(ours.Ratio.Median);
                        allocated = Math.Max(allocated, ours.AllocatedBytes);
                        yield return RatioRow.Of("hit", comparison, Exact, HitLimit, TimesDictionary);
                        double toToolkit = ours.Nanoseconds.Median / comparison[Toolkit].Nanoseconds.Median;
                        yield return RatioRow.Once("hit", name, Exact, TimesToolkit, toToolkit, ToolkitLimit);
                    }
                }
            }
        }

        yield return RatioRow.Once(
            "all hits", "geometric mean of all cells", Exact, TimesDictionary, GeometricMean(ratios), MeanLimit);
        yield return RatioRow.Once("all hits", "allocated, the most of all cells", Exact, "B/op", allocated, 0.001);
    }

    /// <summary>All rivals, on one thread.</summary>
    private static IEnumerable<RatioRow> Others()
    {
        foreach (int length in new[] { 13, 128 })
        {
            foreach (int distinct in s_counts)
            {
                Comparison comparison = CompareAll(
                    new InternTexts(length, distinct, zipf: false), NameOf(length, distinct, zipf: false, threads: 1), s_timing);
                foreach (RivalResult result in comparison.Rivals.Skip(1))
                {
                    yield return RatioRow.Of("all", comparison, result.Name, null, TimesDictionary);
                }
            }
        }
    }

    private static Comparison CompareAll(InternTexts texts, string name, SideBySideOptions timing)
    {
        List<Rival> rivals = [];
        Add<DictionaryInterner>(Dictionary);
        Add<ExactInterner>(Exact);
        Add<BoundedInterner>(Bounded);
        Add<WeakInterner>(Weak);
        Add<ToolkitInterner>(Toolkit);
        Add<LockedSetInterner>(LockedSet);
        Add<RuntimeInterner>(Runtime);
        Add<BuildInterner>(Build);
        return SideBySide.Run(name, HitPass<ExactInterner>.QuestionsPerThread, rivals, timing);

        void Add<TInterner>(string rival)
            where TInterner : struct, IInterner<TInterner> =>
            rivals.Add(new Rival(rival, new HitPass<TInterner>(texts.Fill<TInterner>(rivals.Count), texts, crew: null).Run));
    }
}
