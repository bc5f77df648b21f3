using Cenote.Measurement;

namespace Cenote.Benchmarks.Interning;

/// <summary>Asks one interner for texts that it has, on one thread or on several.</summary>
internal sealed class HitPass<TInterner>
    where TInterner : struct, IInterner<TInterner>
{
    /// <summary>Questions of each thread in a call, unless it is told otherwise.</summary>
    public const int QuestionsPerThread = 1 << 14;

    // Each on a cache line of its own.
    private const int PlaceStride = 16;

    private readonly TInterner _interner;
    private readonly InternTexts _texts;
    private readonly Crew? _crew;
    private readonly int _questions;
    private readonly int[] _places;

    // Made once: a call is to allocate nothing.
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

    /// <summary>What was found last, so that finding it is not optimized away.</summary>
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
