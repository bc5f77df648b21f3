using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>Reads the build id of an ELF file (Linux), which distinguishes two builds of one version.</summary>
internal static class ElfBuildId
{
    private const int HeaderBytes = 64;
    private const int ProgramHeaderBytes = 56;
    private const int Notes = 4;
    private const int BuildIdNote = 3;
    private const int MaxNotesBytes = 1 << 16;

    /// <summary>Reads the build id.</summary>
    /// <returns>The id; empty if the file has none or cannot be read.</returns>
    public static byte[] Of(string path)
    {
        try
        {
            using FileStream file = File.OpenRead(path);
            byte[] header = new byte[HeaderBytes];
            file.ReadExactly(header);
            if (!header.AsSpan().StartsWith("\u007FELF"u8) || header[4] != 2 || header[5] != 1)
            {
                return [];
            }

            byte[] table = new byte[BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(56)) * ProgramHeaderBytes];
            file.Position = BinaryPrimitives.ReadInt64LittleEndian(header.AsSpan(32));
            file.ReadExactly(table);
            for (int at = 0; at < table.Length; at += ProgramHeaderBytes)
            {
                ReadOnlySpan<byte> entry = table.AsSpan(at, ProgramHeaderBytes);
                if (BinaryPrimitives.ReadInt32LittleEndian(entry) != Notes)
                {
                    continue;
                }

                byte[] notes = new byte[Math.Min(MaxNotesBytes, BinaryPrimitives.ReadInt64LittleEndian(entry[32..]))];
                file.Position = BinaryPrimitives.ReadInt64LittleEndian(entry[8..]);
                file.ReadExactly(notes);
                if (Find(notes) is { IsEmpty: false } id)
                {
                    return id.ToArray();
                }
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Unreadable files count as different.
        }

        return [];
    }

    private static ReadOnlySpan<byte> Find(ReadOnlySpan<byte> notes)
    {
        const int HeadBytes = 12;
        while (notes.Length >= HeadBytes)
        {
            int nameLength = (BinaryPrimitives.ReadInt32LittleEndian(notes) + 3) & ~3;
            int length = BinaryPrimitives.ReadInt32LittleEndian(notes[4..]);
            int type = BinaryPrimitives.ReadInt32LittleEndian(notes[8..]);
            int start = HeadBytes + nameLength;
            if (nameLength < 0 || length < 0 || start + length > notes.Length)
            {
                return [];
            }

            if (type == BuildIdNote && notes[HeadBytes..].StartsWith("GNU\0"u8))
            {
                return notes.Slice(start, length);
            }

            notes = notes[Math.Min(notes.Length, start + ((length + 3) & ~3))..];
        }

        return [];
    }
}
