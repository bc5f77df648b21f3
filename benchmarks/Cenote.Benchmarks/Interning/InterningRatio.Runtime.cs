using Cenote.Benchmarks.Ratio;
using Cenote.Interning;
using Cenote.Measurement;

namespace Cenote.Benchmarks.Interning;

/// <content>The table of the runtime when several threads meet in it.</content>
internal sealed partial class InterningRatio
{
    // Both are asked with strings, for string.Intern takes nothing else: so neither makes one.
    private const double RuntimeLimit = 0.5;

    private static IEnumerable<RatioRow> RuntimeTable()
    {
        var texts = new InternTexts(length: 13, distinct: 1_000, zipf: true);
        string[] strings = [.. Enumerable.Range(0, texts.Distinct).Select(number => string.Intern(texts[number].ToString()))];
        string[] questions = [.. Enumerable.Range(0, InternTexts.Questions).Select(place => strings[texts.QuestionNumber(place)])];
        var exact = new StringInterner();
        Array.ForEach(strings, text => exact.Intern(text));
        foreach (int threads in s_threads)
        {
            using Crew crew = new(threads);
            Action<int> askRuntime = thread => Ask(questions, thread, static (_, text) => string.Intern(text), exact);
            Action<int> askExact = thread => Ask(questions, thread, static (interner, text) => interner.Intern(text), exact);
            Comparison comparison = SideBySide.Run(
                NameOf(texts.Length, texts.Distinct, zipf: true, threads),
                (long)threads * questions.Length,
                [new(Runtime, () => crew.Run(askRuntime)), new(Exact, () => crew.Run(askExact))],
                s_timing with { CountAllThreads = threads > 1 });
            yield return RatioRow.Of("runtime", comparison, Exact, RuntimeLimit, "x string.Intern");
            foreach (RivalResult result in comparison.Rivals)
            {
                yield return RatioRow.Of("runtime", comparison.Name, result.Name, "ns/hit", result.Nanoseconds, null);
            }
        }
    }

    private static void Ask(string[] questions, int thread, Func<StringInterner, string, string> intern, StringInterner interner)
    {
        // From another place on each thread.
        int start = thread * 4_099;
        string last = "";
        for (int i = start; i < start + questions.Length; i++)
        {
            last = intern(interner, questions[i & (InternTexts.Questions - 1)]);
        }

        GC.KeepAlive(last);
    }
}
