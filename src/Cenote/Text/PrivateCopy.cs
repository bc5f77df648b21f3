using System.Buffers;

namespace Cenote.Text;

/// <summary>A private copy of text during a call to user code, which may change, free or reuse the original memory.</summary>
internal readonly ref struct PrivateCopy<T>
    where T : unmanaged
{
    /// <summary>The length of the buffer that the caller allocates on the stack.</summary>
    public const int StackLength = 256;

    private readonly T[]? _rented;
    private readonly Span<T> _copy;

    /// <param name="source">The text.</param>
    /// <param name="buffer"><see cref="StackLength"/> elements; longer text rents an array from the shared pool.</param>
    public PrivateCopy(scoped ReadOnlySpan<T> source, Span<T> buffer)
        : this(source.Length, buffer) => source.CopyTo(_copy);

    /// <summary>Creates a copy whose content the caller writes to <see cref="Room"/>.</summary>
    public PrivateCopy(int length, Span<T> buffer)
    {
        if (length > buffer.Length)
        {
            _rented = ArrayPool<T>.Shared.Rent(length);
            buffer = _rented;
        }

        _copy = buffer[..length];
    }

    public Span<T> Room => _copy;

    public ReadOnlySpan<T> Span => _copy;

    // Clears the copy, because the text may be secret: an owner that clears freed memory guarantees that no copy remains.
    public void Dispose()
    {
        _copy.Clear();
        if (_rented is not null)
        {
            ArrayPool<T>.Shared.Return(_rented);
        }
    }
}
