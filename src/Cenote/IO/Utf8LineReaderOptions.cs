namespace Cenote.IO;

/// <summary>Options for a <see cref="Utf8LineReader"/>. The constructor reads them once.</summary>
/// <example>
/// Limit the length of lines, so that a client cannot exhaust memory:
/// <code>
/// using System.IO;
///
/// using var source = new MemoryStream("GET /\nHost: example.org"u8.ToArray());
/// using var reader = new Utf8LineReader(source, new Utf8LineReaderOptions { MaximumLineBytes = 8 });
/// Console.WriteLine(reader.Read());   // prints True
/// try
/// {
///     reader.Read();
/// }
/// catch (InvalidDataException)
/// {
///     Console.WriteLine($"longer than 8 bytes after line {reader.LineNumber}");   // prints longer than 8 bytes after line 1
/// }
/// </code>
/// </example>
public sealed class Utf8LineReaderOptions
{
    internal const int DefaultBufferBytes = 128 << 10;
    internal const int DefaultMaximumBytes = 1 << 30;
    internal const int MinBufferBytes = 64;

    /// <summary>
    /// The size of the buffer, from 64 bytes to 1 GiB. 128 KiB by default, which stays in the CPU cache. The buffer grows for a
    /// longer line, and is smaller for a shorter file.
    /// </summary>
    public int BufferBytes { get; init; } = DefaultBufferBytes;

    /// <summary>
    /// Maximum bytes of a line without its end. A longer line throws <see cref="InvalidDataException"/>, as does each later read.
    /// 1 GiB by default.
    /// </summary>
    public int MaximumLineBytes { get; init; } = DefaultMaximumBytes;

    /// <summary>
    /// Whether a line that is not valid UTF-8 throws <see cref="InvalidDataException"/>. False by default: bytes are returned as
    /// they are. Set this option for files that may be Latin-1: collections and interners treat each invalid sequence as U+FFFD,
    /// so different keys would become equal.
    /// </summary>
    public bool ThrowOnInvalidUtf8 { get; init; }

    /// <summary>
    /// Whether disposing the reader leaves its stream or pipe open. False by default. Bytes read ahead are lost: the source
    /// continues after all bytes read, not after the last line.
    /// </summary>
    public bool LeaveOpen { get; init; }

    internal Utf8LineReaderOptions Validated()
    {
        CommonThrow.IfOptionOutOfRange(BufferBytes, MinBufferBytes, 1 << 30);
        CommonThrow.IfOptionOutOfRange(MaximumLineBytes, 1, InputBuffer.MaxBytes);
        return this;
    }
}
