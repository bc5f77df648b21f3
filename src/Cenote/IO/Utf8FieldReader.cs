using System.Diagnostics;
using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Cenote.IO;

/// <summary>
/// The records and fields of a file, stream, pipe or mapped file as spans of UTF-8, with quotes and line breaks within them as
/// RFC
/// 4180 has them. No field is copied out of the buffer that was read, and no string is made of it.
/// </summary>
/// <remarks>
/// <para>A record ends with a line feed, a carriage return, or both in this order; the last one may lack its end. An empty line
/// is
/// a record with one empty field. Records may differ in their number of fields. A byte-order mark at the start is skipped. Bytes
/// are given as they are, also if they are no valid UTF-8.</para>
/// <para>A field is valid until the next read, or <see cref="Dispose"/>. A span that is kept for longer shows other bytes, but
/// always memory that is there: the buffer is a managed array, which the span keeps alive.</para>
/// <para>For one thread at a time. Reading allocates nothing but a larger buffer when a record does not fit, and what the source
/// allocates.</para>
/// <para>An exception of the source leaves the reader where it was: the next read begins with the same record. At the end of the
/// source a read returns false, and the next one asks the source again.</para>
/// </remarks>
/// <example>
/// Sums by a key, without a string for any field:
/// <code>
/// using System.IO;
///
/// using var source = new MemoryStream("city,guests\n\"Mérida, Yucatán\",3\nCancún,4\n\"Mérida, Yucatán\",5\n"u8.ToArray());
/// using var guests = new PooledStringDictionary&lt;int>(new PooledStringDictionaryOptions { KeyEncoding = KeyEncoding.Utf8 });
/// using var reader = new Utf8FieldReader(source);
/// reader.Read();
/// int city = reader.IndexOf("city"u8);
/// int count = reader.IndexOf("guests"u8);
/// while (reader.Read())
/// {
///     guests.GetValueRefOrAddDefaultUtf8(reader[city], out _) += int.Parse(reader[count]);
/// }
///
/// Console.WriteLine(guests["Mérida, Yucatán"]);   // prints 8
/// </code>
/// </example>
[DebuggerDisplay("{FieldCount} fields, line {LineNumber}, at byte {Offset}")]
public sealed partial class Utf8FieldReader : IDisposable, IAsyncDisposable
{
    private readonly TextIntake _intake;
    private readonly int _maximumBytes;
    private readonly Utf8Quoting _quoting;
    private readonly byte _delimiter;
    private readonly byte _quote;

    // The byte to search besides the delimiter: the delimiter again if quotes are bytes like others.
    private readonly byte _soughtQuote;

    // What a field that is quoted begins with: the quote, or no byte at all.
    private readonly int _openingQuote;

    // The text of the intake: its end, where the next record begins, and which bytes of a block were not looked at yet.
    private byte[] _text;
    private int _end;
    private int _next;
    private int _block = -ByteBlock.Bytes;
    private ulong _found;

    // In front of the record, then where each of its fields ends.
    private int[] _ends = new int[17];
    private int _fieldCount;
    private long _lineNumber;

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file. Others may write to it at the same time.</param>
    /// <param name="options">Characters and sizes; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="IOException">The file cannot be opened, as with <see cref="FileStream"/>.</exception>
    /// <exception cref="UnauthorizedAccessException">The file must not be read, or is a folder.</exception>
    public Utf8FieldReader(string path, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfFile(path), leavesOpen: false)
    {
    }

    /// <summary>Reads a stream from its position on.</summary>
    /// <param name="stream">What is read. The reader closes it, unless <see cref="Utf8FieldReaderOptions.LeaveOpen"/> is
    /// set.</param>
    /// <param name="options">Characters and sizes; null for the defaults.</param>
    /// <exception cref="ArgumentException">The stream cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8FieldReader(Stream stream, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfStream(stream), options.LeaveOpen)
    {
    }

    /// <summary>Reads a pipe. Its memory is copied to the buffer and given back at once.</summary>
    /// <param name="pipe">What is read. The reader completes it, unless <see cref="Utf8FieldReaderOptions.LeaveOpen"/> is set.
    /// <see cref="Read"/> blocks until there are bytes; prefer <see cref="ReadAsync"/>.</param>
    /// <param name="options">Characters and sizes; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8FieldReader(PipeReader pipe, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfPipe(pipe, options.LeaveOpen), leavesOpen: false)
    {
    }

    /// <summary>Reads a mapped file. It is copied to the buffer block by block, because a span of the mapping would fault when
    /// the
    /// file is no longer mapped.</summary>
    /// <param name="file">The file, which the caller disposes. If it is made shorter by somebody else meanwhile, the operating
    /// system may end the process: that is so with all mapped files.</param>
    /// <param name="offset">Where to begin, in bytes.</param>
    /// <param name="length">How many bytes to read.</param>
    /// <param name="options">Characters and sizes; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">Offset or length is negative, or an option is out of its range.</exception>
    /// <exception cref="UnauthorizedAccessException">The mapping is shorter, or not to be read.</exception>
    public Utf8FieldReader(MemoryMappedFile file, long offset, long length, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfMap(file, offset, length), leavesOpen: false)
    {
    }

    private Utf8FieldReader(Utf8FieldReaderOptions options, Stream source, bool leavesOpen)
    {
        _maximumBytes = options.MaximumRecordBytes;
        _quoting = options.Quoting;
        _delimiter = options.Delimiter;
        _quote = options.Quote;
        _soughtQuote = _quoting == Utf8Quoting.None ? _delimiter : _quote;
        _openingQuote = _quoting == Utf8Quoting.None ? -1 : _quote;
        _intake = new TextIntake(source, options.BufferBytes, _maximumBytes, leavesOpen);
        _text = _intake.Text;
    }

    /// <summary>Fields of the record that was read last; 0 before the first, at the end, and after a read that threw.</summary>
    public int FieldCount => _fieldCount;

    /// <summary>The number of the line in which the record that was read last begins, from 1; 0 before the first.</summary>
    public long LineNumber => _lineNumber;

    /// <summary>Where the record that was read last begins, in bytes from where the source began, a byte-order mark
    /// included.</summary>
    public long Offset => _intake.Offset + _ends[0] + 1;

    /// <summary>Reads the next record.</summary>
    /// <returns>False at the end of the source.</returns>
    /// <exception cref="InvalidDataException">The quotes of the record are malformed, it is longer than
    /// <see cref="Utf8FieldReaderOptions.MaximumRecordBytes"/>, or the source begins with the byte-order mark of UTF-16. The
    /// reader
    /// stays where it is.</exception>
    /// <exception cref="IOException">The source cannot be read. The next read tries again.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for a buffer that holds the record.</exception>
    /// <exception cref="InvalidOperationException">A <see cref="ReadAsync"/> is pending.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public bool Read()
    {
        Begin();
        return TryTakeRecord() || ReadSlow();
    }

    /// <summary>As <see cref="Read"/>, without a thread that waits for the source. Allocates nothing where the buffer holds the
    /// record.</summary>
    /// <param name="cancellationToken">Ends the wait for the source; the next read begins with the same record.</param>
    /// <returns>False at the end of the source.</returns>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    /// <exception cref="InvalidDataException">As <see cref="Read"/>.</exception>
    /// <exception cref="IOException">As <see cref="Read"/>.</exception>
    /// <exception cref="OutOfMemoryException">As <see cref="Read"/>.</exception>
    /// <exception cref="InvalidOperationException">As <see cref="Read"/>.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public ValueTask<bool> ReadAsync(CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled<bool>(cancellationToken);
        }

        Begin();
        return TryTakeRecord() ? ValueTask.FromResult(true) : ReadSlowAsync(cancellationToken);
    }

    /// <summary>Closes the source, unless it is to be left open. A second call does nothing.</summary>
    public void Dispose()
    {
        Forget();
        _intake.Dispose();
    }

    /// <summary>As <see cref="Dispose"/>, for sources that are closed asynchronously.</summary>
    public ValueTask DisposeAsync()
    {
        Forget();
        return _intake.DisposeAsync();
    }

    // All indices are checked against the arrays: two threads that must not read at a time read wrong fields, but no wrong
    // memory.
    private bool TryTakeRecord()
    {
        if (_state != FieldState.Plain && !TryLeaveQuotes())
        {
            return false;
        }

        byte delimiter = _delimiter;
        byte quote = _soughtQuote;
        byte[] text = _text;
        int[] ends = _ends;
        int count = _count;
        int block = _block;
        ulong found = _found;
        int end = _end;
        while (true)
        {
            while (found == 0)
            {
                block += ByteBlock.Bytes;
                found = ByteBlock.FindFieldEnds(text.AsSpan(block), delimiter, quote);
            }

            int at = block + BitOperations.TrailingZeroCount(found);
            if (at >= end)
            {
                break;
            }

            byte character = text[at];
            if (character != delimiter && character == quote)
            {
                (_count, _block, _found) = (count, block, found);
                if (!TryPassQuote(at))
                {
                    return false;
                }

                (block, found) = (_block, _found);
                continue;
            }

            found &= found - 1;
            if (++count >= ends.Length)
            {
                ends = GrowEnds();
            }

            ends[count] = at;
            if (character != delimiter)
            {
                (_count, _block, _found) = (count, block, found);
                return TryEndRecord(at);
            }
        }

        (_count, _block, _found) = (count, block, found);
        return false;
    }

    // At a line feed or carriage return.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryEndRecord(int at)
    {
        if (at - _next > _maximumBytes)
        {
            return false;
        }

        int next = at + 1;
        if (_text[at] == '\r' && next < _end && _text[next] == '\n')
        {
            next++;
            if (_found == 0)
            {
                _block += ByteBlock.Bytes;
                _found = ByteBlock.FindFieldEnds(_text.AsSpan(_block), _delimiter, _soughtQuote);
            }

            _found &= _found - 1;
        }

        Finish(next);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Finish(int next)
    {
        _fieldCount = _count;
        _next = next;
        _lineNumber = _nextLine;
        _nextLine += 1 + _linesWithin;
        _isBegun = false;
    }
}
