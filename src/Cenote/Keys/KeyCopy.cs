using System.Buffers;
using Cenote.Text;

namespace Cenote.Keys;

/// <summary>A private copy of a key as chars, for calls to user code, which may change, free or reuse the key's memory.</summary>
internal readonly ref struct KeyCopy
{
    /// <summary>Length of the buffer that the caller allocates on the stack.</summary>
    public const int StackChars = 256;

    private readonly char[]? _rented;
    private readonly Span<char> _buffer;
    private readonly int _length;

    /// <param name="key">The key. Invalid UTF-8 becomes U+FFFD.</param>
    /// <param name="buffer">A buffer of <see cref="StackChars"/>. A longer key rents an array from the shared pool.</param>
    public KeyCopy(scoped TextKey key, Span<char> buffer)
    {
        if (key.Length > buffer.Length)
        {
            _rented = ArrayPool<char>.Shared.Rent(key.Length);
            buffer = _rented;
        }

        // Decoding may write more chars than the key has.
        _buffer = buffer[..key.Length];
        if (key.IsUtf8)
        {
            _length = KeyText.Decode(key.Utf8, _buffer);
        }
        else
        {
            _length = key.Length;
            key.Chars.CopyTo(_buffer);
        }
    }

    public ReadOnlySpan<char> Chars => _buffer[.._length];

    // Always clears: whether the key is secret is unknown here, and ClearOnFree promises that no copy remains.
    public void Dispose()
    {
        _buffer.Clear();
        if (_rented is not null)
        {
            ArrayPool<char>.Shared.Return(_rented);
        }
    }
}
