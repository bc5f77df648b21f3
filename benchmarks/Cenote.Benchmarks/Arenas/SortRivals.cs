using Cenote.Arenas;
using Cenote.Benchmarks.Arenas.Corpora;

namespace Cenote.Benchmarks.Arenas;

/// <summary>
/// Ways to sort the same strings, in groups of one size that are sorted separately. Many groups make short sorts measurable, and
/// keep the branch predictor from learning their order.
/// </summary>
internal sealed class SortRivals : IDisposable
{
    public const string Managed = "managed";
    public const string SpanSort = "span.Sort";
    public const string Arena = "arena";

    private readonly ArenaTexts _texts;
    private readonly ArenaString[] _values;
    private readonly string[] _strings;
    private readonly string[] _managed;
    private readonly int _size;

    /// <param name="corpus">The strings of all groups.</param>
    /// <param name="size">The number of strings in each group; the last group may have fewer.</param>
    /// <param name="shared">Whether equal strings share one managed string.</param>
    public SortRivals(Corpus corpus, int size, bool shared = false)
    {
        _texts = new ArenaTexts(corpus);
        _values = new ArenaString[corpus.Count];
        _managed = new ManagedTexts(corpus, shared).Strings;
        _strings = new string[corpus.Count];
        _size = size;
    }

    /// <summary>All rivals; managed strings come first.</summary>
    public Racer[] Racers =>
    [
        new(Managed, CopyStrings, SortManaged, () => ManagedTexts.Checksum(_strings)),
        new(SpanSort, CopyValues, SortBySpan, () => _texts.Checksum(_values)),
        new(Arena, CopyValues, SortByArena, () => _texts.Checksum(_values)),
    ];

    public void CopyStrings() => _managed.CopyTo(_strings, 0);

    public void CopyValues() => _texts.Values.CopyTo(_values);

    public void SortManaged()
    {
        for (int start = 0; start < _strings.Length; start += _size)
        {
            Array.Sort(_strings, start, Math.Min(_size, _strings.Length - start), StringComparer.Ordinal);
        }
    }

    public void SortBySpan()
    {
        for (int start = 0; start < _values.Length; start += _size)
        {
            _texts.SpanSort(Piece(start));
        }
    }

    public void SortByArena()
    {
        for (int start = 0; start < _values.Length; start += _size)
        {
            _texts.Sort(Piece(start));
        }
    }

    public void Dispose() => _texts.Dispose();

    private Span<ArenaString> Piece(int start) => _values.AsSpan(start, Math.Min(_size, _values.Length - start));
}
