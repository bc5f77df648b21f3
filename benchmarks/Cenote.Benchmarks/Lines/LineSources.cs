using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;
using Cenote.IO;

namespace Cenote.Benchmarks.Lines;

/// <summary>
/// Reads a file with <see cref="Utf8LineReader"/>: asynchronously, and from a stream, a pipe and a mapped file. Each method adds
/// up the lengths of the lines.
/// </summary>
internal sealed class LineSources(string path)
{
    private const int BufferBytes = 128 << 10;

    private readonly Dictionary<string, (long Lines, long Units)> _sums = [];

    public void Async() => CountAsync(new Utf8LineReader(path), nameof(Async)).GetAwaiter().GetResult();

    public void OfStream()
    {
        using var reader = new Utf8LineReader(File.OpenRead(path));
        Count(reader, nameof(OfStream));
    }

    /// <summary>Asynchronous, because pipes have no synchronous reads: <c>TryRead</c> would block the thread.</summary>
    public void OfPipe()
    {
        var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 0, FileOptions.SequentialScan);
        var pipe = PipeReader.Create(stream, new StreamPipeReaderOptions(bufferSize: BufferBytes));
        CountAsync(new Utf8LineReader(pipe), nameof(OfPipe)).GetAwaiter().GetResult();
    }

    public void OfMap()
    {
        using var map = MemoryMappedFile.CreateFromFile(path, FileMode.Open, null, 0, MemoryMappedFileAccess.Read);
        using var reader = new Utf8LineReader(map, 0, new FileInfo(path).Length);
        Count(reader, nameof(OfMap));
    }

    /// <summary>Checks that each method read the expected number of lines and bytes.</summary>
    public void Check((long Lines, long Units) expected)
    {
        if (_sums.Values.Any(sum => sum != expected))
        {
            throw new InvalidOperationException("The inputs yielded different lines.");
        }
    }

    private void Count(Utf8LineReader reader, string name)
    {
        (long Lines, long Units) sum = default;
        while (reader.TryRead(out ReadOnlySpan<byte> line))
        {
            sum.Lines++;
            sum.Units += line.Length;
        }

        _sums[name] = sum;
    }

    private async Task CountAsync(Utf8LineReader reader, string name)
    {
        (long Lines, long Units) sum = default;
        await using (reader)
        {
            while (await reader.ReadAsync())
            {
                sum.Lines++;
                sum.Units += reader.Line.Length;
            }
        }

        _sums[name] = sum;
    }
}
