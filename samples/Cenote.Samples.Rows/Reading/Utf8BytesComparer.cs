using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Samples.Rows.Reading;

/// <summary>Compares UTF-8 keys of a dictionary. Hashes eight bytes at a time and supports lookups by span.</summary>
internal sealed class Utf8BytesComparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
{
    private const ulong Odd = 0x9E37_79B9_7F4A_7C15;

    private Utf8BytesComparer()
    {
    }

    public static Utf8BytesComparer Instance { get; } = new();

    public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(byte[] obj) => GetHashCode(obj.AsSpan());

    public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<byte> alternate)
    {
        ref byte first = ref MemoryMarshal.GetReference(alternate);
        ulong hash = (ulong)alternate.Length * Odd;
        int offset = 0;
        for (; offset <= alternate.Length - 8; offset += 8)
        {
            hash = Fold(hash ^ Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, offset)));
        }

        ulong rest = 0;
        for (; offset < alternate.Length; offset++)
        {
            rest = (rest << 8) | alternate[offset];
        }

        hash = Fold(hash ^ rest);
        return (int)(hash ^ (hash >> 32));
    }

    public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();

    private static ulong Fold(ulong value)
    {
        ulong high = Math.BigMul(value, Odd, out ulong low);
        return high ^ low;
    }
}
