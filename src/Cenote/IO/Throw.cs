using System.Text;

namespace Cenote.IO;

/// <summary>Throw helpers for readers and writers, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    // Maximum bytes of a field in a message.
    private const int MaxShown = 40;

    [DoesNotReturn]
    public static void IsOtherEncoding(string name, string encoding) =>
        throw new InvalidDataException(
            $"The text begins with the byte-order mark of {name}, but the reader expects UTF-8. Wrap the stream: "
            + $"Encoding.CreateTranscodingStream(stream, {encoding}, Encoding.UTF8).");

    [DoesNotReturn]
    public static void IsNotUtf8(string what, long number, long offset) =>
        throw new InvalidDataException(
            $"The {what} on line {number} is not valid UTF-8 at byte {offset}, and ThrowOnInvalidUtf8 is set. If the text is Latin-1, "
            + "wrap the stream: Encoding.CreateTranscodingStream(stream, Encoding.Latin1, Encoding.UTF8).");

    [DoesNotReturn]
    public static void IsTruncated(long position) =>
        throw new IOException(
            $"The file was truncated after {position} bytes of it were read, so this reader would miss lines. Read the file with a "
            + "new reader.");

    [DoesNotReturn]
    public static void ReadIsPending() =>
        throw new InvalidOperationException("A read is pending. Await it before you start another.");

    [DoesNotReturn]
    public static void NotEnumerating() =>
        throw new InvalidOperationException("This is the default value of an enumerator. Use foreach on the reader.");

    [DoesNotReturn]
    public static void LineTooLong(long number, long offset, int maximum) =>
        throw new InvalidDataException(
            $"Line {number}, which begins at byte {offset}, is longer than the {maximum} bytes that MaximumLineBytes allows. "
            + "Check the line ends, or raise the limit.");

    [DoesNotReturn]
    public static void RecordTooLong(long number, long offset, int maximum) =>
        throw new InvalidDataException(
            $"The record on line {number}, which begins at byte {offset}, is longer than the {maximum} bytes that "
            + "MaximumRecordBytes allows. Check for an unclosed quote, or raise the limit.");

    [DoesNotReturn]
    public static void TooManyFields(long number, long offset, int maximum) =>
        throw new InvalidDataException(
            $"The record on line {number}, which begins at byte {offset}, has more than the {maximum} fields that MaximumFields "
            + "allows. Check the delimiter, or raise the limit.");

    [DoesNotReturn]
    public static void QuoteWithinField(long line, long offset) =>
        throw new InvalidDataException(
            $"The record on line {line} has a quote within a field that does not begin with one, at byte {offset}. Utf8Quoting."
            + "Lenient keeps that quote, and Utf8Quoting.None keeps all quotes.");

    [DoesNotReturn]
    public static void TextAfterQuote(long line, long offset) =>
        throw new InvalidDataException(
            $"The record on line {line} has text after the closing quote of a field, at byte {offset}. "
            + "Utf8Quoting.Lenient appends the text to the field.");

    [DoesNotReturn]
    public static void QuoteNotClosed(long line, long offset) =>
        throw new InvalidDataException(
            $"The text ends within a quoted field of the record on line {line}, which begins at byte {offset}. "
            + "With Utf8Quoting.Lenient, the field is the rest of the text.");

    [DoesNotReturn]
    public static void NoSuchField(string parameter, int index, int count) =>
        throw new ArgumentOutOfRangeException(
            parameter, index, $"The record has {count} fields, indexed from 0. Before the first record is read, there are none.");

    [DoesNotReturn]
    public static void NotParsed(Type type, ReadOnlySpan<byte> field, int index, long line) =>
        throw new FormatException(
            $"Field {index} of the record on line {line} is not a valid {type.Name}: "
            + (field.IsEmpty ? "it is empty." : $"\"{Encoding.UTF8.GetString(field[..Math.Min(field.Length, MaxShown)])}\".")
            + " Call TryParse for fields that may be invalid.");

    [DoesNotReturn]
    public static void ByteIsTaken(string option, byte value, string parameter = "options") =>
        throw new ArgumentOutOfRangeException(
            parameter,
            value,
            $"{option} must be an ASCII character other than NUL, CR and LF. Delimiter and quote must differ.");

    [DoesNotReturn]
    public static void CannotWrite(string parameter) =>
        throw new ArgumentException("The stream is not writable. Open it for writing.", parameter);

    [DoesNotReturn]
    public static void WriteHasFailed() =>
        throw new InvalidOperationException(
            "An earlier write failed, and some of its bytes may have been written. Dispose the writer, and write everything again.");

    [DoesNotReturn]
    public static void ValueTooLong(Type type, int maximum) =>
        throw new FormatException($"The formatted {type.Name} does not fit in {maximum} bytes, or its TryFormat never succeeds.");

    [DoesNotReturn]
    public static void CannotRead(string parameter) =>
        throw new ArgumentException("The stream is not readable. Open it for reading.", parameter);
}
