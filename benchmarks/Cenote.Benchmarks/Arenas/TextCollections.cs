using Cenote.Arenas;
using Cenote.Benchmarks.Arenas.Corpora;
using Cenote.Interning;

namespace Cenote.Benchmarks.Arenas;

/// <summary>The strings of a corpus in an array of managed strings.</summary>
internal readonly struct ManagedTexts
{
    /// <param name="corpus">The corpus.</param>
    /// <param name="shared">Whether equal strings are one object, as after interning.</param>
    public ManagedTexts(Corpus corpus, bool shared = false)
    {
        Strings = new string[corpus.Count];
        var interner = new StringInterner();
        for (int i = 0; i < Strings.Length; i++)
        {
            Strings[i] = shared ? interner.Intern(corpus[i]) : new string(corpus[i]);
        }
    }

    public string[] Strings { get; }

    /// <summary>Checksum of the strings in order.</summary>
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

/// <summary>The strings of a corpus in an arena, and a managed array of their values.</summary>
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

    /// <summary>Adds the strings to a new or reset arena.</summary>
    public void Fill(Corpus corpus)
    {
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = _arena.Add(corpus[i]);
        }
    }

    public void Sort() => _arena.Sort(_values);

    /// <summary>Sorts values of this arena with <c>StringArena.Sort</c>.</summary>
    public void Sort(Span<ArenaString> values) => _arena.Sort(values);

    public void SpanSort() => SpanSort(_values);

    /// <summary>Sorts values of this arena with <c>span.Sort</c> and a comparison.</summary>
    public void SpanSort(Span<ArenaString> values) => values.Sort(_compare);

    public ulong Checksum() => Checksum(_values);

    /// <summary>Checksum of values of this arena in order.</summary>
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

/// <summary>The strings of a corpus in a <see cref="StringArenaList"/>: chars and values are off the managed heap.</summary>
internal sealed class ListTexts : IDisposable
{
    private readonly StringArenaList _list = new();

    public ListTexts(Corpus corpus) => Fill(corpus);

    public void Clear() => _list.Clear();

    /// <summary>Adds the strings to a new or cleared list.</summary>
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
