using System.Runtime.InteropServices;

namespace Cenote.Memory.Snapshots;

/// <summary>
/// Writes the sections of a snapshot, MiB by MiB, and then their checksums. Where it may, another thread writes a piece while the
/// next one is filled.
/// </summary>
internal sealed unsafe class SnapshotWriter : IDisposable
{
    private readonly Stream _stream;
    private readonly bool _overlaps;
    private readonly List<uint> _sums = [];
    private byte* _filling;
    private byte* _writing;
    private int _filled;
    private Task<uint>? _written;

    /// <param name="stream">Where to.</param>
    /// <param name="overlaps">Whether the stream may be used on another thread.</param>
    public SnapshotWriter(Stream stream, bool overlaps)
    {
        _stream = stream;
        _overlaps = overlaps;
        _filling = (byte*)NativeMemory.Alloc(2 * SnapshotHeader.PieceBytes);
        _writing = _filling + SnapshotHeader.PieceBytes;
    }

    /// <summary>Memory of this size to be filled at once; null if it is to be written by <see cref="Write(byte*, nuint)"/>.</summary>
    public byte* TryTake(nuint bytes)
    {
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

    /// <summary>The same for what may be larger than a span.</summary>
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

    /// <summary>Fills the section up, so that the next one begins where it should.</summary>
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

    /// <summary>Writes the checksums.</summary>
    public void Finish()
    {
        Join();
        Span<uint> sums = CollectionsMarshal.AsSpan(_sums);
        uint sum = Crc32C.Append(0, MemoryMarshal.AsBytes(sums));
        _stream.Write(MemoryMarshal.AsBytes(sums));
        _stream.Write(MemoryMarshal.AsBytes(new ReadOnlySpan<uint>(in sum)));
    }

    // Texts may be secrets.
    public void Dispose()
    {
        if (_written is { } written)
        {
            // Whoever disposes the writer before its end has an exception already.
            Task.WaitAny(written);
            _ = written.Exception;
        }

        byte* buffer = _filling < _writing ? _filling : _writing;
        NativeMemory.Clear(buffer, 2 * SnapshotHeader.PieceBytes);
        NativeMemory.Free(buffer);
        _filling = _writing = null;
    }

    private int MakeRoom(nuint wanted)
    {
        if (_filled == SnapshotHeader.PieceBytes)
        {
            EndPiece();
        }

        return (int)Math.Min(wanted, (nuint)(SnapshotHeader.PieceBytes - _filled));
    }

    private void EndPiece()
    {
        Join();
        byte* filled = _filling;
        _filling = _writing;
        _writing = filled;
        int bytes = _filled;
        _filled = 0;
        if (_overlaps && bytes == SnapshotHeader.PieceBytes)
        {
            _written = Task.Run(() => WritePiece(bytes));
        }
        else
        {
            _sums.Add(WritePiece(bytes));
        }
    }

    private uint WritePiece(int bytes)
    {
        var piece = new ReadOnlySpan<byte>(_writing, bytes);
        _stream.Write(piece);
        return Crc32C.Append(0, piece);
    }

    private void Join()
    {
        if (_written is { } written)
        {
            _written = null;
            _sums.Add(written.GetAwaiter().GetResult());
        }
    }
}
