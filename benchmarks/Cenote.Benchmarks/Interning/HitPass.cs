using Cenote.Measurement;

namespace Cenote.Benchmarks.Interning;

/// <summary>Interns the same strings repeatedly, on one thread or on several.</summary>
internal sealed class HitPass<TInterner>
    where TInterner : struct, IInterner<TInterner>
{
    /// <summary>Default number of lookups of each thread in a call.</summary>
    public const int QuestionsPerThread = 1 << 14;

    // The distance between two threads' positions, so that each is on a separate cache line.
    private const int PlaceStride = 16;

    private readonly TInterner _interner;
    private readonly InternTexts _texts;
    private readonly Crew? _crew;
    private readonly int _questions;
    private readonly int[] _places;

    // Created once, so that a call allocates nothing.
    private readonly Action<int> _ask;

    public HitPass(TInterner interner, InternTexts texts, Crew? crew, int questions = QuestionsPerThread)
    {
        _questions = questions;
        _interner = interner;
        _texts = texts;
        _crew = crew;
        _places = new int[(crew?.Count ?? 1) * PlaceStride];
        _ask = Ask;
    }

    /// <summary>The string found last, so that lookups are not optimized away.</summary>
    public string Last { get; private set; } = "";

    public void Run()
    {
        if (_crew is null)
        {
            Ask(thread: 0);
        }
        else
        {
            _crew.Run(_ask);
        }
    }

    private void Ask(int thread)
    {
        ref int place = ref _places[thread * PlaceStride];
        int start = place + (thread * 4_099);
        string last = "";
        for (int i = start; i < start + _questions; i++)
        {
            last = _interner.Intern(_texts.Question(i));
        }

        Last = last;
        place += _questions;
    }
}
