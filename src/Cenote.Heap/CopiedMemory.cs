using System.Globalization;

namespace Cenote.Heap;

/// <summary>
/// A copy of the ranges of a heap, or of parts of them, in a temporary file that no other user can read. Bytes that were not
/// copied read as zero. On Unix the file has no name, so the system deletes it even if this process is killed.
/// </summary>
internal sealed class CopiedMemory : IHeapMemory, IDisposable
{
    private const int BlockBytes = 1 << 20;
    private const int BytesPerReport = 64 << 20;

    private readonly FileStream _file;
    private HeapLayout? _layout;
    private long[] _offsets = [];

    /// <summary>Creates the file.</summary>
    /// <exception cref="HeapException">The file cannot be created.</exception>
    public CopiedMemory()
    {
        try
        {
            _file = PrivateFiles.CreateNameless();
        }
        catch (Exception exception) when (IsRefusal(exception))
        {
            throw CannotCopy(exception);
        }
    }

    /// <summary>Allocates memory and disk space for the file before a process is stopped.</summary>
    /// <param name="bytes">The approximate size of the copy.</param>
    /// <param name="progress">Receives a message with the space allocated so far.</param>
    /// <param name="cancellationToken">Cancels the allocation.</param>
    /// <exception cref="HeapException">There is not enough space.</exception>
    public void MakeRoom(long bytes, Action<string, double> progress, CancellationToken cancellationToken)
    {
        byte[] zeros = new byte[BlockBytes];
        for (long offset = 0; offset < bytes; offset += BlockBytes)
        {
            if (offset % BytesPerReport == 0)
            {
                cancellationToken.ThrowIfCancellationRequested();
                progress(string.Create(CultureInfo.InvariantCulture, $"Allocating disk space, {offset >> 20:N0} MB"), 0);
            }

            Write(zeros, offset);
        }
    }

    /// <summary>Sets the ranges to copy.</summary>
    public void Begin(HeapLayout layout)
    {
        _layout = layout;
        _offsets = new long[layout.Ranges.Count];
        long offset = 0;
        for (int range = 0; range < _offsets.Length; range++)
        {
            _offsets[range] = offset;
            offset += layout.Ranges[range].Length;
        }
    }

    /// <summary>Copies a part of a range. Thread-safe.</summary>
    /// <exception cref="HeapException">The part cannot be written, for example because the disk is full.</exception>
    public void Write(ulong address, ReadOnlySpan<byte> part) => Write(part, OffsetOf(_layout!.RangeOf(address), address));

    /// <inheritdoc/>
    public int Read(ulong address, Span<byte> destination)
    {
        int range = _layout!.RangeOf(address);
        if (range < 0)
        {
            return 0;
        }

        long offset = OffsetOf(range, address);
        int length = (int)Math.Min((ulong)destination.Length, _layout!.Ranges[range].End - address);

        // Bytes beyond the end of the file were not copied.
        int total = 0;
        while (total < length)
        {
            int read = RandomAccess.Read(_file.SafeFileHandle, destination[total..length], offset + total);
            if (read == 0)
            {
                destination[total..length].Clear();
                break;
            }

            total += read;
        }

        return length;
    }

    /// <summary>Removes the copy.</summary>
    public void Dispose() => _file.Dispose();

    private void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        try
        {
            RandomAccess.Write(_file.SafeFileHandle, bytes, offset);
        }
        catch (Exception exception) when (IsRefusal(exception))
        {
            throw CannotCopy(exception);
        }
    }

    private long OffsetOf(int range, ulong address) => _offsets[range] + (long)(address - _layout!.Ranges[range].Start);

    // .NET reports EFBIG as an ArgumentOutOfRangeException.
    private static bool IsRefusal(Exception exception) =>
        exception is IOException or UnauthorizedAccessException or ArgumentOutOfRangeException;

    private static HeapException CannotCopy(Exception inner)
    {
        string reason = inner is ArgumentOutOfRangeException ? "its file system or a quota does not allow this size." : inner.Message;
        return HeapException.Failure(
            $"The heap cannot be copied to '{Path.GetTempPath()}': {reason} Set TMPDIR (on Windows, TMP) to another folder.", inner);
    }
}
