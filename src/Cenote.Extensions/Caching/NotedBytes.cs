using System.Buffers;
using Cenote.Caching;

namespace Cenote.Extensions.Caching;

/// <summary>The bytes of a sequence in one piece, and room for a note behind them; a rented array.</summary>
internal readonly ref struct NotedBytes
{
    private readonly byte[] _rented;

    /// <param name="sequence">The bytes.</param>
    /// <param name="noteBytes">How many bytes the note has.</param>
    /// <exception cref="ArgumentException">The segments have more or fewer bytes than the sequence.</exception>
    public NotedBytes(in ReadOnlySequence<byte> sequence, int noteBytes)
    {
        int length = checked((int)SequenceCopy.LengthOf(in sequence));
        _rented = ArrayPool<byte>.Shared.Rent(checked(length + noteBytes));
        try
        {
            SequenceCopy.Fill(_rented.AsSpan(0, length), in sequence);
        }
        catch
        {
            Dispose();
            throw;
        }

        Note = _rented.AsSpan(length, noteBytes);
        Span = _rented.AsSpan(0, length + noteBytes);
    }

    /// <summary>All of it.</summary>
    public ReadOnlySpan<byte> Span { get; }

    /// <summary>The room behind the bytes of the sequence.</summary>
    public Span<byte> Note { get; }

    // Whether the bytes are secret is not known here: a cache with ClearOnEviction promises that they are nowhere.
    public void Dispose() => ArrayPool<byte>.Shared.Return(_rented, clearArray: true);
}
