using System.Buffers;

namespace Cenote.Extensions.Tests.Support;

/// <summary>Sequences of several segments.</summary>
internal sealed class Segments : ReadOnlySequenceSegment<byte>
{
    private Segments(ReadOnlyMemory<byte> memory) => Memory = memory;

    /// <summary>The same bytes, repeated.</summary>
    public static ReadOnlySequence<byte> Repeat(byte[] bytes, int times)
    {
        var first = new Segments(bytes);
        Segments last = first;
        for (int i = 1; i < times; i++)
        {
            last.Next = new Segments(bytes) { RunningIndex = (long)i * bytes.Length };
            last = (Segments)last.Next;
        }

        return new ReadOnlySequence<byte>(first, 0, last, bytes.Length);
    }

    /// <summary>Two segments of one byte each; the second reports the given index as its start.</summary>
    public static ReadOnlySequence<byte> Lying(long index)
    {
        var last = new Segments(new byte[1]) { RunningIndex = index };
        return new ReadOnlySequence<byte>(new Segments(new byte[1]) { Next = last }, 0, last, 1);
    }

    /// <summary>Cuts bytes into segments of a given length; the last one may be shorter.</summary>
    public static ReadOnlySequence<byte> Cut(byte[] bytes, int length)
    {
        var first = new Segments(bytes.AsMemory(0, Math.Min(length, bytes.Length)));
        Segments last = first;
        for (int i = length; i < bytes.Length; i += length)
        {
            last.Next = new Segments(bytes.AsMemory(i, Math.Min(length, bytes.Length - i))) { RunningIndex = i };
            last = (Segments)last.Next;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
