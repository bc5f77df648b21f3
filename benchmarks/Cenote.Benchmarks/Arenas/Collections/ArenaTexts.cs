using Cenote.Arenas;
using Cenote.Benchmarks.Arenas.Corpora;

namespace Cenote.Benchmarks.Arenas.Collections;

/// <summary>An arena with the texts of a corpus, and their values in an array.</summary>
internal sealed class ArenaTexts : IDisposable
{
    private readonly StringArena _arena = new();
    private readonly ArenaString[] _values;
    private readonly Comparison<ArenaString> _compare;

    public ArenaTexts(Corpus corpus)
    {
        _values = new ArenaString[corpus.Count];
        _compare = _arena.Compare;
        Fill(corpus);
    }

    public ReadOnlySpan<ArenaString> Values => _values;

    public void Reset() => _arena.Reset();

    /// <summary>Adds the texts to an arena that is new or reset.</summary>
    public void Fill(Corpus corpus)
    {
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = _arena.Add(corpus[i]);
        }
    }

    public void Sort() => _arena.Sort(_values);

    /// <summary>Sorts values of this arena by keys.</summary>
    public void Sort(Span<ArenaString> values) => _arena.Sort(values);

    public void SpanSort() => SpanSort(_values);

    /// <summary>Sorts values of this arena as the base class library sorts anything: by a comparison.</summary>
    public void SpanSort(Span<ArenaString> values) => values.Sort(_compare);

    public ulong Checksum() => Checksum(_values);

    /// <summary>Of values of this arena in their order.</summary>
    public ulong Checksum(ReadOnlySpan<ArenaString> values)
    {
        var checksum = new Checksum();
        foreach (ref readonly ArenaString value in values)
        {
            checksum.Add(_arena.AsSpan(in value));
        }

        return checksum.Value;
    }

    public void Dispose() => _arena.Dispose();
}
