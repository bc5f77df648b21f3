namespace Cenote.Tool.Input;

/// <summary>Cuts a text that arrives in blocks of any size into strings.</summary>
internal abstract class TextSplitter(TextCorpusBuilder builder)
{
    protected TextCorpusBuilder Builder { get; } = builder;

    /// <summary>Whether there are enough strings, so that the rest of the text need not be read.</summary>
    public bool IsDone => Builder.IsTruncated;

    /// <summary>Takes the next block.</summary>
    public abstract void Accept(ReadOnlySpan<char> block);

    /// <summary>Takes the end of the text.</summary>
    public abstract void Complete();

    public static TextSplitter Create(SplitBy by, char delimiter, TextCorpusBuilder builder) => by switch
    {
        SplitBy.Line => new LineSplitter(builder),
        SplitBy.Word => new WordSplitter(builder),
        _ => new FieldSplitter(builder, delimiter),
    };
}
