namespace Cenote.IO;

/// <summary>What a <see cref="Utf8FieldReader"/> can be told. It reads its options once, when it is made.</summary>
/// <example>
/// Fields with semicolons between them:
/// <code>
/// using System.IO;
/// using System.Text;
///
/// using var source = new MemoryStream("Abha;-12.3\n"u8.ToArray());
/// using var reader = new Utf8FieldReader(source, new Utf8FieldReaderOptions { Delimiter = (byte)';' });
/// reader.Read();
/// Console.WriteLine(double.Parse(reader[1]));   // prints -12.3
/// </code>
/// </example>
public sealed class Utf8FieldReaderOptions
{
    /// <summary>What stands between two fields: an ASCII character, by default a comma.</summary>
    public byte Delimiter { get; init; } = (byte)',';

    /// <summary>What encloses a field: an ASCII character, by default <c>"</c>.</summary>
    public byte Quote { get; init; } = (byte)'"';

    /// <summary>What is made of quotes. <see cref="Utf8Quoting.Strict"/> by default.</summary>
    public Utf8Quoting Quoting { get; init; }

    /// <summary>
    /// Bytes that are read at once, from 64 to 1 GiB. 128 KiB by default, which stays in the cache. A record that is longer makes
    /// the buffer grow; a file that is shorter takes a smaller one.
    /// </summary>
    public int BufferBytes { get; init; } = Utf8LineReaderOptions.DefaultBufferBytes;

    /// <summary>
    /// The most bytes of a record without its end. A longer one throws <see cref="InvalidDataException"/>, and so does each read
    /// after it. 1 GiB by default; less protects from a quote that is never closed.
    /// </summary>
    public int MaximumRecordBytes { get; init; } = Utf8LineReaderOptions.DefaultMaximumBytes;

    /// <summary>
    /// The maximum number of fields in a record, 16,777,216 by default. A record with more fields throws
    /// <see cref="InvalidDataException"/>, and so does each read after it. The reader keeps 4 bytes for each field of the
    /// longest record, and up to 12 while that array grows; 16 more for each field with doubled quotes that is read.
    /// </summary>
    public int MaximumFields { get; init; } = 1 << 24;

    /// <summary>
    /// Whether a record that is not valid UTF-8 throws <see cref="InvalidDataException"/>. False by default: bytes are returned as
    /// they are. Set it for files that may be Latin-1, because collections and interners treat each invalid sequence as U+FFFD, so
    /// that different keys become one.
    /// </summary>
    public bool ThrowOnInvalidUtf8 { get; init; }

    /// <summary>
    /// Whether disposing the reader leaves its stream or pipe open. False by default. What was read ahead is lost: the source
    /// goes on behind the bytes that the reader took, and not behind the last record.
    /// </summary>
    public bool LeaveOpen { get; init; }

    internal Utf8FieldReaderOptions Validated()
    {
        CommonThrow.IfOptionOutOfRange(BufferBytes, Utf8LineReaderOptions.MinBufferBytes, 1 << 30);
        CommonThrow.IfOptionOutOfRange(MaximumRecordBytes, 1, TextIntake.MostBytes);
        CommonThrow.IfOptionOutOfRange(MaximumFields, 1, Array.MaxLength - ByteBlock.Bytes);
        if (!Enum.IsDefined(Quoting))
        {
            CommonThrow.OptionNotDefined(Quoting, "Strict, Lenient or None");
        }

        if (Delimiter is 0 or > 0x7F or (byte)'\n' or (byte)'\r' || (Delimiter == Quote && Quoting != Utf8Quoting.None))
        {
            Throw.ByteIsTaken(nameof(Delimiter), Delimiter);
        }

        if (Quote is 0 or > 0x7F or (byte)'\n' or (byte)'\r')
        {
            Throw.ByteIsTaken(nameof(Quote), Quote);
        }

        return this;
    }
}
