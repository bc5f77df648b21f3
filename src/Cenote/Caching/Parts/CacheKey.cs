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

    /// <summary>Whether a destination overlaps the memory of the key, so that the key would be overwritten while it is
    /// needed.</summary>
    public bool Overlaps(ReadOnlySpan<byte> destination) =>
        IsAscii ? destination.Overlaps(Ascii) : destination.Overlaps(MemoryMarshal.AsBytes(Chars));
}
