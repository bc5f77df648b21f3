using Cenote.Memory.Pages;

namespace Cenote.Memory.Snapshots;

/// <content>Opening an image from a file or a stream.</content>
internal sealed unsafe partial class SnapshotImage
{
    /// <summary>Checks that a header has the expected kind and layout.</summary>
    public delegate void HeaderCheck(in SnapshotHeader header);

    /// <summary>Maps a file, or copies it if it cannot be mapped, as on Windows.</summary>
    public static SnapshotImage Open(string path, HeaderCheck check, PageSource pages)
    {
        SnapshotSaver.ThrowIfBigEndian();
        FileStream file = SnapshotFile.OpenRead(path);
        try
        {
            Span<byte> start = stackalloc byte[SnapshotHeader.Size];
            SnapshotHeader header = SnapshotHeader.Read(file, start);
            check(in header);
            if (MappedFile.TryMap(pages, file.SafeFileHandle, checked((nuint)header.FileBytes)) is { } mapped)
            {
                return new SnapshotImage(mapped.Start, in header, mapped, file);
            }

            SnapshotImage copy = Copy(file, start, in header, pages);
            file.Dispose();
            return copy;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Copies a file into memory.</summary>
    public static SnapshotImage OpenCopy(string path, HeaderCheck check, PageSource pages)
    {
        using FileStream file = SnapshotFile.OpenRead(path);
        return OpenCopy(file, check, pages);
    }

    /// <summary>Copies a snapshot from a stream into memory.</summary>
    public static SnapshotImage OpenCopy(Stream stream, HeaderCheck check, PageSource pages)
    {
        SnapshotSaver.ThrowIfBigEndian();
        Span<byte> start = stackalloc byte[SnapshotHeader.Size];
        SnapshotHeader header = SnapshotHeader.Read(stream, start);
        check(in header);
        return Copy(stream, start, in header, pages);
    }

    /// <summary>Copies the rest of a snapshot whose header was read.</summary>
    public static SnapshotImage Copy(Stream stream, ReadOnlySpan<byte> start, in SnapshotHeader header, PageSource pages)
    {
        nuint whole = checked((nuint)(header.FileBytes + AddressSpace.GranuleBytes - 1)) & ~(nuint)(AddressSpace.GranuleBytes - 1);
        uint granules = checked((uint)(whole / AddressSpace.GranuleBytes));
        var space = new AddressSpace(pages, 0, long.MaxValue);
        try
        {
            if (!space.HasMemory((long)whole) || !space.TryLend(granules, indexed: false, out PageRun run))
            {
                Throw.NoMemory(header.FileBytes);
                return null;
            }

            start.CopyTo(new Span<byte>(run.Address, SnapshotHeader.Size));
            ReadAll(stream, run.Address + SnapshotHeader.Size, (nuint)header.FileBytes - SnapshotHeader.Size, header.FileBytes);
            return new SnapshotImage(run.Address, in header, space);
        }
        catch
        {
            space.Dispose();
            throw;
        }
    }

    private static void ReadAll(Stream stream, byte* destination, nuint bytes, ulong fileBytes)
    {
        nuint left = bytes;
        while (left > 0)
        {
            var part = new Span<byte>(destination, (int)Math.Min(left, SnapshotHeader.PieceBytes));
            int read = SnapshotStream.ReadSome(stream, part);
            if (read == 0)
            {
                Throw.Truncated();
            }

            destination += read;
            left -= (nuint)read;
        }
    }
}
