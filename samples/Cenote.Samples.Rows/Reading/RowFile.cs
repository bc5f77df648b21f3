using Cenote.Measurement;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Samples.Rows.Reading;

/// <summary>
/// Reads a whole file with several threads. Each thread takes one chunk after the other and has its own table; a row belongs to
/// the chunk in which it begins.
/// </summary>
/// <remarks>
/// Chunks are copied to a buffer that stays in the L2 cache. A mapped file's pages would count as memory of the process, and
/// truncating a mapped file would crash the process.
/// </remarks>
internal sealed unsafe class RowFile<TTable>
    where TTable : struct, IStationTable<TTable>
{
    private readonly string _path;
    private readonly int _chunkBytes;
    private readonly CancellationToken _cancellationToken;
    private readonly Lock _lock = new();
    private readonly Totals _totals = new();
    private long _nextChunk;
    private long _malformed = long.MaxValue;

    private RowFile(string path, int chunkBytes, CancellationToken cancellationToken)
    {
        _path = path;
        _chunkBytes = chunkBytes;
        _cancellationToken = cancellationToken;
    }

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="threads">The number of threads that read, including the calling one.</param>
    /// <param name="chunkBytes">The size of a chunk, in bytes.</param>
    /// <param name="cancellationToken">Stops reading after the current chunks.</param>
    /// <exception cref="MalformedLineException">A line is malformed; the exception names the first one.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied, or it is a folder.</exception>
    /// <exception cref="NotSupportedException">The file is not seekable, for example a pipe.</exception>
    /// <exception cref="OperationCanceledException">The operation was cancelled.</exception>
    public static Totals Read(
        string path, int threads, int chunkBytes = 1 << 20, CancellationToken cancellationToken = default)
    {
        var reading = new RowFile<TTable>(path, chunkBytes, cancellationToken);
        using (var crew = new Crew(threads))
        {
            crew.Run(_ => reading.ReadChunks());
        }

        return reading._malformed == long.MaxValue ? reading._totals : throw MalformedLineException.At(path, reading._malformed);
    }

    private void ReadChunks()
    {
        using var file = File.OpenHandle(_path, options: FileOptions.SequentialScan);
        long length = RandomAccess.GetLength(file);
        using var table = TTable.Create();
        byte[] buffer = GC.AllocateUninitializedArray<byte>(
            1 + _chunkBytes + Row.LongestLine + 1 + RowReader<TTable>.Padding, pinned: true);
        fixed (byte* first = buffer)
        {
            // Chunks after a malformed line no longer matter.
            while (NextChunk() is long start && start < Math.Min(length, Volatile.Read(ref _malformed)))
            {
                _cancellationToken.ThrowIfCancellationRequested();
                ReadChunk(file, buffer, first, start, table);
            }
        }

        lock (_lock)
        {
            table.AddTo(_totals);
        }
    }

    private long NextChunk() => (Interlocked.Increment(ref _nextChunk) - 1) * _chunkBytes;

    // The byte before the chunk shows whether a row begins with the chunk.
    private void ReadChunk(
        SafeFileHandle file, byte[] buffer, byte* first, long start, TTable table)
    {
        int before = start > 0 ? 1 : 0;
        int wanted = before + _chunkBytes + Row.LongestLine;
        int read = Fill(file, buffer.AsSpan(0, wanted), start - before);
        byte* end = first + read;
        if (read < wanted && read > 0 && end[-1] != '\n')
        {
            *end++ = (byte)'\n';
        }

        byte* last = first + Math.Min(read, before + _chunkBytes);
        byte* line = first;
        if (before > 0)
        {
            int ends = buffer.AsSpan(0, (int)(last - first)).IndexOf((byte)'\n');
            line = ends < 0 ? last : first + ends + 1;
        }

        byte* malformed = RowReader<TTable>.Read(table, line, last, end);
        if (malformed != null)
        {
            NoteMalformed(start - before + (malformed - first));
        }
    }

    private static int Fill(SafeFileHandle file, Span<byte> buffer, long offset)
    {
        int filled = 0;
        while (filled < buffer.Length && RandomAccess.Read(file, buffer[filled..], offset + filled) is > 0 and int read)
        {
            filled += read;
        }

        return filled;
    }

    private void NoteMalformed(long offset)
    {
        lock (_lock)
        {
            _malformed = Math.Min(_malformed, offset);
        }
    }
}
