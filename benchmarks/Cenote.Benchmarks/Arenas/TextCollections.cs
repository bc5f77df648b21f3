using Cenote.Arenas;
using Cenote.Benchmarks.Arenas.Corpora;

namespace Cenote.Benchmarks.Arenas;

/// <summary>Managed strings made of the texts of a corpus, in an array.</summary>
internal readonly struct ManagedTexts
{
    public ManagedTexts(Corpus corpus)
    {
        Strings = new string[corpus.Count];
        for (int i = 0; i < Strings.Length; i++)
        {
            Strings[i] = new string(corpus[i]);
        }
    }

    public string[] Strings { get; }

    /// <summary>Of the strings in their order.</summary>
    public static ulong Checksum(ReadOnlySpan<string> strings)
    {
        var checksum = new Checksum();
        foreach (string text in strings)
        {
            checksum.Add(text);
        }

        return checksum.Value;
    }
}

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

/// <summary>A list of arena strings with the texts of a corpus: nothing of it is on the managed heap.</summary>
internal sealed class ListTexts : IDisposable
{
    private readonly StringArenaList _list = new();

    public ListTexts(Corpus corpus) => Fill(corpus);

    public void Clear() => _list.Clear();

    /// <summary>Adds the texts to a list that is new or cleared.</summary>
    public void Fill(Corpus corpus)
    {
        for (int i = 0; i < corpus.Count; i++)
        {
            _list.Add(corpus[i]);
        }
    }

    public ulong Checksum()
    {
        var checksum = new Checksum();
        for (int i = 0; i < _list.Count; i++)
        {
            checksum.Add(_list.AsSpan(i));
        }

        return checksum.Value;
    }

    public void Dispose() => _list.Dispose();
}
