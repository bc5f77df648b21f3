using Cenote.Text;

namespace Cenote.Caching;

/// <summary>A private copy of a key and its hash, which user code cannot change.</summary>
internal readonly ref struct OwnCacheKey
{
    /// <summary>The size in bytes of the buffer that the caller allocates on the stack.</summary>
    public const int StackBytes = PrivateCopy<byte>.StackLength;

    private readonly PrivateCopy<byte> _copy;

    public OwnCacheKey(scoped CacheKey key, Span<byte> buffer)
    {
        _copy = new PrivateCopy<byte>(key.IsAscii ? key.Ascii : MemoryMarshal.AsBytes(key.Chars), buffer);
        Key = key.IsAscii ? new CacheKey(_copy.Span) : new CacheKey(MemoryMarshal.Cast<byte, char>(_copy.Span));
    }

    public CacheKey Key { get; }

    public void Dispose() => _copy.Dispose();
}
