using Cenote.Threading;

namespace Cenote.Memory.Snapshots;

/// <summary>Reads the cells of a snapshot sequentially, and verifies their checksums at the end.</summary>
internal sealed unsafe class SnapshotReader
{
    private const int StepBytes = 512;

    private readonly Stream _stream;
    private readonly SnapshotHeader _header;
    private readonly List<uint> _sums = [];
    private uint _sum;
    private int _pieceBytes;
    private ulong _read;

    /// <param name="stream">The file, positioned after its header.</param>
    /// <param name="header">The validated header.</param>
    public SnapshotReader(Stream stream, in SnapshotHeader header)
    {
        _stream = stream;
        _header = header;
    }

    /// <exception cref="InvalidDataException">The stream ends prematurely.</exception>
    public void Read(Span<byte> destination)
    {
        int read = SnapshotStream.ReadAll(_stream, destination);
        _read += (ulong)read;
        if (read < destination.Length)
        {
            Throw.Truncated();
        }

        while (destination.Length > 0)
        {
            Invariant.Holds(_pieceBytes < SnapshotHeader.PieceBytes, "A piece ends when it is complete.");
            Span<byte> part = destination[..Math.Min(destination.Length, SnapshotHeader.PieceBytes - _pieceBytes)];
            _sum = Crc32C.Append(_sum, part);
            _pieceBytes += part.Length;
            destination = destination[part.Length..];
            if (_pieceBytes == SnapshotHeader.PieceBytes)
            {
                EndPiece();
            }
        }
    }

    /// <summary>Reads data that may be larger than a span.</summary>
    public void Read(byte* destination, nuint bytes)
    {
        while (bytes > 0)
        {
            int part = (int)Math.Min(bytes, SnapshotHeader.PieceBytes);
            Read(new Span<byte>(destination, part));
            destination += part;
            bytes -= (nuint)part;
        }
    }

    /// <summary>Reads and discards bytes.</summary>
    public void Skip(ulong bytes)
    {
        Span<byte> nothing = stackalloc byte[StepBytes];
        while (bytes > 0)
        {
            Span<byte> part = nothing[..(int)Math.Min(bytes, (ulong)nothing.Length)];
            Read(part);
            bytes -= (ulong)part.Length;
        }
    }

    /// <summary>
    /// Skips the table and the ids, and verifies the checksums of the cells. Must be called after reading all cells.
    /// </summary>
    /// <exception cref="InvalidDataException">A checksum is wrong.</exception>
    public void Finish()
    {
        Invariant.Holds(_read == _header.CellBytes, "All cells were read.");
        Skip(_header.TableOffset - SnapshotHeader.CellsOffset - _header.CellBytes);
        if (_pieceBytes > 0)
        {
            EndPiece();
        }

        Pass(_header.ChecksumsOffset - _header.TableOffset);
        uint[] sums = new uint[checked((int)_header.Sums)];
        Span<byte> bytes = MemoryMarshal.AsBytes(sums.AsSpan());
        int read = SnapshotStream.ReadAll(_stream, bytes);
        if (read < bytes.Length)
        {
            Throw.Truncated();
        }

        if (Crc32C.Append(0, bytes[..^sizeof(uint)]) != sums[^1]
            || !sums.AsSpan(0, _sums.Count).SequenceEqual(CollectionsMarshal.AsSpan(_sums)))
        {
            Throw.Damaged("a checksum is wrong");
        }
    }

    private void EndPiece()
    {
        _sums.Add(_sum);
        _sum = 0;
        _pieceBytes = 0;
    }

    private void Pass(ulong bytes)
    {
        if (_stream.CanSeek)
        {
            _stream.Seek((long)bytes, SeekOrigin.Current);
            return;
        }

        Span<byte> nothing = stackalloc byte[StepBytes];
        while (bytes > 0)
        {
            int read = SnapshotStream.ReadSome(_stream, nothing[..(int)Math.Min(bytes, (ulong)nothing.Length)]);
            if (read == 0)
            {
                Throw.Truncated();
            }

            bytes -= (ulong)read;
        }
    }
}
