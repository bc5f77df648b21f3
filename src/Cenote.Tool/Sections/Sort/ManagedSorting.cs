using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Sort;

/// <summary>Sorts managed strings.</summary>
internal sealed class ManagedSorting : ISorting
{
    private readonly string[] _strings;
    private readonly string[] _sorted;
    private readonly Action<string[]> _sort;

    /// <param name="corpus">Where the strings are.</param>
    /// <param name="indices">Which of them to sort. Each is copied, duplicates too, as a program has them that reads a file.</param>
    /// <param name="sort">Sorts them.</param>
    public ManagedSorting(TextCorpus corpus, int[] indices, Action<string[]> sort)
    {
        _strings = new string[indices.Length];
        for (int i = 0; i < _strings.Length; i++)
        {
            _strings[i] = new string(corpus[indices[i]]);
        }

        _sorted = new string[indices.Length];
        _sort = sort;
    }

    public void Run()
    {
        _strings.CopyTo(_sorted, 0);
        _sort(_sorted);
    }

    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        foreach (string text in _sorted)
        {
            checksum.Read(text);
        }

        return checksum.Value;
    }

    public void Dispose()
    {
        // The collector does.
    }
}
