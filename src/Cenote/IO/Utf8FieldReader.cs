using System.Diagnostics;
using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.IO;

/// <summary>
/// The records and fields of a file, stream, pipe or mapped file as spans of UTF-8, with quotes and line breaks within them as
/// RFC 4180 has them. No field is copied out of the buffer that was read, and no string is made of it.
/// </summary>
/// <remarks>
/// <para>A record ends with a line feed, a carriage return, or both in this order; the last one may lack its end. An empty line
/// is a record with one empty field. Records may differ in their number of fields. A byte-order mark at the start is skipped.
/// Bytes are given as they are, also if they are no valid UTF-8.</para>
/// <para>A field is valid until the next read, or <see cref="Utf8ReaderBase.Dispose"/>. A span that is kept for longer shows
/// other bytes, but always memory that is there: the buffer is a managed array, which the span keeps alive.</para>
/// <para>For one thread at a time. Reading allocates nothing but a larger buffer when a record does not fit, and what the source
/// allocates.</para>
/// <para>An exception of the source leaves the reader where it was: the next read begins with the same record. At the end of the
/// source a read returns false, and the next one asks the source again. A record that is malformed or too long ends the
/// reading: each read after it throws the same, unless what lacked was a closing quote and the source has grown.</para>
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
///     guests.GetValueRefOrAddDefault(reader[city], out _) += int.Parse(reader[count]);
/// }
///
/// Console.WriteLine(guests["Mérida, Yucatán"]);   // prints 8
/// </code>
/// </example>
[DebuggerDisplay("{FieldCount} fields, line {LineNumber}, at byte {Offset}")]
public sealed partial class Utf8FieldReader : Utf8ReaderBase
{
    private readonly int _maximumFields;
    private readonly Utf8Quoting _quoting;
    private readonly byte _delimiter;
    private readonly byte _quote;

    // The byte to search besides the delimiter and those that end lines: one of them again if quotes are bytes like others.
    private readonly byte _soughtQuote;

    // What a field that is quoted begins with: the quote, or no byte at all.
    private readonly int _openingQuote;

    // Which bytes of the block were not passed yet: delimiters, and what the search stops at, ends of lines and quotes.
    private ulong _delimiters;
    private ulong _stops;

    // In front of the record, then where each of its fields ends.
    private int[] _ends;
    private int _fieldCount;

    /// <inheritdoc cref="Utf8LineReader(string, Utf8LineReaderOptions?)"/>
    public Utf8FieldReader(string path, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfFile(path), leavesOpen: false)
    {
    }

    /// <summary>Reads a stream from its position on.</summary>
    /// <param name="stream">What is read, some of it ahead. The reader closes it, unless
    /// <see cref="Utf8FieldReaderOptions.LeaveOpen"/> is set.</param>
    /// <param name="options">Characters and sizes; null for the defaults.</param>
    /// <exception cref="ArgumentException">The stream cannot be read.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8FieldReader(Stream stream, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfStream(stream), options.LeaveOpen)
    {
    }

    /// <summary>Reads a pipe. Its memory is copied to the buffer and given back at once.</summary>
    /// <param name="pipe">What is read, some of it ahead. The reader completes it, unless
    /// <see cref="Utf8FieldReaderOptions.LeaveOpen"/> is set. <see cref="Read"/> blocks until there are bytes; prefer
    /// <see cref="ReadAsync"/>.</param>
    /// <param name="options">Characters and sizes; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    public Utf8FieldReader(PipeReader pipe, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfPipe(pipe, options.LeaveOpen), leavesOpen: false)
    {
    }

    /// <inheritdoc cref="Utf8LineReader(MemoryMappedFile, long, long, Utf8LineReaderOptions?)"/>
    public Utf8FieldReader(MemoryMappedFile file, long offset, long length, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfMap(file, offset, length), leavesOpen: false)
    {
    }

    private Utf8FieldReader(Utf8FieldReaderOptions options, Stream source, bool leavesOpen)
        : base(
            new TextIntake(source, options.BufferBytes, options.MaximumRecordBytes, leavesOpen, options.ThrowOnInvalidUtf8),
            options.MaximumRecordBytes)
    {
        _maximumFields = options.MaximumFields;
        _ends = new int[Math.Min(2 * ByteBlock.Bytes, EndsFor(_maximumFields))];
        _quoting = options.Quoting;
        _delimiter = options.Delimiter;
        _quote = options.Quote;
        _soughtQuote = _quoting == Utf8Quoting.None ? (byte)'\n' : _quote;
        _openingQuote = _quoting == Utf8Quoting.None ? -1 : _quote;
    }

    /// <summary>Fields of the record that was read last; 0 before the first, at the end, and after a read that threw.</summary>
    public int FieldCount => _fieldCount;

    /// <summary>Where the record that was read last begins, in bytes from where the source began, a byte-order mark
    /// included.</summary>
    public long Offset => _intake.Offset + _ends[0] + 1;

    /// <summary>Reads the next record.</summary>
    /// <returns>False at the end of the source.</returns>
    /// <exception cref="InvalidDataException">The quotes of the record are malformed, it is longer than
    /// <see cref="Utf8FieldReaderOptions.MaximumRecordBytes"/>, it has more fields than
    /// <see cref="Utf8FieldReaderOptions.MaximumFields"/>, it is not UTF-8 and
    /// <see cref="Utf8FieldReaderOptions.ThrowOnInvalidUtf8"/> is set, or the source begins with the byte-order mark of UTF-16 or
    /// UTF-32.
    /// The reader does not pass the record: each read after it throws the same. <see cref="Utf8Quoting.Lenient"/> accepts all
    /// quotes.</exception>
    /// <exception cref="IOException">The source cannot be read, and the next read tries again; or the file was truncated while it
    /// was read.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for a buffer that holds the record.</exception>
    /// <exception cref="InvalidOperationException">A <see cref="ReadAsync"/> is pending.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public bool Read()
    {
        BeginRecord();
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

        BeginRecord();
        return TryTakeRecord() ? ValueTask.FromResult(true) : ReadSlowAsync(cancellationToken);
    }

    // Delimiters up to the next stop are taken all at once, without a look at the bytes themselves.
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
        int count = _count;
        int block = _block;
        ulong stops = _stops;
        ulong delimiters = _delimiters;
        while (true)
        {
            // Fields that end before the next end of a line, quote, or end of the block.
            ulong fields = delimiters & (stops ^ (stops - 1));
            if (fields != 0)
            {
                Span<int> ends = RoomForEnds(count + 1);
                int number = BitOperations.PopCount(fields);
                delimiters ^= fields;
                WriteEnds(ref MemoryMarshal.GetReference(ends), fields, number, block);
                count += number;
            }

            if (stops == 0)
            {
                block += ByteBlock.Bytes;
                stops = ByteBlock.FindFieldEnds(text.AsSpan(block), delimiter, quote, out ulong found);
                delimiters = found;
                continue;
            }

            int at = block + BitOperations.TrailingZeroCount(stops);
            if (at >= _end)
            {
                break;
            }

            if (text[at] == _openingQuote)
            {
                (_count, _block, _stops, _delimiters) = (count, block, stops, delimiters);
                if (!TryPassQuote(at))
                {
                    return false;
                }

                (block, stops, delimiters) = (_block, _stops, _delimiters);
                continue;
            }

            int next = at + 1;
            if (at - _next > _maximumBytes)
            {
                break;
            }

            stops &= stops - 1;
            RoomForEnds(++count)[0] = at;
            if (text[at] == '\r' && next < _end && text[next] == '\n')
            {
                next++;
                if (stops == 0)
                {
                    block += ByteBlock.Bytes;
                    stops = ByteBlock.FindFieldEnds(text.AsSpan(block), delimiter, quote, out ulong found);
                    delimiters = found;
                }

                stops &= stops - 1;
            }

            (_count, _block, _stops, _delimiters) = (count, block, stops, delimiters);
            Finish(next);
            return true;
        }

        (_count, _block, _stops, _delimiters) = (count, block, stops, delimiters);
        return false;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<int> RoomForEnds(int count)
    {
        int[] ends = _ends;
        if (count + ByteBlock.Bytes > ends.Length)
        {
            ends = GrowEnds(count);
        }

        return ends.AsSpan(count, ByteBlock.Bytes);
    }

    // Four at a time, some of them for nothing: a branch for each would cost more.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteEnds(ref int ends, ulong fields, int number, int block)
    {
        for (int i = 0; i < number; i += 4)
        {
            Unsafe.Add(ref ends, i) = block + BitOperations.TrailingZeroCount(fields);
            fields &= fields - 1;
            Unsafe.Add(ref ends, i + 1) = block + BitOperations.TrailingZeroCount(fields);
            fields &= fields - 1;
            Unsafe.Add(ref ends, i + 2) = block + BitOperations.TrailingZeroCount(fields);
            fields &= fields - 1;
            Unsafe.Add(ref ends, i + 3) = block + BitOperations.TrailingZeroCount(fields);
            fields &= fields - 1;
        }
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
