using System.Buffers;
using Cenote.Caching;

namespace Cenote.Extensions.Caching;

/// <summary>A rented array with a contiguous copy of a sequence, followed by space for a note.</summary>
internal readonly ref struct NotedBytes
{
    private readonly byte[] _rented;

    /// <param name="sequence">The bytes.</param>
    /// <param name="noteBytes">The length of the note in bytes.</param>
    /// <exception cref="ArgumentException">The length of the sequence is not the sum of its segments' lengths.</exception>
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

    /// <summary>The bytes of the sequence and the note.</summary>
    public ReadOnlySpan<byte> Span { get; }

    /// <summary>The space after the bytes of the sequence.</summary>
    public Span<byte> Note { get; }

    // The array is always cleared on return, because the bytes may be secret: a cache with ClearOnEviction guarantees that no
    // copy remains.
    public void Dispose() => ArrayPool<byte>.Shared.Return(_rented, clearArray: true);
}
