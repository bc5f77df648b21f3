using Microsoft.Win32.SafeHandles;

namespace Cenote.Heap;

/// <summary>
/// A copy of all ranges of a heap in a temporary file that no one else can read. On Unix it has no name from the beginning, so
/// that it is gone however this process ends.
/// </summary>
internal sealed class CopiedMemory : IHeapMemory, IDisposable
{
    private const int BlockBytes = 4 << 20;

    private readonly HeapLayout _layout;
    private readonly long[] _offsets;
    private readonly long[] _copied;
    private readonly SafeFileHandle _file;

    /// <summary>Makes a file for a copy.</summary>
    /// <exception cref="HeapException">It cannot be made.</exception>
    public CopiedMemory(HeapLayout layout)
    {
        _layout = layout;
        _offsets = new long[layout.Ranges.Count];
        _copied = new long[layout.Ranges.Count];
        long offset = 0;
        for (int range = 0; range < _offsets.Length; range++)
        {
            _offsets[range] = offset;
            offset += layout.Ranges[range].Length;
        }

        try
        {
            _file = PrivateFiles.CreateNameless();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw CannotCopy(exception);
        }
    }

    /// <summary>Copies a range.</summary>
    /// <exception cref="HeapException">The disk is full.</exception>
    public void Copy(int range, IHeapMemory source, byte[] buffer)
    {
        HeapRange part = _layout.Ranges[range];
        for (long done = 0; done < part.Length;)
        {
            Span<byte> block = buffer.AsSpan(0, (int)Math.Min(BlockBytes, part.Length - done));
            int read = source.Read(part.Start + (ulong)done, block);
            if (read == 0)
            {
                return;
            }

            try
            {
                RandomAccess.Write(_file, block[..read], _offsets[range] + done);
            }
            catch (Exception exception) when (exception is IOException or ArgumentOutOfRangeException)
            {
                // What .NET makes of EFBIG is an argument that is out of range.
                throw CannotCopy(exception);
            }

            done += read;
            _copied[range] = done;
        }
    }

    /// <summary>A buffer for <see cref="Copy"/>.</summary>
    public static byte[] CreateBuffer() => GC.AllocateUninitializedArray<byte>(BlockBytes);

    /// <inheritdoc/>
    public int Read(ulong address, Span<byte> destination)
    {
        int range = _layout.RangeOf(address);
        if (range < 0)
        {
            return 0;
        }

        long from = (long)(address - _layout.Ranges[range].Start);
        int length = (int)Math.Min(destination.Length, _copied[range] - from);
        int total = 0;
        while (total < length)
        {
            int read = RandomAccess.Read(_file, destination[total..length], _offsets[range] + from + total);
            if (read == 0)
            {
                break;
            }

            total += read;
        }

        return total;
    }

    /// <summary>Removes the copy.</summary>
    public void Dispose() => _file.Dispose();

    private static HeapException CannotCopy(Exception inner)
    {
        string reason = inner is ArgumentOutOfRangeException ? "a file may not be so large there." : inner.Message;
        return HeapException.Failure(
            $"The heap cannot be copied to '{Path.GetTempPath()}': {reason} TMPDIR names another folder.", inner);
    }
}
