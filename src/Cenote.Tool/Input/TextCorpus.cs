namespace Cenote.Tool.Input;

/// <summary>The strings that are measured. Immutable, thread-safe.</summary>
internal sealed class TextCorpus : Corpus<char>
{
    private readonly Lazy<Utf8Corpus> _utf8;

    internal TextCorpus(char[][] chunks, CorpusSlice[] slices, long totalChars, WholeText whole)
        : base(chunks, slices)
    {
        TotalChars = totalChars;
        LongestChars = slices.Length == 0 ? 0 : slices.Max(slice => slice.Length);
        Whole = whole;
        _utf8 = new Lazy<Utf8Corpus>(() => Utf8Corpus.Of(this));
    }

    /// <summary>The total number of chars.</summary>
    public long TotalChars { get; }

    /// <summary>The length of the longest string.</summary>
    public int LongestChars { get; }

    /// <summary>The counts of all strings of the source.</summary>
    public WholeText Whole { get; }

    /// <summary>The number of strings in the source.</summary>
    public long SourceStrings => Whole.Strings;

    /// <summary>Whether these strings are a uniform sample of the source, rather than all of it.</summary>
    public bool IsSample => Count < SourceStrings;

    /// <summary>
    /// The same strings as UTF-8, created on first use. No string may be longer than <see cref="Utf8Corpus.MaxTextLength"/>.
    /// </summary>
    public Utf8Corpus Utf8 => _utf8.Value;

    /// <summary>These strings, or a uniform sample of them if they exceed a limit.</summary>
    /// <param name="strings">The maximum number of strings.</param>
    /// <param name="chars">The maximum number of chars, though at least two strings are taken.</param>
    public TextCorpus Sample(int strings, long chars)
    {
        if (Count <= strings && TotalChars <= chars)
        {
            return this;
        }

        var sampler = new TextSampler(strings, chars);
        for (int i = 0; i < Count; i++)
        {
            sampler.Append(this[i]);
            sampler.EndString();
        }

        return sampler.Build(Whole);
    }

    /// <summary>The checksum of all strings in their order.</summary>
    public ulong Checksum()
    {
        var checksum = new TextChecksum();
        for (int i = 0; i < Count; i++)
        {
            checksum.Read(this[i]);
        }

        return checksum.Value;
    }
}
