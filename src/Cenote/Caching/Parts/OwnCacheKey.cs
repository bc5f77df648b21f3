using System.Runtime.InteropServices;
using Cenote.Text;

namespace Cenote.Caching;

/// <summary>A key that the program cannot change any more, in memory of the library, and its hash.</summary>
internal readonly ref struct OwnCacheKey
{
    /// <summary>Bytes of the buffer that the caller puts on the stack.</summary>
    public const int StackBytes = OwnCopy<byte>.StackLength;

    private readonly OwnCopy<byte> _copy;

    public OwnCacheKey(scoped CacheKey key, Span<byte> buffer)
    {
        _copy = new OwnCopy<byte>(key.IsAscii ? key.Ascii : MemoryMarshal.AsBytes(key.Chars), buffer);
        Key = key.IsAscii ? new CacheKey(_copy.Span) : new CacheKey(MemoryMarshal.Cast<byte, char>(_copy.Span));
    }

    public CacheKey Key { get; }

    public void Dispose() => _copy.Dispose();
}
