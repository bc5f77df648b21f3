using System.Runtime.InteropServices;
using Cenote.Text;

namespace Cenote.Caching;

/// <summary>A key and its hash. The same text is the same key, as chars and as bytes of ASCII.</summary>
internal readonly ref struct CacheKey
{
    public readonly ReadOnlySpan<char> Chars;
    public readonly ReadOnlySpan<byte> Ascii;
    public readonly ulong Hash;
    public readonly bool IsAscii;

    public CacheKey(ReadOnlySpan<char> chars)
    {
        Chars = chars;
        Hash = KeyHash.ComputeLong(chars);
    }

    /// <param name="ascii">Bytes that are ASCII.</param>
    public CacheKey(ReadOnlySpan<byte> ascii)
    {
        Ascii = ascii;
        Hash = KeyHash.ComputeLong(ascii);
        IsAscii = true;
    }

    /// <summary>Whether a destination shares memory with the key, which is overwritten then while it is still needed.</summary>
    public bool Overlaps(ReadOnlySpan<byte> destination) =>
        IsAscii ? destination.Overlaps(Ascii) : destination.Overlaps(MemoryMarshal.AsBytes(Chars));
}
