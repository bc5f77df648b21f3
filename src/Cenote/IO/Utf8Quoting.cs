namespace Cenote.IO;

/// <summary>What a <see cref="Utf8FieldReader"/> makes of quotes.</summary>
/// <example>
/// In a log quotes are bytes like others:
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
    /// As RFC 4180 has it: a field that begins with a quote ends with one, within it two quotes are one, and no other field has
    /// any. All else throws <see cref="InvalidDataException"/>.
    /// </summary>
    Strict,

    /// <summary>
    /// Never throws: a quote within a field that does not begin with one is a byte like others, what follows a closing quote is
    /// appended, and a quote that is not closed is closed by the end of the source.
    /// </summary>
    Lenient,

    /// <summary>Quotes are bytes like others, so that no field has a delimiter or the end of a line.</summary>
    None,
}
