namespace Cenote.Tool.Reports.Html;

/// <summary>
/// A piece of HTML, built from interpolated strings only: literal text is markup, and arguments are
/// encoded unless they are fragments. A string cannot be converted to a fragment without encoding, so no file name can
/// become markup.
/// </summary>
internal readonly struct Fragment
{
    private readonly string? _markup;

    private Fragment(string markup) => _markup = markup;

    public static Fragment Empty => default;

    /// <summary>
    /// Creates a fragment. Attributes must be quoted, so that encoded arguments are safe in them, too.
    /// </summary>
    public static Fragment Of(ref FragmentHandler markup) => new(markup.ToStringAndClear());

    /// <summary>An embedded file of the tool, verbatim.</summary>
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
