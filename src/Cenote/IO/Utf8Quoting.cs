namespace Cenote.IO;

/// <summary>How a <see cref="Utf8FieldReader"/> interprets quotes.</summary>
/// <example>
/// Treat quotes in a log as ordinary bytes:
/// <code>
/// using System.IO;
/// using System.Text;
///
/// using var source = new MemoryStream("GET\t\"a\n"u8.ToArray());
/// using var reader = new Utf8FieldReader(
///     source, new Utf8FieldReaderOptions { Delimiter = (byte)'\t', Quoting = Utf8Quoting.None });
/// reader.Read();
/// Console.WriteLine(Encoding.UTF8.GetString(reader[1]));   // prints "a
/// </code>
/// </example>
public enum Utf8Quoting
{
    /// <summary>
    /// According to RFC 4180: a field that begins with a quote ends with one, two quotes within it are an escaped quote, and
    /// other fields contain no quotes. Anything else throws <see cref="InvalidDataException"/>.
    /// </summary>
    Strict,

    /// <summary>
    /// Accepts any quotes. A quote within an unquoted field is an ordinary byte, text after a closing quote is appended to the
    /// field, and the end of the source closes an open quote.
    /// </summary>
    Lenient,

    /// <summary>Quotes are ordinary bytes, so no field can contain a delimiter or a line end.</summary>
    None,
}
