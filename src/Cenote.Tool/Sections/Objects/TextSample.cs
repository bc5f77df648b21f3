using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Objects;

/// <summary>Some strings from all over a corpus: enough to be typical of it, few enough to stay in the processor's caches.</summary>
internal static class TextSample
{
    public const int MostStrings = 2_048;

    private const int FewestStrings = 16;
    private const int MostChars = 1 << 18;
    private const ulong Seed = 1;

    /// <summary>
    /// Copies one string at random of each of many equal parts of a corpus; all strings, in their order, if there are few. Every nth
    /// string would not do: in a table it would always be of the same column.
    /// </summary>
    /// <param name="corpus">Where they come from; it has one string at least.</param>
    /// <param name="longest">Longer strings than this, in chars, are left out.</param>
    public static TextCorpus Of(TextCorpus corpus, int longest)
    {
        long charsPerString = Math.Max(1, corpus.TotalChars / corpus.Count);
        long wanted = Math.Clamp(MostChars / charsPerString, FewestStrings, MostStrings);
        int parts = (int)Math.Min(wanted, corpus.Count);
        var random = new SplitMix64(Seed);
        var sample = new TextCorpusBuilder();
        for (int part = 0; part < parts; part++)
        {
            int first = Start(part);
            ReadOnlySpan<char> text = corpus[first + random.Next(Start(part + 1) - first)];
            if (text.Length <= longest)
            {
                text.CopyTo(sample.Add(text.Length));
            }
        }

        return sample.Build();

        int Start(int part) => (int)((long)part * corpus.Count / parts);
    }
}
