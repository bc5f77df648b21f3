using System.Runtime.InteropServices;
using Cenote.Keys;
using Cenote.Text;

namespace Cenote.Caching;

/// <summary>A key and its hash. The same string is the same key, as chars and as bytes of ASCII.</summary>
internal readonly ref struct CacheKey
{
    public readonly ulong Hash;

    private readonly TextKey _key;

    public CacheKey(ReadOnlySpan<char> chars)
    {
        _key = chars;
        Hash = KeyHash.ComputeLong(chars);
    }

    /// <param name="ascii">Bytes that are ASCII.</param>
    public CacheKey(ReadOnlySpan<byte> ascii)
    {
        _key = ascii;
        Hash = KeyHash.ComputeLong(ascii);
    }

    public bool IsAscii => _key.IsUtf8;

    public ReadOnlySpan<char> Chars => _key.Chars;

    public ReadOnlySpan<byte> Ascii => _key.Utf8;

    /// <summary>Whether a destination overlaps the memory of the key, so that the key would be overwritten while it is
    /// needed.</summary>
    public bool Overlaps(ReadOnlySpan<byte> destination) =>
        IsAscii ? destination.Overlaps(Ascii) : destination.Overlaps(MemoryMarshal.AsBytes(Chars));
}
