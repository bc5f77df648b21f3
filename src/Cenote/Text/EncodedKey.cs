using System.Buffers;
using System.Text.Unicode;

namespace Cenote.Text;

/// <summary>A key that was given as UTF-16, held as UTF-8 while it is looked up.</summary>
internal ref struct EncodedKey
{
    /// <summary>Bytes of the buffer that the caller puts on the stack.</summary>
    public const int StackBytes = 256;

    /// <summary>The most chars of a key that is stored as UTF-8: whatever they are, its bytes are a length.</summary>
    public const int MaxChars = KeyText.MaximumLength / MaxBytesOfChar;

    private const int MaxBytesOfChar = 3;

    private readonly byte[]? _rented;

    /// <param name="key">The key.</param>
    /// <param name="buffer">Room for <see cref="StackBytes"/>; a longer key rents a buffer from the shared pool.</param>
    public EncodedKey(ReadOnlySpan<char> key, Span<byte> buffer)
    {
        if (key.Length > MaxChars)
        {
            return;
        }

        if (key.Length > buffer.Length / MaxBytesOfChar)
        {
            _rented = ArrayPool<byte>.Shared.Rent(key.Length * MaxBytesOfChar);
            buffer = _rented;
        }

        IsValid = Utf8.FromUtf16(key, buffer, out _, out int written, replaceInvalidSequences: false) == OperationStatus.Done;
        Bytes = buffer[..(IsValid ? written : 0)];
    }

    /// <summary>Whether there is UTF-8 that is stored for the key: it is not too long, and each surrogate is half of a pair.</summary>
    public readonly bool IsValid { get; }

    public readonly ReadOnlySpan<byte> Bytes { get; }

    public readonly void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<byte>.Shared.Return(_rented, clearArray: true);
        }
    }
}
