namespace Cenote.Benchmarks.Interning;

/// <summary>
/// Has every interner compiled in full before the first measurement, by texts of all lengths in turns, as programs ask: the JIT
/// compiler would else lay out the code for the only length that it has seen.
/// </summary>
internal static class MixedLengths
{
    private const int Passes = 4;

    private static readonly TimeSpan s_compilerPause = TimeSpan.FromMilliseconds(150);
    private static bool s_isDone;

    /// <summary>Asks all interners; once in a process.</summary>
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

        // The loop of each measurement, too, as often as the compiler wants to see it.
        var pass = new HitPass<TInterner>(interners[0], texts[0], crew: null, questions: 256);
        for (int i = 0; i < 64; i++)
        {
            pass.Run();
        }
    }
}
