namespace Cenote.Tool.Reports.Html;

/// <summary>
/// A piece of HTML. It is made of interpolated strings only: what the source says literally is markup, and what fills a hole is
/// encoded unless it is a fragment itself. There is no way to make one of a string as it is, so that no name of a file can ever
/// become markup.
/// </summary>
internal readonly struct Fragment
{
    private readonly string? _markup;

    private Fragment(string markup) => _markup = markup;

    public static Fragment Empty => default;

    /// <summary>
    /// Makes a fragment. Attributes have to be in quotes, in which what fills a hole is as safe as between tags.
    /// </summary>
    public static Fragment Of(ref FragmentHandler markup) => new(markup.ToStringAndClear());

    /// <summary>A file that is part of the tool, as it is.</summary>
    /// <param name="name">Its name within this folder.</param>
    public static Fragment Resource(string name)
    {
        using Stream stream = typeof(Fragment).Assembly.GetManifestResourceStream(typeof(Fragment), name)!;
        using var reader = new StreamReader(stream);
        return new Fragment(reader.ReadToEnd());
    }

    /// <summary>The markup.</summary>
    public override string ToString() => _markup ?? string.Empty;
}
