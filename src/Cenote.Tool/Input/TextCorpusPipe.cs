using System.Text;

namespace Cenote.Tool.Input;

/// <summary>
/// Sends a corpus to a child process through its standard input, so that all contenders see the same strings even when the file
/// changes or was itself read from a pipe. Format: the number of strings, the length of each, then all chars.
/// </summary>
internal static class TextCorpusPipe
{
    private const int BufferBytes = 1 << 18;

    public static void Write(TextCorpus corpus, Stream stream)
    {
        using var buffered = new BufferedStream(stream, BufferBytes);
        using var writer = new BinaryWriter(buffered, Encoding.UTF8, leaveOpen: true);
        writer.Write(corpus.Count);
        for (int i = 0; i < corpus.Count; i++)
        {
            writer.Write(corpus[i].Length);
        }

        for (int i = 0; i < corpus.Count; i++)
        {
            writer.Write(MemoryMarshal.AsBytes(corpus[i]));
        }
    }

    public static TextCorpus Read(Stream stream)
    {
        using var buffered = new BufferedStream(stream, BufferBytes);
        using var reader = new BinaryReader(buffered, Encoding.UTF8, leaveOpen: true);
        int[] lengths = new int[reader.ReadInt32()];
        reader.BaseStream.ReadExactly(MemoryMarshal.AsBytes(lengths.AsSpan()));

        var builder = new TextCorpusBuilder();
        foreach (int length in lengths)
        {
            reader.BaseStream.ReadExactly(MemoryMarshal.AsBytes(builder.Add(length)));
        }

        return builder.Build();
    }
}
