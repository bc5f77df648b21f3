using System.Buffers;
using System.Text.Unicode;

namespace Cenote.Text;

/// <summary>A UTF-16 key, transcoded to UTF-8 for a lookup.</summary>
internal ref struct EncodedKey
{
    /// <summary>The length of the buffer that the caller allocates on the stack.</summary>
    public const int StackBytes = 256;

    /// <summary>
    /// The maximum chars of a key stored as UTF-8, which then has at most <see cref="KeyText.MaximumLength"/> bytes.
    /// </summary>
    public const int MaxChars = KeyText.MaximumLength / MaxBytesOfChar;

    private const int MaxBytesOfChar = 3;

    private readonly byte[]? _rented;

    /// <param name="key">The key.</param>
    /// <param name="buffer"><see cref="StackBytes"/> bytes; a key that may need more rents a buffer from the shared pool.</param>
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

    /// <summary>Whether the key can be stored as UTF-8: it is not too long, and has no lone surrogate.</summary>
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
