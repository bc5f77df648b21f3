using Cenote.Text;

namespace Cenote.Keys;

/// <summary>A private copy of a key as chars, for calls to user code, which may change, free or reuse the key's memory.</summary>
internal readonly ref struct KeyCopy
{
    /// <summary>Length of the buffer that the caller allocates on the stack.</summary>
    public const int StackChars = PrivateCopy<char>.StackLength;

    // Includes the chars after the decoded key, because decoding may overwrite them.
    private readonly PrivateCopy<char> _copy;
    private readonly int _length;

    /// <param name="key">The key. Invalid UTF-8 becomes U+FFFD.</param>
    /// <param name="buffer">
    /// A buffer of <see cref="StackChars"/> chars. For a longer key, an array is rented from the shared pool.
    /// </param>
    public KeyCopy(scoped TextKey key, Span<char> buffer)
    {
        _copy = new PrivateCopy<char>(key.Length, buffer);
        _length = key.Length;
        if (key.IsUtf8)
        {
            _length = KeyText.Decode(key.Utf8, _copy.Room);
        }
        else
        {
            key.Chars.CopyTo(_copy.Room);
        }
    }

    public ReadOnlySpan<char> Chars => _copy.Span[.._length];

    public void Dispose() => _copy.Dispose();
}
