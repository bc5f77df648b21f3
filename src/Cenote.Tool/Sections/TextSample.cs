using Cenote.Tool.Input;

namespace Cenote.Tool.Sections;

/// <summary>
/// Some strings from all over a corpus: enough to be typical of it, few enough to stay in the processor's caches.
/// </summary>
internal static class TextSample
{
    public const int MaxStrings = 2_048;

    private const int MinStrings = 16;
    private const int MaxChars = 1 << 18;

    /// <summary>
    /// Copies the strings that <see cref="StratifiedSample"/> chooses, in their order; all of them if there are few.
    /// </summary>
    /// <param name="corpus">The corpus; it has at least one string.</param>
    /// <param name="longest">The maximum length, in chars; longer strings are skipped.</param>
    public static TextCorpus Of(TextCorpus corpus, int longest)
    {
        long charsPerString = Math.Max(1, corpus.TotalChars / corpus.Count);
        long wanted = Math.Clamp(MaxChars / charsPerString, MinStrings, MaxStrings);
        var sample = new TextCorpusBuilder();
        foreach (int index in StratifiedSample.Of(corpus.Count, (int)wanted))
        {
            ReadOnlySpan<char> text = corpus[index];
            if (text.Length <= longest)
            {
                sample.Add(text);
            }
        }

        return sample.Build();
    }
}
