using Cenote.Threading;
using Microsoft.Win32.SafeHandles;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// Writes the sections of a snapshot in pieces of 1 MiB, then their checksums. If allowed, a second thread writes a piece while
/// the next one is filled, and a third flushes to disk, so that little remains to be flushed at the end.
/// </summary>
internal sealed unsafe class SnapshotWriter : IDisposable
{
    // A flush takes milliseconds regardless of its size.
    private const int PiecesPerFlush = 32;

    private readonly Stream _stream;
    private readonly bool _overlaps;
    private readonly Action? _check;
    private readonly Lock? _gate;
    private readonly SafeFileHandle? _file;
    private readonly List<uint> _sums = [];
    private byte* _filling;
    private byte* _writing;
    private int _filled;
    private Task<uint>? _written;
    private int _unflushed;
    private Task? _flushed;

    /// <param name="stream">The destination.</param>
    /// <param name="overlaps">Whether the stream may be used on another thread.</param>
    /// <param name="check">Called after each write. It throws if the stream, which may be user code, changed the data.</param>
    /// <param name="gate">
    /// A lock that the calling thread holds exactly once. The lock is released while writing to the stream, which may be user
    /// code. Null if no lock is held.
    /// </param>
    public SnapshotWriter(Stream stream, bool overlaps, Action? check = null, Lock? gate = null)
    {
        Invariant.Holds(
            !overlaps || gate is null, "No lock is held if another thread may write, because that thread could not release it.");
        _stream = stream;
        _overlaps = overlaps;
        _check = check;
        _gate = gate;
        _file = overlaps && stream is FileStream file ? file.SafeFileHandle : null;
        _filling = (byte*)NativeMemory.Alloc(2 * SnapshotHeader.PieceBytes);
        _writing = _filling + SnapshotHeader.PieceBytes;
    }

    /// <summary>
    /// Returns a buffer for the caller to fill; null if the current piece has too little space. Then use
    /// <see cref="Write(byte*, nuint)"/>.
    /// </summary>
    public byte* TryTake(nuint bytes)
    {
        Invariant.Holds(_filling != null, "The writer is not disposed.");
        if (bytes > (nuint)(SnapshotHeader.PieceBytes - _filled))
        {
            return null;
        }

        byte* place = _filling + _filled;
        _filled += (int)bytes;
        return place;
    }

    public void Write(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* start = bytes)
        {
            Write(start, (nuint)bytes.Length);
        }
    }

    /// <summary>Writes data that may be larger than a span.</summary>
    public void Write(byte* bytes, nuint count)
    {
        while (count > 0)
        {
            int part = MakeRoom(count);
            NativeMemory.Copy(bytes, _filling + _filled, (nuint)part);
            _filled += part;
            bytes += part;
            count -= (nuint)part;
        }
    }

    public void WriteZeros(nuint count)
    {
        while (count > 0)
        {
            int part = MakeRoom(count);
            NativeMemory.Clear(_filling + _filled, (nuint)part);
            _filled += part;
            count -= (nuint)part;
        }
    }

    /// <summary>Writes data outside of sections directly to the stream.</summary>
    public void WriteDirectly(ReadOnlySpan<byte> bytes)
    {
        if (_gate is null)
        {
            _stream.Write(bytes);
        }
        else
        {
            WriteUnlocked(bytes, _gate);
        }

        _check?.Invoke();
    }

    /// <summary>Pads the section, so that the next one is aligned, and ends its last piece.</summary>
    public void EndSection()
    {
        int padding = (int)(SnapshotHeader.Align((ulong)_filled) - (ulong)_filled);
        new Span<byte>(_filling + _filled, padding).Clear();
        _filled += padding;
        if (_filled > 0)
        {
            EndPiece();
        }
    }

    /// <summary>Writes the checksums, which complete the snapshot. The caller must then flush the stream to disk.</summary>
    public void Finish()
    {
        Join();
        JoinFlush();
        Invariant.Holds(_filled == 0, "Every section was ended.");
        Span<uint> sums = CollectionsMarshal.AsSpan(_sums);
        uint sum = Crc32C.Append(0, MemoryMarshal.AsBytes(sums));
        WriteDirectly(MemoryMarshal.AsBytes(sums));
        WriteDirectly(MemoryMarshal.AsBytes(new ReadOnlySpan<uint>(in sum)));
        _sums.Clear();
    }

    // Clears the buffers, because keys may be secret.
    public void Dispose()
    {
        // Disposal before Finish means that another exception is already being thrown, so this method throws none.
        foreach (Task? task in (ReadOnlySpan<Task?>)[_written, _flushed])
        {
            if (task is not null)
            {
                UninterruptibleLock.Wait(task);
                _ = task.Exception;
            }
        }

        byte* buffer = _filling < _writing ? _filling : _writing;
        NativeMemory.Clear(buffer, 2 * SnapshotHeader.PieceBytes);
        NativeMemory.Free(buffer);
        _filling = _writing = null;
    }

    private void WriteUnlocked(ReadOnlySpan<byte> bytes, Lock gate)
    {
        gate.Exit();
        try
        {
            _stream.Write(bytes);
        }
        finally
        {
            _ = UninterruptibleLock.Enter(gate);
        }
    }

    private int MakeRoom(nuint wanted)
    {
        Invariant.Holds(_filling != null && _filled <= SnapshotHeader.PieceBytes, "A piece does not exceed its size.");
        if (_filled == SnapshotHeader.PieceBytes)
        {
            EndPiece();
        }

        return (int)Math.Min(wanted, (nuint)(SnapshotHeader.PieceBytes - _filled));
    }

    private void EndPiece()
    {
        Invariant.Holds(_filled > 0, "A piece is not empty.");
        Join();
        byte* filled = _filling;
        _filling = _writing;
        _writing = filled;
        int bytes = _filled;
        _filled = 0;
        if (_overlaps && bytes == SnapshotHeader.PieceBytes)
        {
            Invariant.Holds(_written is null, "One piece is written at a time.");
            _written = Task.Run(() => WritePiece(bytes));
        }
        else
        {
            _sums.Add(WritePiece(bytes));
        }

        if (_file is not null && ++_unflushed >= PiecesPerFlush && _flushed is null or { IsCompleted: true })
        {
            JoinFlush();
            _unflushed = 0;
            _flushed = Task.Run(() => RandomAccess.FlushToDisk(_file));
        }
    }

    private uint WritePiece(int bytes)
    {
        var piece = new ReadOnlySpan<byte>(_writing, bytes);
        WriteDirectly(piece);
        return Crc32C.Append(0, piece);
    }

    private void Join()
    {
        if (_written is { } written)
        {
            UninterruptibleLock.Wait(written);
            _written = null;
            _sums.Add(written.GetAwaiter().GetResult());
        }
    }

    // Waits for the result, because the operating system reports a write error only once, at the next flush.
    private void JoinFlush()
    {
        if (_flushed is { } flushed)
        {
            UninterruptibleLock.Wait(flushed);
            _flushed = null;
            flushed.GetAwaiter().GetResult();
        }
    }
}
