using Cenote.IO;

namespace Cenote.Tool.Input;

/// <summary>Splits text that arrives in blocks of any size into strings.</summary>
internal abstract class TextSplitter(TextSampler sampler)
{
    protected TextSampler Sampler { get; } = sampler;

    /// <summary>Whether a block was processed.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>Processes the next block.</summary>
    public void Accept(ReadOnlySpan<char> block)
    {
        HasBegun = true;
        Split(block);
    }

    /// <summary>Processes the end of the text.</summary>
    public abstract void Complete();

    /// <summary>Splits the next block.</summary>
    protected abstract void Split(ReadOnlySpan<char> block);

    /// <summary>Creates a splitter.</summary>
    /// <param name="by">How text is split into strings.</param>
    /// <param name="delimiter">The delimiter between fields.</param>
    /// <param name="quotes">
    /// How quotes in fields are parsed; null for strict, or none between tabs, as in text/tab-separated-values.
    /// </param>
    /// <param name="sampler">Receives the strings.</param>
    public static TextSplitter Create(SplitBy by, char delimiter, Utf8Quoting? quotes, TextSampler sampler) => by switch
    {
        SplitBy.Line => new LineSplitter(sampler),
        SplitBy.Word => new WordSplitter(sampler),
        _ => new FieldSplitter(sampler, delimiter, quotes ?? (delimiter == '\t' ? Utf8Quoting.None : Utf8Quoting.Strict)),
    };
}
