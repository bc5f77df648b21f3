using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>Replaces the strings at random places of a shelf with strings of mixed sizes.</summary>
internal sealed class Replacement<TShelf>
    where TShelf : struct, IShelf<char>
{
    private const int TextCount = 1 << 16;

    private readonly TShelf _shelf;
    private readonly ManyTexts<char> _texts;
    private Xorshift _random = new(1);
    private int _next;

    public Replacement(TShelf shelf, int seed)
    {
        _shelf = shelf;
        _texts = MixedLengths.Texts(TextCount, seed);
        for (int i = 0; i < shelf.Count; i++)
        {
            shelf.Allocate(i, NextText());
        }
    }

    public void Run(int times)
    {
        TShelf shelf = _shelf;
        for (int i = 0; i < times; i++)
        {
            int place = _random.Next(shelf.Count);
            shelf.Free(place);
            shelf.Allocate(place, NextText());
        }
    }

    private ReadOnlySpan<char> NextText() => _texts[_next++ & (TextCount - 1)];
}
