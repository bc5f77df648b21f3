namespace Cenote.Tool.Input;

/// <summary>A small part of a corpus that runs through the same code as the whole.</summary>
internal static class Excerpt
{
    /// <summary>Maximum number of strings: enough for every path of the timed code, and few enough for many calls in a moment.</summary>
    public const int MaxStrings = 256;

    /// <summary>The rest of a longer string is cut off, in chars.</summary>
    public const int MaxTextLength = 1_024;

    /// <summary>
    /// Copies the heads of some strings, as <see cref="StratifiedSample"/> chooses them; of all, if there are few.
    /// </summary>
    public static TextCorpus Of(TextCorpus corpus)
    {
        var excerpt = new TextCorpusBuilder();
        foreach (int index in StratifiedSample.Of(corpus.Count, MaxStrings))
        {
            excerpt.Add(Head(corpus[index]));
        }

        return excerpt.Build();
    }

    private static ReadOnlySpan<char> Head(ReadOnlySpan<char> text)
    {
        if (text.Length <= MaxTextLength)
        {
            return text;
        }

        // A pair of surrogates stays whole or goes whole.
        return text[..(char.IsHighSurrogate(text[MaxTextLength - 1]) ? MaxTextLength - 1 : MaxTextLength)];
    }
}
