using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>Checks that a file is a dump, before it is read. A Linux core dump must also be complete.</summary>
internal static class DumpFile
{
    private const int HeaderBytes = 64;
    private const int ProgramHeaderBytes = 56;
    private const int FileIsCore = 4;

    /// <summary>Throws if the file is not a dump, or is a truncated core dump.</summary>
    /// <param name="path">The name in error messages.</param>
    /// <param name="file">The dump.</param>
    /// <exception cref="HeapException">The file is not a dump, or is truncated.</exception>
    public static void Check(string path, Stream file)
    {
        Span<byte> header = stackalloc byte[HeaderBytes];
        file.Position = 0;
        int length = file.ReadAtLeast(header, HeaderBytes, throwOnEndOfStream: false);
        ReadOnlySpan<byte> read = header[..length];
        if (length == 0)
        {
            throw HeapException.Usage($"'{path}' is empty.");
        }

        if (read.StartsWith("MDMP"u8) || read.StartsWith("PAGEDU64"u8))
        {
            return;
        }

        if (!read.StartsWith("\u007FELF"u8) || length < HeaderBytes || read[4] != 2 || read[5] != 1
            || BinaryPrimitives.ReadUInt16LittleEndian(read[16..]) != FileIsCore)
        {
            throw HeapException.Usage(
                $"'{path}' is not a dump of a process; write one with 'dotnet-dump collect', 'createdump' or 'cenote heap PID "
                + "--keep-dump FILE'.");
        }

        long missing = EndOfElf(file, read) - file.Length;
        if (missing > 0)
        {
            throw HeapException.Usage(
                $"'{path}' is truncated: its last {missing:N0} bytes are missing. Was the disk full, or is the dump "
                + "still being written?");
        }
    }

    // The end of the last memory segment.
    private static long EndOfElf(Stream file, ReadOnlySpan<byte> header)
    {
        long table = BinaryPrimitives.ReadInt64LittleEndian(header[32..]);
        int count = BinaryPrimitives.ReadUInt16LittleEndian(header[56..]);
        Span<byte> entry = stackalloc byte[HeaderBytes];
        if (count == ushort.MaxValue)
        {
            // If there are more segments than fit in the field, the first section stores their number.
            file.Position = BinaryPrimitives.ReadInt64LittleEndian(header[40..]);
            if (file.ReadAtLeast(entry, HeaderBytes, throwOnEndOfStream: false) < HeaderBytes)
            {
                return long.MaxValue;
            }

            count = BinaryPrimitives.ReadInt32LittleEndian(entry[44..]);
        }

        long end = table + ((long)count * ProgramHeaderBytes);
        if (end > file.Length)
        {
            return end;
        }

        for (int i = 0; i < count; i++)
        {
            file.Position = table + ((long)i * ProgramHeaderBytes);
            file.ReadExactly(entry[..ProgramHeaderBytes]);
            end = Math.Max(
                end, BinaryPrimitives.ReadInt64LittleEndian(entry[8..]) + BinaryPrimitives.ReadInt64LittleEndian(entry[32..]));
        }

        return end;
    }
}
