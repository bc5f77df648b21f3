using Cenote.Benchmarks.Ratio;
using Cenote.Interning;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Interning;

/// <content>The runtime's intern table on one to eight threads.</content>
internal sealed partial class InterningRatio
{
    private const double RuntimeLimit = 0.5;

    // Both sides look up existing string objects, because string.Intern accepts no spans. So neither side allocates.
    private static IEnumerable<RatioRow> RuntimeTable()
    {
        var texts = new InternTexts(length: 13, distinct: 1_000, zipf: true);
        string[] strings = [.. Enumerable.Range(0, texts.Distinct).Select(number => string.Intern(texts[number].ToString()))];
        string[] questions =
            [.. Enumerable.Range(0, InternTexts.Questions).Select(place => strings[texts.QuestionNumber(place)])];
        var exact = new StringInterner();
        Array.ForEach(strings, text => exact.Intern(text));
        _ = CompareWithRuntime(questions, exact, "warm-up", threads: 1, Timing.Quick with { Rounds = 1 });
        foreach (int threads in s_threads)
        {
            string name = NameOf(texts.Length, texts.Distinct, zipf: true, threads);
            Comparison comparison =
                CompareWithRuntime(questions, exact, name, threads, s_timing with { CountAllThreads = threads > 1 });
            yield return RatioRow.Of("runtime", comparison, Exact, RuntimeLimit, "x string.Intern");
            foreach (RivalResult result in comparison.Rivals)
            {
                yield return RatioRow.Of("runtime", name, result.Name, "ns/hit", result.Nanoseconds, null);
            }
        }
    }

    private static Comparison CompareWithRuntime(
        string[] questions, StringInterner exact, string name, int threads, SideBySideOptions timing)
    {
        using var crew = new Crew(threads);
        Action<int> askRuntime = thread =>
        {
            string last = "";
            int start = StartOf(thread);
            for (int i = start; i < start + questions.Length; i++)
            {
                last = string.Intern(questions[i & (InternTexts.Questions - 1)]);
            }

            GC.KeepAlive(last);
        };
        Action<int> askExact = thread =>
        {
            string last = "";
            int start = StartOf(thread);
            for (int i = start; i < start + questions.Length; i++)
            {
                last = exact.Intern(questions[i & (InternTexts.Questions - 1)]);
            }

            GC.KeepAlive(last);
        };
        return SideBySide.Run(
            name,
            (long)threads * questions.Length,
            [new(Runtime, () => crew.Run(askRuntime)), new(Exact, () => crew.Run(askExact))],
            timing);

        // Each thread starts at a different position.
        static int StartOf(int thread) => thread * 4_099;
    }
}
