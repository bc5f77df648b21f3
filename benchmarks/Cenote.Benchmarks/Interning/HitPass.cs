namespace Cenote.Benchmarks.Interning;

/// <summary>Asks one interner for texts that it has, on one thread or on several.</summary>
internal sealed class HitPass<TInterner>(TInterner interner, InternTexts texts, Crew? crew)
    where TInterner : struct, IInterner<TInterner>
{
    /// <summary>Questions of each thread in a call.</summary>
    public const int QuestionsPerThread = 1 << 14;

    private readonly int[] _places = new int[(crew?.Count ?? 1) * 16];

    /// <summary>What was found last, so that finding it is not optimized away.</summary>
    public string Last { get; private set; } = "";

    public void Run()
    {
        if (crew is null)
        {
            Ask(thread: 0);
        }
        else
        {
            crew.Run(Ask);
        }
    }

    private void Ask(int thread)
    {
        ref int place = ref _places[thread * 16];
        int start = place + (thread * 4_099);
        string last = "";
        for (int i = start; i < start + QuestionsPerThread; i++)
        {
            last = interner.Intern(texts.Question(i));
        }

        Last = last;
        place += QuestionsPerThread;
    }
}
