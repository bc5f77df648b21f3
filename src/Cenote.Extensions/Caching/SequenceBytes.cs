using System.Buffers;

namespace Cenote.Extensions.Caching;

/// <summary>The bytes of a sequence in one piece: its own if it has only one, otherwise a rented array.</summary>
internal readonly ref struct SequenceBytes
{
    private readonly byte[]? _rented;

    /// <param name="sequence">The bytes.</param>
    /// <param name="more">How many bytes are to have room behind them.</param>
    public SequenceBytes(in ReadOnlySequence<byte> sequence, int more)
    {
        if (sequence.IsSingleSegment && more == 0)
        {
            Span = sequence.FirstSpan;
            return;
        }

        int length = checked((int)sequence.Length);
        _rented = ArrayPool<byte>.Shared.Rent(checked(length + more));
        sequence.CopyTo(_rented);
        Extra = _rented.AsSpan(length, more);
        Span = _rented.AsSpan(0, length + more);
    }

    /// <summary>All of it.</summary>
    public ReadOnlySpan<byte> Span { get; }

    /// <summary>The room behind the bytes of the sequence.</summary>
    public Span<byte> Extra { get; }

    // Whether the bytes are secret is not known here: a cache with ClearOnEviction promises that they are nowhere.
    public void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<byte>.Shared.Return(_rented, clearArray: true);
        }
    }
}
