using Cenote.Tool.Input;

namespace Cenote.Tool.Profile;

/// <summary>Finds the strings of a corpus that repeat an earlier one, with a table of indices and hashes instead of strings.</summary>
internal sealed class DistinctTexts
{
    private readonly TextCorpus _corpus;
    private readonly Entry[] _table;

    public DistinctTexts(TextCorpus corpus)
    {
        _corpus = corpus;

        // The table is at most three quarters full, and uses linear probing.
        _table = new Entry[BitOperations.RoundUpToPowerOf2((ulong)corpus.Count + ((ulong)corpus.Count / 3) + 1)];
    }

    /// <summary>The number of distinct strings added.</summary>
    public int Count { get; private set; }

    /// <summary>Adds a string; false if an equal one was added before.</summary>
    public bool Add(int index)
    {
        ReadOnlySpan<char> text = _corpus[index];
        int hash = string.GetHashCode(text);
        ref Entry entry = ref Find(text, hash);
        if (entry.IndexPlusOne != 0)
        {
            return false;
        }

        entry = new Entry(index + 1, hash);
        Count++;
        return true;
    }

    /// <summary>Whether a string was added.</summary>
    public bool Contains(ReadOnlySpan<char> text) => Find(text, string.GetHashCode(text)).IndexPlusOne != 0;

    // The entry of a string, or the empty entry for it.
    private ref Entry Find(ReadOnlySpan<char> text, int hash)
    {
        int mask = _table.Length - 1;
        int slot = hash & mask;
        while (_table[slot] is { IndexPlusOne: not 0 } entry
            && (entry.Hash != hash || !text.SequenceEqual(_corpus[entry.IndexPlusOne - 1])))
        {
            slot = (slot + 1) & mask;
        }

        return ref _table[slot];
    }

    private readonly record struct Entry(int IndexPlusOne, int Hash);
}
