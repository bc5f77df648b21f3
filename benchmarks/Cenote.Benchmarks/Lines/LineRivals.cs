using System.Buffers;
using System.IO.Pipelines;
using Cenote.IO;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Benchmarks.Lines;

/// <summary>Each rival reads the lines of a file, and adds up their lengths.</summary>
internal sealed class LineRivals(string path)
{
    private const int BufferBytes = 128 << 10;

    private readonly Dictionary<string, (long Lines, long Units)> _sums = [];
    private byte[] _buffer = new byte[BufferBytes];

    public void Own()
    {
        long lines = 0;
        long units = 0;
        using var reader = new Utf8LineReader(path);
        while (reader.TryRead(out ReadOnlySpan<byte> line))
        {
            lines++;
            units += line.Length;
        }

        _sums[nameof(Own)] = (lines, units);
    }

    /// <summary>A hand-written loop that reads lines fast: all calls reuse its buffer.</summary>
    public void ByHand()
    {
        long lines = 0;
        long units = 0;
        using SafeFileHandle file = File.OpenHandle(path, options: FileOptions.SequentialScan);
        long offset = 0;
        int kept = 0;
        while (RandomAccess.Read(file, _buffer.AsSpan(kept), offset) is > 0 and int read)
        {
            offset += read;
            ReadOnlySpan<byte> text = _buffer.AsSpan(0, kept + read);
            while (text.IndexOf((byte)'\n') is >= 0 and int end)
            {
                ReadOnlySpan<byte> line = text[..end];
                line = line.Length > 0 && line[^1] == '\r' ? line[..^1] : line;
                lines++;
                units += line.Length;
                text = text[(end + 1)..];
            }

            kept = text.Length;
            text.CopyTo(_buffer);
            if (kept == _buffer.Length)
            {
                Array.Resize(ref _buffer, 2 * kept);
            }
        }

        if (kept > 0)
        {
            lines++;
            units += kept;
        }

        _sums[nameof(ByHand)] = (lines, units);
    }

    public void Pipe() => PipeAsync().GetAwaiter().GetResult();

    public void StreamReader()
    {
        long lines = 0;
        long units = 0;
        using var reader = new StreamReader(path);
        while (reader.ReadLine() is { } line)
        {
            lines++;
            units += line.Length;
        }

        _sums[nameof(StreamReader)] = (lines, units);
    }

    public void ReadLines()
    {
        long lines = 0;
        long units = 0;
        foreach (string line in File.ReadLines(path))
        {
            lines++;
            units += line.Length;
        }

        _sums[nameof(ReadLines)] = (lines, units);
    }

    /// <summary>
    /// Checks that all rivals read the same number of lines, and that rivals with the same encoding read the same number of bytes
    /// or chars.
    /// </summary>
    /// <returns>The result of Cenote's reader.</returns>
    public (long Lines, long Units) Check(int lines)
    {
        bool isEqual = _sums[nameof(Own)] == _sums[nameof(ByHand)] && _sums[nameof(Own)] == _sums[nameof(Pipe)]
            && _sums[nameof(StreamReader)] == _sums[nameof(ReadLines)];
        if (!isEqual || _sums.Values.Any(sum => sum.Lines != lines))
        {
            throw new InvalidOperationException("The rivals read different lines.");
        }

        return _sums[nameof(Own)];
    }

    private async Task PipeAsync()
    {
        (long Lines, long Units) sum = default;
        await using var stream = new FileStream(
            path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0, FileOptions.SequentialScan);
        PipeReader reader = PipeReader.Create(stream, new StreamPipeReaderOptions(bufferSize: BufferBytes));
        for (ReadResult result = default; !result.IsCompleted;)
        {
            result = await reader.ReadAsync();
            SequencePosition consumed = Take(result.Buffer, ref sum);
            reader.AdvanceTo(consumed, result.Buffer.End);
        }

        await reader.CompleteAsync();
        _sums[nameof(Pipe)] = sum;
    }

    private static SequencePosition Take(ReadOnlySequence<byte> buffer, ref (long Lines, long Units) sum)
    {
        var reader = new SequenceReader<byte>(buffer);
        while (reader.TryReadTo(out ReadOnlySpan<byte> line, (byte)'\n'))
        {
            sum.Lines++;
            sum.Units += line.Length;
        }

        return reader.Position;
    }
}
