using Cenote.Keys;
using Cenote.Text;

namespace Cenote.Caching;

/// <summary>A key and its hash. An ASCII key is the same key whether passed as chars or as bytes.</summary>
internal readonly ref struct CacheKey
{
    public readonly ulong Hash;

    private readonly TextKey _key;

    public CacheKey(ReadOnlySpan<char> chars)
    {
        _key = chars;
        Hash = KeyHash.ComputeLong(chars);
    }

    /// <param name="ascii">ASCII bytes.</param>
    public CacheKey(ReadOnlySpan<byte> ascii)
    {
        _key = ascii;
        Hash = KeyHash.ComputeLong(ascii);
    }

    public bool IsAscii => _key.IsUtf8;

    public ReadOnlySpan<char> Chars => _key.Chars;

    public ReadOnlySpan<byte> Ascii => _key.Utf8;

    /// <summary>Whether writing to a destination would overwrite the key.</summary>
    public bool Overlaps(ReadOnlySpan<byte> destination) =>
        IsAscii ? destination.Overlaps(Ascii) : destination.Overlaps(MemoryMarshal.AsBytes(Chars));
}
