using System.Buffers;
using Cenote.Text;

namespace Cenote.Keys;

/// <summary>A key as chars of the library, for a call to user code, which may change, free or reuse the memory of the key.</summary>
internal readonly ref struct KeyCopy
{
    /// <summary>The length of the buffer that the caller allocates on the stack.</summary>
    public const int StackChars = 256;

    private readonly char[]? _rented;
    private readonly Span<char> _chars;

    /// <param name="key">The key. Invalid sequences of UTF-8 become U+FFFD.</param>
    /// <param name="buffer">Room for <see cref="StackChars"/>; for a longer key an array is rented from the shared pool.</param>
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

    // Whether the key is secret is not known here: an owner that clears what it frees promises that the key is nowhere.
    public void Dispose()
    {
        _chars.Clear();
        if (_rented is not null)
        {
            ArrayPool<char>.Shared.Return(_rented);
        }
    }
}
