using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;

namespace Cenote.IO;

/// <summary>Wraps the sources of readers in streams.</summary>
internal static class TextSource
{
    /// <summary>
    /// Opens a file that others may write to concurrently, without a stream buffer, because the reader has a buffer.
    /// </summary>
    public static FileStream OfFile(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        return new FileStream(
            path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 0, FileOptions.SequentialScan);
    }

    public static Stream OfStream(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        if (!stream.CanRead)
        {
            Throw.CannotRead(nameof(stream));
        }

        return stream;
    }

    public static Stream OfPipe(PipeReader pipe, bool leavesOpen)
    {
        ArgumentNullException.ThrowIfNull(pipe);
        return pipe.AsStream(leavesOpen);
    }

    /// <summary>
    /// Opens part of a mapped file as a stream. The part is copied to the buffer block by block, because a span of the mapping
    /// would fault once the view is closed.
    /// </summary>
    public static Stream OfMap(MemoryMappedFile file, long offset, long length)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(length);

        // A view of length 0 would extend to the end of the file.
        return length == 0 ? Stream.Null : file.CreateViewStream(offset, length, MemoryMappedFileAccess.Read);
    }
}
