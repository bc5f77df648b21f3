using System.Buffers;
using System.IO.Pipelines;
using Cenote.IO;

namespace Cenote.Tests.IO;

/// <summary>The output of a <see cref="Utf8FieldWriter"/> to each kind of sink.</summary>
internal static class WrittenFields
{
    public static byte[] ToStream(Utf8FieldWriterOptions? options, Action<Utf8FieldWriter> write)
    {
        var stream = new MemoryStream();
        using (var writer = new Utf8FieldWriter(stream, options))
        {
            write(writer);
        }

        return stream.ToArray();
    }

    public static byte[] ToPipe(Utf8FieldWriterOptions? options, Action<Utf8FieldWriter> write)
    {
        var pipe = new Pipe();
        using (var writer = new Utf8FieldWriter(pipe.Writer, options))
        {
            write(writer);
        }

        pipe.Writer.Complete();
        Assert.True(pipe.Reader.TryRead(out ReadResult read));
        return read.Buffer.ToArray();
    }

    public static byte[] ToBuffer(Utf8FieldWriterOptions? options, Action<Utf8FieldWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8FieldWriter(buffer, options))
        {
            write(writer);
        }

        return buffer.WrittenSpan.ToArray();
    }
}
