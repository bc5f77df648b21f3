using System.IO.MemoryMappedFiles;
using System.IO.Pipelines;

namespace Cenote.IO;

/// <summary>The kinds of sources that readers take, all as streams.</summary>
internal static class TextSource
{
    /// <summary>A file, which others may go on writing. Its bytes go straight to the buffer of the reader.</summary>
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
    /// A part of a mapped file, which is copied to the buffer block by block: a span of the mapping itself would fault once the
    /// view is closed.
    /// </summary>
    public static Stream OfMap(MemoryMappedFile file, long offset, long length)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(length);

        // A view of length 0 would be of all that follows.
        return length == 0 ? Stream.Null : file.CreateViewStream(offset, length, MemoryMappedFileAccess.Read);
    }
}
