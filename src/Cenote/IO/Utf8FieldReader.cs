using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;

namespace Cenote.IO;

/// <summary>
/// Reads the records and fields of a CSV file, stream, pipe or mapped file as spans of UTF-8, with quoting according to RFC 4180.
/// Fields are neither copied out of the buffer nor converted to strings.
/// </summary>
/// <remarks>
/// <para>
/// A record ends with a line feed, a carriage return, or a carriage return and line feed. The last record may lack its end. An
/// empty line is a record with one empty field. Records may differ in their number of fields. A byte-order mark at the start is
/// skipped. Bytes are returned as they are, even if they are not valid UTF-8.
/// </para>
/// <para>
/// A field is valid until the next read, or <see cref="Utf8ReaderBase.Dispose"/>. A stale span shows other bytes, but never
/// faults: the buffer is a managed array, which the span keeps alive.
/// </para>
/// <para>Not thread-safe. Reading allocates only if a record needs a larger buffer, or if the source allocates.</para>
/// <para>
/// An exception from the source leaves the reader unchanged: the next read begins with the same record. At the end of the source
/// a read returns false, and the next one reads the source again. A record that is malformed or too long stops the reader: each
/// later read throws the same exception, unless only a closing quote was missing and the source has grown.
/// </para>
/// </remarks>
/// <example>
/// Sum by key without allocating strings:
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

    // All bits are set, or no bit if quotes are ordinary bytes.
    private readonly ulong _quoteMask;

    // Bytes of the block that are still to be processed: the delimiters, and the stops, which are line ends and quotes that are
    // handled one by one.
    private ulong _delimiters;
    private ulong _stops;

    // Item 0 is the index before the first byte of the record, item i the index after the last byte of field i - 1.
    private int[] _ends;
    private int _fieldCount;

    /// <inheritdoc cref="Utf8LineReader(string, Utf8LineReaderOptions?)"/>
    public Utf8FieldReader(string path, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfFile(path), leavesOpen: false)
    {
    }

    /// <inheritdoc cref="Utf8LineReader(Stream, Utf8LineReaderOptions?)"/>
    public Utf8FieldReader(Stream stream, Utf8FieldReaderOptions? options = null)
        : this((options ??= new()).Validated(), TextSource.OfStream(stream), options.LeaveOpen)
    {
    }

    /// <inheritdoc cref="Utf8LineReader(PipeReader, Utf8LineReaderOptions?)"/>
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
            new InputBuffer(source, options.BufferBytes, options.MaximumRecordBytes, leavesOpen, options.ThrowOnInvalidUtf8),
            options.MaximumRecordBytes)
    {
        _maximumFields = options.MaximumFields;
        _ends = new int[Math.Min(2 * ByteBlock.Bytes, MaxEnds)];
        _quoting = options.Quoting;
        _delimiter = options.Delimiter;
        _quote = options.Quote;
        _quoteMask = _quoting == Utf8Quoting.None ? 0 : ulong.MaxValue;
    }

    /// <summary>
    /// The number of fields of the current record; 0 before the first, at the end, and after a read that threw.
    /// </summary>
    public int FieldCount => _fieldCount;

    /// <summary>The offset of the current record in bytes from the start of the source, a byte-order mark included.</summary>
    public long Offset => _input.Offset + _ends[0] + 1;

    /// <summary>Reads the next record.</summary>
    /// <returns>False at the end of the source.</returns>
    /// <exception cref="InvalidDataException">
    /// The record has malformed quotes, exceeds <see cref="Utf8FieldReaderOptions.MaximumRecordBytes"/> or
    /// <see cref="Utf8FieldReaderOptions.MaximumFields"/>, or is not UTF-8 and
    /// <see cref="Utf8FieldReaderOptions.ThrowOnInvalidUtf8"/> is set. Or the source begins with the byte-order mark of UTF-16 or
    /// UTF-32. The reader stays at the record: each later read throws the same exception. <see cref="Utf8Quoting.Lenient"/>
    /// accepts all quotes.
    /// </exception>
    /// <exception cref="IOException">
    /// The source cannot be read (the next read tries again), or the file was truncated after it was opened (each later read throws
    /// unless the file has grown again).
    /// </exception>
    /// <exception cref="OutOfMemoryException">There is no memory for a buffer that holds the record.</exception>
    /// <exception cref="InvalidOperationException">A <see cref="ReadAsync"/> is pending.</exception>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    public bool Read()
    {
        BeginRecord();
        return TryTakeRecord() || ReadSlow();
    }

    /// <summary>Like <see cref="Read"/>, without blocking the thread. Allocates nothing if the buffer holds the record.</summary>
    /// <param name="cancellationToken">Cancels the wait for the source; the next read begins with the same record.</param>
    /// <returns>False at the end of the source.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <exception cref="InvalidDataException">See <see cref="Read"/>.</exception>
    /// <exception cref="IOException">See <see cref="Read"/>.</exception>
    /// <exception cref="OutOfMemoryException">See <see cref="Read"/>.</exception>
    /// <exception cref="InvalidOperationException">See <see cref="Read"/>.</exception>
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

    // Takes all delimiters up to the next stop at once, without reading the bytes themselves. All indices are checked against the
    // arrays: concurrent misuse returns wrong fields, but reads no invalid memory.
    private bool TryTakeRecord()
    {
        if (_state != FieldState.Plain && !TryLeaveQuotes())
        {
            return false;
        }

        byte delimiter = _delimiter;
        byte quote = _quote;
        byte[] text = _text;
        int count = _count;
        int block = _block;
        ulong stops = _stops;
        ulong delimiters = _delimiters;
        while (true)
        {
            // The delimiters before the next line end, quote, or end of the block.
            ulong fields = delimiters & (stops ^ (stops - 1));
            if (fields != 0)
            {
                int number = BitOperations.PopCount(fields);
                Span<int> ends = RoomForEnds(count, number);
                delimiters ^= fields;
                WriteEnds(ref MemoryMarshal.GetReference(ends), fields, number, block);
                count += number;
            }

            if (stops == 0)
            {
                block += ByteBlock.Bytes;
                stops = ByteBlock.FindFieldEnds(text.AsSpan(block), delimiter, quote, out ulong found, out ulong quotes);
                delimiters = found;
                if (((quotes & _quoteMask) | _quotedBefore) != 0)
                {
                    (_count, _block, _stops, _delimiters) = (count, block, stops, delimiters);
                    if (!TrySkipQuoted(quotes))
                    {
                        return false;
                    }

                    (block, stops, delimiters) = (_block, _stops, _delimiters);
                }

                continue;
            }

            int at = block + BitOperations.TrailingZeroCount(stops);
            if (at >= _end)
            {
                break;
            }

            if ((_quoteMask >> 63) != 0 && text[at] == _quote)
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
            _ends[++count] = at;
            if (text[at] == '\r' && next < _end && text[next] == '\n')
            {
                next++;
                if (stops == 0)
                {
                    block += ByteBlock.Bytes;
                    stops = ByteBlock.FindFieldEnds(text.AsSpan(block), delimiter, quote, out ulong found, out ulong quotes);
                    delimiters = found;
                    if ((quotes & _quoteMask) != 0)
                    {
                        (_block, _stops, _delimiters) = (block, stops, delimiters);
                        TrySkipQuoted(quotes);
                        (stops, delimiters) = (_stops, _delimiters);
                    }
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

    // Provides space for this many more fields, one block that WriteEnds may overwrite, and the record's last field.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<int> RoomForEnds(int count, int more)
    {
        int[] ends = _ends;
        if (count + more + ByteBlock.Bytes > ends.Length)
        {
            ends = GrowEnds(count + more);
        }

        return ends.AsSpan(count + 1, ByteBlock.Bytes);
    }

    // Writes four field ends at a time, even if fewer are left, because a branch for each would cost more.
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
