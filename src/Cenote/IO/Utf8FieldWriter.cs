using System.Buffers;
using System.Globalization;
using System.Text.Unicode;

namespace Cenote.IO;

/// <summary>
/// Writes CSV according to RFC 4180 as UTF-8 to a stream, pipe or buffer, without a string for each field. A
/// <see cref="Utf8FieldReader"/> reads the output back.
/// </summary>
/// <remarks>
/// <para>
/// A field that contains the delimiter, a quote or a line end is enclosed in quotes. A record ends with a carriage return and a
/// line feed. The last record may lack this end, unless it is a single empty field. An empty record is read back as a record with
/// an empty field. The writer adds no byte-order mark; if the first field begins with one, the reader skips that mark.
/// </para>
/// <para>Not thread-safe. The writer allocates one buffer of 32 KiB, and writes to the stream when the buffer is full. Dispose
/// the writer, or call <see cref="Flush"/>, at the end. After an exception from the stream, only <see cref="Dispose"/> may be
/// called, because some of the bytes may have been written.</para>
/// </remarks>
/// <example>
/// Write two records, including a number and a date, without strings:
/// <code>
/// using System.IO;
/// using System.Text;
///
/// using var file = new MemoryStream();
/// using (var writer = new Utf8FieldWriter(file, new Utf8FieldWriterOptions { LeaveOpen = true }))
/// {
///     writer.Write("Mérida, Yucatán");
///     writer.Write(921_771);
///     writer.EndRecord();
///     writer.Write("Tulum"u8);
///     writer.Write(new DateOnly(2026, 11, 29));
///     writer.EndRecord();
/// }
///
/// Console.Write(Encoding.UTF8.GetString(file.ToArray()).ReplaceLineEndings());
/// // prints "Mérida, Yucatán",921771
/// // prints Tulum,2026-11-29
/// </code>
/// </example>
[DebuggerDisplay("{_count} bytes buffered")]
public sealed class Utf8FieldWriter : IDisposable
{
    internal const byte Quote = (byte)'"';

    private const int BufferBytes = 32 << 10;
    private const int PieceBytes = 256;
    private const int MaxValueBytes = 1 << 30;

    private readonly Stream? _stream;
    private readonly IBufferWriter<byte>? _output;
    private readonly bool _leavesOpen;
    private readonly byte _delimiter;

    // Bytes that require a field to be quoted.
    private readonly SearchValues<byte> _special;
    private readonly byte[] _buffer = new byte[BufferBytes];
    private int _count;
    private bool _isInRecord;
    private bool _hasFailed;
    private bool _isDisposed;

    /// <summary>Creates a writer for a stream.</summary>
    /// <param name="stream">
    /// The stream; disposed with the writer unless <see cref="Utf8FieldWriterOptions.LeaveOpen"/> is set.
    /// </param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="ArgumentException">The stream is not writable.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8FieldWriter(Stream stream, Utf8FieldWriterOptions? options = null)
        : this(options)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (!stream.CanWrite)
        {
            Throw.CannotWrite(nameof(stream));
        }

        _stream = stream;
    }

    /// <summary>Creates a writer for a buffer, such as a <see cref="System.IO.Pipelines.PipeWriter"/>.</summary>
    /// <param name="output">
    /// The buffer. The writer advances it when 32 KiB are collected, and in <see cref="Flush"/> and <see cref="Dispose"/>. The
    /// caller flushes a pipe. The buffer is never disposed.
    /// </param>
    /// <param name="options">The options; null for the defaults.</param>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    [OverloadResolutionPriority(-1)]
    public Utf8FieldWriter(IBufferWriter<byte> output, Utf8FieldWriterOptions? options = null)
        : this(options)
    {
        ArgumentNullException.ThrowIfNull(output);
        _output = output;
    }

    private Utf8FieldWriter(Utf8FieldWriterOptions? options)
    {
        options = (options ?? new()).Validated();
        _delimiter = options.Delimiter;
        _leavesOpen = options.LeaveOpen;
        _special = SearchValues.Create([_delimiter, Quote, (byte)'\n', (byte)'\r']);
    }

    /// <summary>Writes a field of UTF-8.</summary>
    /// <param name="utf8">The bytes, written as they are.</param>
    /// <exception cref="IOException">Writing to the stream failed.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    [OverloadResolutionPriority(-1)]
    public void Write(ReadOnlySpan<byte> utf8)
    {
        BeginField();
        if (!utf8.ContainsAny(_special))
        {
            Append(utf8);
            return;
        }

        Append(Quote);
        AppendEscaped(utf8, isQuoted: true);
        Append(Quote);
    }

    /// <summary>Writes a field of chars.</summary>
    /// <param name="text">The chars; a lone surrogate becomes U+FFFD.</param>
    /// <exception cref="IOException">Writing to the stream failed.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    [SkipLocalsInit]
    public void Write(ReadOnlySpan<char> text)
    {
        BeginField();
        bool isQuoted = text.IndexOfAny('\n', '\r', (char)Quote) >= 0 || text.Contains((char)_delimiter);
        if (isQuoted)
        {
            Append(Quote);
        }

        Span<byte> piece = stackalloc byte[PieceBytes];
        while (!text.IsEmpty)
        {
            _ = Utf8.FromUtf16(text, piece, out int read, out int written);
            AppendEscaped(piece[..written], isQuoted);
            text = text[read..];
        }

        if (isQuoted)
        {
            Append(Quote);
        }
    }

    /// <summary>Writes a value as a field: a number, a date, a GUID, a pooled string or another formattable value.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="value">The value, formatted with the invariant culture; null is an empty field.</param>
    /// <param name="format">
    /// A format that the type supports. If empty, dates and times use ISO 8601 ("O"), and other types their default format.
    /// </param>
    /// <remarks>
    /// Allocates nothing. <see cref="Utf8FieldReader.Parse"/> reads a value in the default format back, if its type can be
    /// parsed.
    /// </remarks>
    /// <exception cref="FormatException">The type does not support the format, or the formatted value exceeds 1 GiB.</exception>
    /// <exception cref="IOException">Writing to the stream failed.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Write<T>(T? value, ReadOnlySpan<char> format = default)
        where T : IUtf8SpanFormattable
    {
        if (value is null)
        {
            Write(""u8);
            return;
        }

        if (format.IsEmpty && (typeof(T) == typeof(DateTime) || typeof(T) == typeof(DateTimeOffset)
            || typeof(T) == typeof(DateOnly) || typeof(T) == typeof(TimeOnly)))
        {
            format = "O";
        }

        Span<byte> text = stackalloc byte[PieceBytes];
        if (value.TryFormat(text, out int written, format, CultureInfo.InvariantCulture))
        {
            Write(text[..written]);
        }
        else
        {
            WriteLong(value, format);
        }
    }

    /// <summary>Writes a value as a field, or an empty field if it is null.</summary>
    /// <inheritdoc cref="Write{T}(T, ReadOnlySpan{char})"/>
    public void Write<T>(T? value, ReadOnlySpan<char> format = default)
        where T : struct, IUtf8SpanFormattable
    {
        if (value is { } present)
        {
            Write(present, format);
        }
        else
        {
            Write(""u8);
        }
    }

    /// <summary>Writes <c>true</c> or <c>false</c> as a field.</summary>
    /// <param name="value">The value.</param>
    /// <exception cref="IOException">Writing to the stream failed.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Write(bool value) => Write(value ? "true"u8 : "false"u8);

    /// <summary>Ends the record.</summary>
    /// <exception cref="IOException">Writing to the stream failed.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void EndRecord()
    {
        ThrowIfUnusable();
        Append("\r\n"u8);
        _isInRecord = false;
    }

    /// <summary>Writes all collected bytes to the stream and flushes the stream, or writes them to the output buffer.</summary>
    /// <exception cref="IOException">Writing to the stream failed.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Flush()
    {
        ThrowIfUnusable();
        Send(_buffer.AsSpan(0, _count));
        _hasFailed = true;
        _stream?.Flush();
        _hasFailed = false;
    }

    /// <summary>
    /// Writes the remaining bytes, unless an earlier write failed, and disposes the stream, unless
    /// <see cref="Utf8FieldWriterOptions.LeaveOpen"/> is set.
    /// </summary>
    /// <exception cref="IOException">Writing to the stream failed.</exception>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        try
        {
            if (!_hasFailed)
            {
                Send(_buffer.AsSpan(0, _count));
            }
        }
        finally
        {
            _isDisposed = true;
            if (!_leavesOpen)
            {
                _stream?.Dispose();
            }
        }
    }

    private void WriteLong<T>(T value, ReadOnlySpan<char> format)
        where T : IUtf8SpanFormattable
    {
        for (long size = 4 * PieceBytes; size <= MaxValueBytes; size *= 4)
        {
            byte[] rented = ArrayPool<byte>.Shared.Rent((int)size);
            try
            {
                if (value.TryFormat(rented, out int written, format, CultureInfo.InvariantCulture))
                {
                    Write(rented.AsSpan(0, written));
                    return;
                }
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(rented);
            }
        }

        Throw.ValueTooLong(typeof(T), MaxValueBytes);
    }

    private void BeginField()
    {
        ThrowIfUnusable();
        if (_isInRecord)
        {
            Append(_delimiter);
        }

        _isInRecord = true;
    }

    private void Append(byte one) => Append([one]);

    private void Append(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > BufferBytes - _count)
        {
            Send(_buffer.AsSpan(0, _count));
            if (bytes.Length > BufferBytes)
            {
                Send(bytes);
                return;
            }
        }

        bytes.CopyTo(_buffer.AsSpan(_count));
        _count += bytes.Length;
    }

    private void AppendEscaped(ReadOnlySpan<byte> bytes, bool isQuoted)
    {
        for (int quote; isQuoted && (quote = bytes.IndexOf(Quote)) >= 0; bytes = bytes[(quote + 1)..])
        {
            Append(bytes[..(quote + 1)]);
            Append(Quote);
        }

        Append(bytes);
    }

    // After an exception it is unknown which bytes were written, so no further bytes are written.
    private void Send(ReadOnlySpan<byte> bytes)
    {
        // Avoids touching a stream or pipe that the caller may have closed or completed.
        if (bytes.IsEmpty)
        {
            return;
        }

        _hasFailed = true;
        if (_stream is not null)
        {
            _stream.Write(bytes);
        }
        else
        {
            _output!.Write(bytes);
        }

        _count = 0;
        _hasFailed = false;
    }

    private void ThrowIfUnusable()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (_hasFailed)
        {
            Throw.WriteHasFailed();
        }
    }
}
