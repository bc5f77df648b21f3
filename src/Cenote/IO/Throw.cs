namespace Cenote.IO;

/// <summary>Throw helpers for readers, outside of hot paths.</summary>
[StackTraceHidden]
internal static class Throw
{
    [DoesNotReturn]
    public static void IsOtherEncoding(string name, string encoding) =>
        throw new InvalidDataException(
            $"The text begins with the byte-order mark of {name}, but the reader expects UTF-8. Wrap the stream: "
            + $"Encoding.CreateTranscodingStream(stream, {encoding}, Encoding.UTF8).");

    [DoesNotReturn]
    public static void IsNotUtf8(string what, long number, long offset) =>
        throw new InvalidDataException(
            $"The {what} in line {number} is not valid UTF-8 at byte {offset}, and ThrowOnInvalidUtf8 is set. If the text is Latin-1, "
            + "wrap the stream: Encoding.CreateTranscodingStream(stream, Encoding.Latin1, Encoding.UTF8).");

    [DoesNotReturn]
    public static void IsTruncated(long position) =>
        throw new IOException(
            $"The file was truncated after {position} bytes of it were read, so this reader would miss lines. Read the file with a "
            + "new reader.");

    [DoesNotReturn]
    public static void ReadIsPending() =>
        throw new InvalidOperationException("A read is pending. Await it before the next one.");

    [DoesNotReturn]
    public static void NotEnumerating() =>
        throw new InvalidOperationException("This is the default value of an enumerator. Use foreach on the reader.");

    [DoesNotReturn]
    public static void LineTooLong(long number, long offset, int maximum) =>
        throw new InvalidDataException(
            $"Line {number}, which begins at byte {offset}, is longer than the {maximum} bytes that MaximumLineBytes allows.");

    [DoesNotReturn]
    public static void RecordTooLong(long number, long offset, int maximum) =>
        throw new InvalidDataException(
            $"The record in line {number}, which begins at byte {offset}, is longer than the {maximum} bytes that "
            + "MaximumRecordBytes allows. A quote that is never closed makes such a record.");

    [DoesNotReturn]
    public static void TooManyFields(long number, long offset, int maximum) =>
        throw new InvalidDataException(
            $"The record in line {number}, which begins at byte {offset}, has more than the {maximum} fields that MaximumFields "
            + "allows. Check the delimiter, or raise the limit.");

    [DoesNotReturn]
    public static void QuoteWithinField(long line, long offset) =>
        throw new InvalidDataException(
            $"The record in line {line} has a quote within a field that does not begin with one, at byte {offset}. Utf8Quoting."
            + "Lenient keeps it as it is, Utf8Quoting.None keeps all quotes.");

    [DoesNotReturn]
    public static void TextAfterQuote(long line, long offset) =>
        throw new InvalidDataException(
            $"The record in line {line} has text after the closing quote of a field, at byte {offset}. "
            + "Utf8Quoting.Lenient appends what follows.");

    [DoesNotReturn]
    public static void QuoteNotClosed(long line, long offset) =>
        throw new InvalidDataException(
            $"The text ends within a quoted field of the record in line {line}, which begins at byte {offset}. "
            + "Utf8Quoting.Lenient takes the rest of the text as that field.");

    [DoesNotReturn]
    public static void NoSuchField(string parameter, int index, int count) =>
        throw new ArgumentOutOfRangeException(
            parameter, index, $"The record has {count} fields, indexed from 0. Before the first record there are none.");

    [DoesNotReturn]
    public static void ByteIsTaken(string option, byte value, string parameter = "options") =>
        throw new ArgumentOutOfRangeException(
            parameter, value, $"{option} must be an ASCII character that ends no line and differs from the other one.");

    [DoesNotReturn]
    public static void CannotRead(string parameter) =>
        throw new ArgumentException("The stream cannot be read. Open it for reading.", parameter);
}
