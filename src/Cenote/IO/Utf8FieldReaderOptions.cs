namespace Cenote.IO;

/// <summary>Options for a <see cref="Utf8FieldReader"/>. The constructor reads them once.</summary>
/// <example>
/// Read fields separated by semicolons:
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
    /// <summary>
    /// The field separator, an ASCII character other than NUL and a line end; a comma by default. It must differ from
    /// <see cref="Quote"/>, unless <see cref="Quoting"/> is <see cref="Utf8Quoting.None"/>.
    /// </summary>
    public byte Delimiter { get; init; } = (byte)',';

    /// <summary>
    /// The character that encloses a field, an ASCII character other than NUL and a line end; <c>"</c> by default.
    /// </summary>
    public byte Quote { get; init; } = (byte)'"';

    /// <summary>How quotes are interpreted. <see cref="Utf8Quoting.Strict"/> by default.</summary>
    public Utf8Quoting Quoting { get; init; }

    /// <summary>
    /// The size of the buffer, from 64 bytes to 1 GiB. 128 KiB by default, which stays in the CPU cache. A longer record makes
    /// the buffer grow; a shorter file gets a smaller buffer.
    /// </summary>
    public int BufferBytes { get; init; } = Utf8LineReaderOptions.DefaultBufferBytes;

    /// <summary>
    /// Maximum bytes of a record without its end. A longer record throws <see cref="InvalidDataException"/>, and so does each
    /// later read. 1 GiB by default; a lower limit protects against a quote that is never closed.
    /// </summary>
    public int MaximumRecordBytes { get; init; } = Utf8LineReaderOptions.DefaultMaximumBytes;

    /// <summary>
    /// Maximum number of fields in a record, 16,777,216 by default. A record with more fields throws
    /// <see cref="InvalidDataException"/>, and so does each later read. For each field of the record with the most fields, the
    /// reader keeps up to 8 bytes in an array, and 12 while the array grows. Replacing escaped quotes takes up to 32 more bytes
    /// per field.
    /// </summary>
    public int MaximumFields { get; init; } = 1 << 24;

    /// <summary>
    /// Whether a record that is not valid UTF-8 throws <see cref="InvalidDataException"/>. False by default: bytes are returned
    /// as they are. Set this option for files that may be Latin-1, because collections and interners treat each invalid sequence
    /// as U+FFFD, so different keys would become equal.
    /// </summary>
    public bool ThrowOnInvalidUtf8 { get; init; }

    /// <summary>
    /// Whether disposing the reader leaves its stream or pipe open. False by default. Bytes that were read ahead are lost: the
    /// source continues after the bytes that the reader took, not after the last record.
    /// </summary>
    public bool LeaveOpen { get; init; }

    internal Utf8FieldReaderOptions Validated()
    {
        CommonThrow.IfOptionOutOfRange(BufferBytes, Utf8LineReaderOptions.MinBufferBytes, 1 << 30);
        CommonThrow.IfOptionOutOfRange(MaximumRecordBytes, 1, InputBuffer.MaxBytes);
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
