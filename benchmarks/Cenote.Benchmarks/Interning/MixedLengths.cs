namespace Cenote.Benchmarks.Interning;

/// <summary>
/// Makes the JIT fully compile every interner before the first measurement, with strings of all lengths in turn, as in programs.
/// Otherwise the JIT would optimize the code for the only length it had seen.
/// </summary>
internal static class MixedLengths
{
    private const int Passes = 4;

    private static readonly TimeSpan s_compilerPause = TimeSpan.FromMilliseconds(150);
    private static bool s_isDone;

    /// <summary>Interns strings in all interners, only once per process.</summary>
    public static void WarmUp()
    {
        if (s_isDone)
        {
            return;
        }

        InternTexts[] texts = [.. InternTexts.Lengths.Select(static length => new InternTexts(length, 1_000, zipf: true))];
        for (int pass = 0; pass < Passes; pass++)
        {
            Ask<DictionaryInterner>(texts);
            Ask<ExactInterner>(texts);
            Ask<BoundedInterner>(texts);
            Ask<WeakInterner>(texts);
            Ask<ToolkitInterner>(texts);
            Ask<LockedSetInterner>(texts);
            Ask<RuntimeInterner>(texts);
            Ask<BuildInterner>(texts);
            Thread.Sleep(s_compilerPause);
        }

        s_isDone = true;
    }

    private static void Ask<TInterner>(InternTexts[] texts)
        where TInterner : struct, IInterner<TInterner>
    {
        TInterner[] interners = [.. texts.Select(static same => same.Fill<TInterner>(1))];
        for (int i = 0; i < HitPass<TInterner>.QuestionsPerThread; i++)
        {
            int turn = i % texts.Length;
            interners[turn].Intern(texts[turn].Question(i));
        }

        // Also runs the measured loop as often as the JIT requires.
        var pass = new HitPass<TInterner>(interners[0], texts[0], crew: null, questions: 256);
        for (int i = 0; i < 64; i++)
        {
            pass.Run();
        }
    }
}
