using System.Buffers;

namespace Cenote.Tests.Support;

/// <summary>A sequence in several pieces.</summary>
internal sealed class Pieces : ReadOnlySequenceSegment<byte>
{
    private Pieces(ReadOnlyMemory<byte> memory) => Memory = memory;

    /// <summary>Cuts bytes into pieces of a length, with an empty piece at the end.</summary>
    public static ReadOnlySequence<byte> Cut(byte[] bytes, int length) =>
        Join([.. bytes.Chunk(length).Append([]).Select(static piece => (ReadOnlyMemory<byte>)piece)]);

    /// <summary>The bytes, repeated a number of times.</summary>
    public static ReadOnlySequence<byte> Repeat(byte[] bytes, int times) =>
        Join([.. Enumerable.Repeat((ReadOnlyMemory<byte>)bytes, times)]);

    private static ReadOnlySequence<byte> Join(ReadOnlyMemory<byte>[] pieces)
    {
        var first = new Pieces(pieces[0]);
        Pieces last = first;
        foreach (ReadOnlyMemory<byte> piece in pieces.Skip(1))
        {
            var next = new Pieces(piece) { RunningIndex = last.RunningIndex + last.Memory.Length };
            last.Next = next;
            last = next;
        }

        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }
}
