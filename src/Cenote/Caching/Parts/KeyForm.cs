using Cenote.Keys;
using Cenote.Text;

namespace Cenote.Caching;

/// <summary>A key in the form that the cache compares: ASCII bytes, or chars.</summary>
internal ref struct KeyForm
{
    private readonly Utf8Key _decoded;

    /// <param name="key">The key; each invalid UTF-8 sequence becomes U+FFFD.</param>
    /// <param name="buffer">A buffer of <see cref="Utf8Key.StackChars"/>.</param>
    public KeyForm(TextKey key, Span<char> buffer)
    {
        if (!key.IsUtf8)
        {
            Key = new CacheKey(key.Chars);
        }
        else if (KeyText.IsAscii(key.Utf8))
        {
            Key = new CacheKey(key.Utf8);
        }
        else
        {
            _decoded = new Utf8Key(key.Utf8, buffer);
            Key = new CacheKey(_decoded.Chars);
        }
    }

    public CacheKey Key { get; }

    public readonly void Dispose() => _decoded.Dispose();
}
