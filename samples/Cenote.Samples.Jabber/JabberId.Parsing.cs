using System.Diagnostics.CodeAnalysis;

namespace Cenote.Samples.Jabber;

/// <content>Conversion from text.</content>
public sealed partial class JabberId : ISpanParsable<JabberId>, IUtf8SpanParsable<JabberId>
{
    private static readonly JabberIdParser s_parser = new();

    /// <summary>Creates an address from parts that are not yet prepared.</summary>
    /// <param name="local">The user; empty for none.</param>
    /// <param name="domain">The server.</param>
    /// <param name="resource">The session; empty for none.</param>
    /// <returns>The address.</returns>
    /// <exception cref="JabberIdException">A part is invalid; the exception names the part and the reason.</exception>
    public static JabberId Create(ReadOnlySpan<char> local, ReadOnlySpan<char> domain, ReadOnlySpan<char> resource = default)
    {
        Span<char> scratch = stackalloc char[JabberIdText.ScratchLength];
        return JabberIdText.TryPrepareParts(
            local, domain, resource, scratch, out JabberIdParts<char> parts, out JabberIdFault fault)
            ? new JabberId(parts.Local.ToString(), parts.Domain.ToString(), parts.Resource.ToString())
            : throw new JabberIdException(fault);
    }

    /// <summary>Reads and prepares an address.</summary>
    /// <param name="text">The address.</param>
    /// <returns>The address.</returns>
    /// <exception cref="JabberIdException">The text is not an address; the exception contains the reason.</exception>
    public static JabberId Parse(ReadOnlySpan<char> text) =>
        TryParse(text, out JabberId? id, out JabberIdFault fault) ? id : throw new JabberIdException(fault);

    /// <summary>Reads and prepares an address.</summary>
    /// <param name="text">The address.</param>
    /// <returns>The address.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="JabberIdException">The text is not an address; the exception contains the reason.</exception>
    public static JabberId Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Parse(text.AsSpan());
    }

    /// <summary>Reads and prepares an address in UTF-8.</summary>
    /// <param name="utf8Text">The address.</param>
    /// <returns>The address.</returns>
    /// <exception cref="JabberIdException">The text is not an address; the exception contains the reason.</exception>
    public static JabberId Parse(ReadOnlySpan<byte> utf8Text) =>
        TryParse(utf8Text, out JabberId? id, out JabberIdFault fault) ? id : throw new JabberIdException(fault);

    /// <summary>Reads and prepares an address, or reports what is wrong.</summary>
    /// <param name="text">The address.</param>
    /// <param name="id">The address, or null.</param>
    /// <param name="fault">The fault, if any.</param>
    /// <returns>Whether the text is an address.</returns>
    public static bool TryParse(ReadOnlySpan<char> text, [NotNullWhen(true)] out JabberId? id, out JabberIdFault fault) =>
        s_parser.TryParse(text, out id, out fault);

    /// <summary>Reads and prepares an address in UTF-8, or reports what is wrong.</summary>
    /// <param name="utf8Text">The address.</param>
    /// <param name="id">The address, or null.</param>
    /// <param name="fault">The fault, if any.</param>
    /// <returns>Whether the text is an address.</returns>
    public static bool TryParse(ReadOnlySpan<byte> utf8Text, [NotNullWhen(true)] out JabberId? id, out JabberIdFault fault) =>
        s_parser.TryParse(utf8Text, out id, out fault);

    static JabberId IParsable<JabberId>.Parse(string s, IFormatProvider? provider) => Parse(s);

    static JabberId ISpanParsable<JabberId>.Parse(ReadOnlySpan<char> s, IFormatProvider? provider) => Parse(s);

    static JabberId IUtf8SpanParsable<JabberId>.Parse(ReadOnlySpan<byte> utf8Text, IFormatProvider? provider) => Parse(utf8Text);

    static bool IParsable<JabberId>.TryParse(
        [NotNullWhen(true)] string? s, IFormatProvider? provider, [MaybeNullWhen(false)] out JabberId result) =>
        TryParse(s.AsSpan(), out result, out _);

    static bool ISpanParsable<JabberId>.TryParse(
        ReadOnlySpan<char> s, IFormatProvider? provider, [MaybeNullWhen(false)] out JabberId result) =>
        TryParse(s, out result, out _);

    static bool IUtf8SpanParsable<JabberId>.TryParse(
        ReadOnlySpan<byte> utf8Text, IFormatProvider? provider, [MaybeNullWhen(false)] out JabberId result) =>
        TryParse(utf8Text, out result, out _);
}
