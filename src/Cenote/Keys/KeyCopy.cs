using System.Buffers;
using Cenote.Text;

namespace Cenote.Keys;

/// <summary>A private copy of a key as chars, for calls to user code, which may change, free or reuse the key's memory.</summary>
internal readonly ref struct KeyCopy
{
    /// <summary>Length of the buffer that the caller allocates on the stack.</summary>
    public const int StackChars = 256;

    private readonly char[]? _rented;
    private readonly Span<char> _chars;

    /// <param name="key">The key. Invalid UTF-8 becomes U+FFFD.</param>
    /// <param name="buffer">A buffer of <see cref="StackChars"/>. A longer key rents an array from the shared pool.</param>
    public KeyCopy(scoped TextKey key, Span<char> buffer)
    {
        if (key.Length > buffer.Length)
        {
            _rented = ArrayPool<char>.Shared.Rent(key.Length);
            buffer = _rented;
        }

        if (key.IsUtf8)
        {
            _chars = buffer[..KeyText.Decode(key.Utf8, buffer)];
        }
        else
        {
            _chars = buffer[..key.Length];
            key.Chars.CopyTo(_chars);
        }
    }

    public ReadOnlySpan<char> Chars => _chars;

    // Always clears: whether the key is secret is unknown here, and ClearOnFree promises that no copy remains.
    public void Dispose()
    {
        _chars.Clear();
        if (_rented is not null)
        {
            ArrayPool<char>.Shared.Return(_rented);
        }
    }
}
