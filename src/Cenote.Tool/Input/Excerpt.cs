namespace Cenote.Tool.Input;

/// <summary>A small part of a corpus that runs through the same code as the whole.</summary>
internal static class Excerpt
{
    /// <summary>
    /// Maximum number of strings: enough for every path of the timed code, and few enough for many calls in a short time.
    /// </summary>
    public const int MaxStrings = 256;

    /// <summary>Maximum length of a string, in chars; longer ones are truncated.</summary>
    public const int MaxTextLength = 1_024;

    /// <summary>
    /// Copies the beginnings of the strings that <see cref="StratifiedSample"/> chooses, or of all strings if there are few.
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

        // A surrogate pair is kept or dropped as a whole.
        return text[..(char.IsHighSurrogate(text[MaxTextLength - 1]) ? MaxTextLength - 1 : MaxTextLength)];
    }
}
