using Cenote.Arenas;
using Cenote.Benchmarks.Arenas.Corpora;

namespace Cenote.Benchmarks.Arenas.Collections;

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
