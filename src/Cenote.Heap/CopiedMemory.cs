using System.Globalization;

namespace Cenote.Heap;

/// <summary>
/// A copy of the ranges of a heap, or of parts of them, in a temporary file that no one else can read. What is not copied is
/// zero there. On Unix it has no name from the beginning, so that it is gone however this process ends.
/// </summary>
internal sealed class CopiedMemory : IHeapMemory, IDisposable
{
    private const int BlockBytes = 1 << 20;
    private const int BytesPerReport = 64 << 20;

    private readonly FileStream _file;
    private HeapLayout? _layout;
    private long[] _offsets = [];

    /// <summary>Makes a file.</summary>
    /// <exception cref="HeapException">It cannot be made.</exception>
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

    /// <summary>Has the system find memory and disk for the file while no process has to wait for that.</summary>
    /// <param name="bytes">How large the copy will be, about.</param>
    /// <param name="progress">Told how much there is.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="HeapException">There is no room.</exception>
    public void MakeRoom(long bytes, Action<string, double> progress, CancellationToken cancellationToken)
    {
        byte[] zeros = new byte[BlockBytes];
        for (long offset = 0; offset < bytes; offset += BlockBytes)
        {
            if (offset % BytesPerReport == 0)
            {
                cancellationToken.ThrowIfCancellationRequested();
                progress(string.Create(CultureInfo.InvariantCulture, $"Making room, {offset >> 20:N0} MB"), 0);
            }

            Write(zeros, offset);
        }
    }

    /// <summary>Says what will be copied.</summary>
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

    /// <summary>Copies a part of a range. Several threads may do so.</summary>
    /// <exception cref="HeapException">The disk is full.</exception>
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

        // The file ends where nothing more was copied.
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

    // What .NET makes of EFBIG is an argument that is out of range.
    private static bool IsRefusal(Exception exception) =>
        exception is IOException or UnauthorizedAccessException or ArgumentOutOfRangeException;

    private static HeapException CannotCopy(Exception inner)
    {
        string reason = inner is ArgumentOutOfRangeException ? "a file may not be so large there." : inner.Message;
        return HeapException.Failure(
            $"The heap cannot be copied to '{Path.GetTempPath()}': {reason} TMPDIR names another folder.", inner);
    }
}
