using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;

namespace Cenote.IO;

/// <summary>
/// Reads the lines of a file, stream, pipe or mapped file as spans of UTF-8. Lines are neither copied out of the buffer nor
/// converted to strings.
/// </summary>
/// <remarks>
/// <para>A line ends with a line feed, a carriage return, or a carriage return and line feed, as for
/// <see cref="StreamReader.ReadLine"/>. The last line may lack its end. A byte-order mark at the start is skipped. Bytes are
/// returned as they are, even if they are not valid UTF-8.</para>
/// <para>A line is valid until the next read or <see cref="Utf8ReaderBase.Dispose"/>. A stale span shows other bytes, but never
/// faults: the buffer is a managed array, which the span keeps alive.</para>
/// <para>Not thread-safe. Reading allocates only if a line needs a larger buffer, or if the source allocates.</para>
/// <para>At the end of the source a read returns false, and the next one reads the source again, so you can follow a growing
/// file. If the last line had no line end, bytes that are appended to it later are returned as a separate line.</para>
/// <para>An exception from the source leaves the reader unchanged: the next read continues.</para>
/// </remarks>
/// <example>
/// Add lines to a table of ids without allocating strings:
/// <code>
/// using System.IO;
///
/// using var source = new MemoryStream("Mérida\nCancún\r\nMérida"u8.ToArray());
/// using var cities = new StringTable();
/// using var reader = new Utf8LineReader(source);
/// foreach (ReadOnlySpan&lt;byte> line in reader)
/// {
///     Console.WriteLine(cities.GetOrAdd(line));
/// }
///
/// // prints 0
/// // prints 1
/// // prints 0
/// </code>
/// </example>
[DebuggerDisplay("line {LineNumber}, at byte {Offset}")]
public sealed class Utf8LineReader : Utf8ReaderBase
{
    // The end of a line within this many blocks is found without a call.
    private const int NearBlocks = 2;

    // The block's line ends that are not yet processed.
    private ulong _found;

    private int _start;
    private int _length;

    /// <summary>Reads a file.</summary>
    /// <param name="path">The path of the file. Other programs may write to the file concurrently.</param>
    /// <param name="options">Options; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="IOException">The file cannot be opened, as with <see cref="FileStream"/>.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied, or it is a directory.</exception>
    public Utf8LineReader(string path, Utf8LineReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfFile(path), leavesOpen: false)
    {
    }

    /// <summary>Reads a stream from its current position.</summary>
    /// <param name="stream">
    /// The stream. The reader reads ahead, and closes the stream unless <c>LeaveOpen</c> is set.
    /// </param>
    /// <param name="options">Options; null for the defaults.</param>
    /// <exception cref="ArgumentException">The stream cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8LineReader(Stream stream, Utf8LineReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfStream(stream), options.LeaveOpen)
    {
    }

    /// <summary>Reads a pipe. The pipe's memory is copied to the buffer and released at once.</summary>
    /// <param name="pipe">
    /// The pipe. The reader reads ahead, and completes the pipe unless <c>LeaveOpen</c> is set. <c>Read</c> blocks until there
    /// are bytes, so prefer <c>ReadAsync</c>.
    /// </param>
    /// <param name="options">Options; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8LineReader(PipeReader pipe, Utf8LineReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfPipe(pipe, options.LeaveOpen), leavesOpen: false)
    {
    }

    /// <summary>
    /// Reads a mapped file. The file is copied to the buffer block by block, because a span of the mapping would fault after
    /// unmapping.
    /// </summary>
    /// <param name="file">
    /// The file, which the caller disposes. If another process truncates the file during the read, the operating system may kill
    /// this process, as with every mapped file.
    /// </param>
    /// <param name="offset">The offset of the first byte.</param>
    /// <param name="length">The number of bytes to read.</param>
    /// <param name="options">Options; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">Offset or length is negative, or an option is out of its range.</exception>
    /// <exception cref="UnauthorizedAccessException">The mapping is shorter than the range, or not readable.</exception>
    public Utf8LineReader(MemoryMappedFile file, long offset, long length, Utf8LineReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfMap(file, offset, length), leavesOpen: false)
    {
    }

    private Utf8LineReader(Utf8LineReaderOptions options, Stream source, bool leavesOpen)
        : base(
            new InputBuffer(source, options.BufferBytes, options.MaximumLineBytes, leavesOpen, options.ThrowOnInvalidUtf8),
            options.MaximumLineBytes)
    {
    }

    /// <summary>
    /// The current line, without its end; empty before the first, at the end, and after a read that threw. Valid until the next
    /// read.
    /// </summary>
    public ReadOnlySpan<byte> Line => new(_text, _start, _length);

    /// <summary>The offset of the current line in bytes from the start of the source, a byte-order mark included.</summary>
    public long Offset => _input.Offset + _start;

    /// <summary>Reads the next line into <see cref="Line"/>.</summary>
    /// <returns>False at the end of the source.</returns>
    /// <exception cref="InvalidDataException">
    /// The line is longer than <see cref="Utf8LineReaderOptions.MaximumLineBytes"/>, it is not UTF-8 and
    /// <see cref="Utf8LineReaderOptions.ThrowOnInvalidUtf8"/> is set, or the source begins with the byte-order mark of UTF-16 or
    /// UTF-32. The reader stays at the line: each later read throws the same exception.
    /// </exception>
    /// <exception cref="IOException">
    /// The source cannot be read (the next read tries again), or the file was truncated after it was opened (each later read throws
    /// unless the file has grown again).
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is no memory for a buffer that holds the line.</exception>
    /// <exception cref="InvalidOperationException">A <see cref="ReadAsync"/> is pending.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Read() => TryTakeLine() || ReadSlow();

    /// <summary>Reads and returns the next line, like <see cref="Read"/>.</summary>
    /// <param name="line">The line without its end; empty if there is no next line. Valid until the next read.</param>
    /// <returns>False at the end of the source.</returns>
    /// <exception cref="InvalidDataException">See <see cref="Read"/>.</exception>
    /// <exception cref="IOException">See <see cref="Read"/>.</exception>
    /// <exception cref="OutOfMemoryException">See <see cref="Read"/>.</exception>
    /// <exception cref="InvalidOperationException">See <see cref="Read"/>.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryRead(out ReadOnlySpan<byte> line)
    {
        bool hasLine = Read();
        line = Line;
        return hasLine;
    }

    /// <summary>Like <see cref="Read"/>, without blocking the thread. Allocates nothing if the buffer holds the line.</summary>
    /// <param name="cancellationToken">Cancels the wait for the source; the next read continues.</param>
    /// <returns>False at the end of the source.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidDataException">See <see cref="Read"/>.</exception>
    /// <exception cref="IOException">See <see cref="Read"/>.</exception>
    /// <exception cref="OutOfMemoryException">See <see cref="Read"/>.</exception>
    /// <exception cref="InvalidOperationException">See <see cref="Read"/>.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public ValueTask<bool> ReadAsync(CancellationToken cancellationToken = default) =>
        cancellationToken.IsCancellationRequested ? ValueTask.FromCanceled<bool>(cancellationToken)
        : TryTakeLine() ? ValueTask.FromResult(true)
        : ReadSlowAsync(cancellationToken);

    /// <summary>Enumerates the remaining lines, for <c>foreach</c>.</summary>
    public Enumerator GetEnumerator() => new(this);

    private protected override bool TryTake() => TryTakeLine();

    private protected override bool TakeRest()
    {
        if (_input.InvalidAt >= 0)
        {
            Throw.IsNotUtf8("text", _lineNumber + 1, _input.InvalidAt);
        }

        if (_next == _end)
        {
            return false;
        }

        _length = _end - _next;
        _next = _end;
        _block = _end - ByteBlock.Bytes;
        _lineNumber++;
        return true;
    }

    private protected override void Begin()
    {
        _start = _next;
        _length = 0;
    }

    private protected override void Move(int shift)
    {
        _start = _next;
        _found = 0;
    }

    private protected override void ThrowTooLong(long offset) => Throw.LineTooLong(_lineNumber + 1, offset, _maximumBytes);

    // All indices are checked against the array: concurrent misuse returns wrong lines, but reads no invalid memory.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryTakeLine()
    {
        byte[] text = _text;
        int block = _block;
        ulong found = _found;
        for (int blocks = 0; found == 0; blocks++)
        {
            if (blocks < NearBlocks)
            {
                block += ByteBlock.Bytes;
                found = ByteBlock.FindLineEnds(text.AsSpan(block));
            }
            else
            {
                // A separate local, so that block stays in a register.
                int further = block;
                found = ByteBlock.FindFurtherLineEnds(text, ref further);
                block = further;
            }
        }

        int end = block + BitOperations.TrailingZeroCount(found);
        int start = _next;
        int length = end - start;
        if (end >= _end || length > _maximumBytes)
        {
            return false;
        }

        found &= found - 1;
        int next = end + 1;
        if (text[end] == '\r' && next < _end && text[next] == '\n')
        {
            next++;
            if (found == 0)
            {
                block += ByteBlock.Bytes;
                found = ByteBlock.FindLineEnds(text.AsSpan(block));
            }

            found &= found - 1;
        }

        _block = block;
        _found = found;
        _start = start;
        _length = length;
        _next = next;
        _lineNumber++;
        return true;
    }

    /// <summary>Enumerates lines.</summary>
    [StructLayout(LayoutKind.Auto)]
    public readonly ref struct Enumerator
    {
        private readonly Utf8LineReader _reader;

        internal Enumerator(Utf8LineReader reader) => _reader = reader;

        /// <summary>The current line. Valid until the next one.</summary>
        /// <exception cref="InvalidOperationException">The enumerator is a default value.</exception>
        public ReadOnlySpan<byte> Current => Reader.Line;

        private Utf8LineReader Reader
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                if (_reader is null)
                {
                    Throw.NotEnumerating();
                }

                return _reader;
            }
        }

        /// <summary>Reads the next line, like <see cref="Read"/>.</summary>
        /// <exception cref="InvalidOperationException">The enumerator is a default value.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool MoveNext() => Reader.Read();
    }
}
