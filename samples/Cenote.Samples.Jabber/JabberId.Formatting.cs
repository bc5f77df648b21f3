using System.Text;

namespace Cenote.Samples.Jabber;

/// <content>Conversion to text.</content>
public sealed partial class JabberId : ISpanFormattable, IUtf8SpanFormattable
{
    /// <summary>Writes <c>local@domain/resource</c>.</summary>
    /// <param name="destination">Receives the address.</param>
    /// <param name="charsWritten">The number of chars written; 0 if the destination is too small.</param>
    /// <returns>Whether the destination was large enough; <see cref="JabberIdText.MaximumLength"/> always is.</returns>
    public bool TryFormat(Span<char> destination, out int charsWritten) => Parts.TryFormat(destination, out charsWritten);

    /// <summary>Writes <c>local@domain/resource</c> in UTF-8.</summary>
    /// <param name="utf8Destination">Receives the address.</param>
    /// <param name="bytesWritten">The number of bytes written; 0 if the destination is too small.</param>
    /// <returns>Whether the destination was large enough; <see cref="JabberIdText.MaximumLength"/> always is.</returns>
    public bool TryFormat(Span<byte> utf8Destination, out int bytesWritten)
    {
        bytesWritten = 0;
        Span<byte> rest = utf8Destination;
        bool fits = (Local.Length == 0 || (TryWrite(Local, ref rest) && TryWrite("@", ref rest)))
            && TryWrite(Domain, ref rest)
            && (IsBare || (TryWrite("/", ref rest) && TryWrite(Resource, ref rest)));
        bytesWritten = fits ? utf8Destination.Length - rest.Length : 0;
        return fits;
    }

    /// <summary>The address as one string.</summary>
    /// <returns>A new string, or the domainpart's string if the address has no other part.</returns>
    public override string ToString() => Local.Length == 0 && IsBare ? Domain : Parts.ToString();

    string IFormattable.ToString(string? format, IFormatProvider? formatProvider) => ToString();

    bool ISpanFormattable.TryFormat(
        Span<char> destination, out int charsWritten, ReadOnlySpan<char> format, IFormatProvider? provider) =>
        TryFormat(destination, out charsWritten);

    bool IUtf8SpanFormattable.TryFormat(
        Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format, IFormatProvider? provider) =>
        TryFormat(utf8Destination, out bytesWritten);

    private static bool TryWrite(string text, ref Span<byte> rest)
    {
        bool fits = Encoding.UTF8.TryGetBytes(text, rest, out int written);
        rest = rest[written..];
        return fits;
    }
}
