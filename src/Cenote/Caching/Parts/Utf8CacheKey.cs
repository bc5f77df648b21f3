using Cenote.Text;

namespace Cenote.Caching;

/// <summary>A key that was given as UTF-8: taken as it is if it is ASCII, otherwise held as UTF-16 while it is used.</summary>
internal ref struct Utf8CacheKey
{
    private readonly Utf8Key _decoded;

    /// <param name="utf8">The key; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="buffer">Room for <see cref="Utf8Key.StackChars"/>.</param>
    public Utf8CacheKey(ReadOnlySpan<byte> utf8, Span<char> buffer)
    {
        if (KeyText.IsAscii(utf8))
        {
            Key = new CacheKey(utf8);
        }
        else
        {
            _decoded = new Utf8Key(utf8, buffer);
            Key = new CacheKey(_decoded.Chars);
        }
    }

    public CacheKey Key { get; }

    public readonly void Dispose() => _decoded.Dispose();
}
