using Cenote.Measurement;

namespace Cenote.Benchmarks.Interning;

/// <summary>Fills an empty interner: every string is new.</summary>
internal sealed class MissPass<TInterner>(InternTexts texts, Crew? crew)
    where TInterner : struct, IInterner<TInterner>
{
    private TInterner _interner;

    public void Run()
    {
        // The measured interners ignore this number, so each starts small and grows.
        _interner = TInterner.Create(1_024);
        if (crew is null)
        {
            Fill(0, texts.Distinct);
        }
        else
        {
            int part = texts.Distinct / crew.Count;
            crew.Run(thread => Fill(thread * part, part));
        }
    }

    private void Fill(int first, int count)
    {
        TInterner interner = _interner;
        for (int i = first; i < first + count; i++)
        {
            interner.Intern(texts[i]);
        }
    }
}
