using Cenote.Benchmarks.Arenas.Corpora;

namespace Cenote.Benchmarks.Arenas.Collections;

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
