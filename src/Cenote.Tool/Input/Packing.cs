namespace Cenote.Tool.Input;

/// <summary>Detects packed text by its first bytes: unpacks gzip, and names the command for other formats.</summary>
internal static class Packing
{
    private const int MaxMarkBytes = 6;

    private static readonly (byte[] Mark, string Name, string Unpack)[] s_others =
    [
        ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard", "zstd -dc"),
        ([(byte)'P', (byte)'K', 3, 4], "a zip archive", "unzip -p"),
        ([0xFD, (byte)'7', (byte)'z', (byte)'X', (byte)'Z', 0], "xz", "xz -dc"),
        ([(byte)'B', (byte)'Z', (byte)'h'], "bzip2", "bzip2 -dc"),
    ];

    /// <summary>Opens the content of a stream, unpacked.</summary>
    /// <param name="stream">A stream at its start; the result owns it.</param>
    /// <param name="path">Its name on the command line.</param>
    /// <param name="quoted">Its name in error messages.</param>
    /// <exception cref="ToolException">Another program has to unpack it.</exception>
    public static Stream Open(Stream stream, string path, string quoted)
    {
        byte[] start = new byte[MaxMarkBytes];
        int length = stream.ReadAtLeast(start, MaxMarkBytes, throwOnEndOfStream: false);
        foreach ((byte[] mark, string name, string unpack) in s_others)
        {
            if (start.AsSpan(0, length).StartsWith(mark))
            {
                throw ToolException.Usage($"{quoted} is compressed as {name}; run: {Unpacked(unpack, path)}");
            }
        }

        Stream whole = Rewound(stream, start.AsMemory(0, length));
        return start is [0x1F, 0x8B, ..] ? new GzipText(whole) : whole;
    }

    /// <summary>Creates the exception for truncated compressed text.</summary>
    /// <param name="path">Its name on the command line.</param>
    /// <param name="quoted">Its name in error messages.</param>
    /// <param name="exception">Contains the size of the text that was read.</param>
    public static ToolException Reject(string path, string quoted, EndOfStreamException exception) => ToolException.Usage(
        $"{quoted} {exception.Message} Get the complete file, or measure the part that exists; run: {Unpacked("gzip -dc", path)}");

    private static string Unpacked(string unpack, string path) =>
        $"{unpack} {(path == CorpusSource.StandardInput ? "FILE" : ShellWord.OfFile(path))} | cenote measure";

    private static Stream Rewound(Stream stream, ReadOnlyMemory<byte> start)
    {
        if (!stream.CanSeek)
        {
            return new PrefixedStream(start, stream);
        }

        stream.Position -= start.Length;
        return stream;
    }
}
