using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Cenote.IO;

/// <summary>Which of 64 bytes are those that are looked for, as the bits of a word.</summary>
/// <remarks>
/// A search for the next line feed alone starts anew with each line, which costs more than a short line is worth. A word of bits
/// serves all lines that end within 64 bytes (after the structural index of Langdale and Lemire, "Parsing gigabytes of JSON per
/// second", 2019).
/// </remarks>
internal static class ByteBlock
{
    /// <summary>Bytes of a block.</summary>
    public const int Bytes = 64;

    /// <summary>Where line feeds and carriage returns are.</summary>
    /// <param name="text">A text of which the first 64 bytes are looked at.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindLineEnds(ReadOnlySpan<byte> text)
    {
        ref byte first = ref MemoryMarshal.GetReference(text[..Bytes]);
        if (Vector512.IsHardwareAccelerated)
        {
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref first);
            return (Vector512.Equals(bytes, Vector512.Create((byte)'\n')) | Vector512.Equals(bytes, Vector512.Create((byte)'\r')))
                .ExtractMostSignificantBits();
        }

        return Vector256.IsHardwareAccelerated
            ? LineEndsOf32(ref first) | ((ulong)LineEndsOf32(ref Unsafe.Add(ref first, 32)) << 32)
            : LineEndsOf16(ref first) | (LineEndsOf16(ref Unsafe.Add(ref first, 16)) << 16)
                | (LineEndsOf16(ref Unsafe.Add(ref first, 32)) << 32) | (LineEndsOf16(ref Unsafe.Add(ref first, 48)) << 48);
    }

    /// <summary>Goes on to the next block that has a line feed or carriage return: for lines of many blocks.</summary>
    /// <param name="text">A text in which one comes somewhere.</param>
    /// <param name="block">The block that was looked at last, then the one that was found.</param>
    /// <returns>Where in it they are.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ulong FindFurtherLineEnds(byte[] text, ref int block)
    {
        int at = block + Bytes;
        ulong found = 0;
        for (int last = text.Length - Bytes; (uint)at <= (uint)last; at += Bytes)
        {
            // One pass has one end that is hard to predict. A tabulator or another control character is found, and is none.
            ref byte first = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(text), at);
            bool isNear = Vector512.IsHardwareAccelerated || Vector256.LessThanOrEqualAny(
                Vector256.Min(Vector256.LoadUnsafe(ref first), Vector256.LoadUnsafe(ref first, 32)),
                Vector256.Create((byte)'\r'));
            found = isNear ? FindLineEnds(MemoryMarshal.CreateReadOnlySpan(ref first, Bytes)) : 0;
            if (found != 0)
            {
                break;
            }
        }

        block = at;
        return found != 0 ? found : FindLineEnds(text.AsSpan(at));
    }

    /// <summary>Where delimiters are, and where line feeds, carriage returns and quotes.</summary>
    /// <param name="text">A text of which the first 64 bytes are looked at.</param>
    /// <param name="delimiter">The byte between two fields.</param>
    /// <param name="quote">Another byte to stop at; a line feed if there is none.</param>
    /// <param name="delimiters">Where delimiters are.</param>
    /// <returns>Where the others are.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindFieldEnds(ReadOnlySpan<byte> text, byte delimiter, byte quote, out ulong delimiters)
    {
        ref byte first = ref MemoryMarshal.GetReference(text[..Bytes]);
        if (Vector512.IsHardwareAccelerated)
        {
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref first);
            delimiters = Vector512.Equals(bytes, Vector512.Create(delimiter)).ExtractMostSignificantBits();
            return (Vector512.Equals(bytes, Vector512.Create((byte)'\n')) | Vector512.Equals(bytes, Vector512.Create((byte)'\r'))
                | Vector512.Equals(bytes, Vector512.Create(quote))).ExtractMostSignificantBits();
        }

        ulong stops = 0;
        delimiters = 0;
        for (int i = 0; i < Bytes; i += Vector256<byte>.Count)
        {
            Vector256<byte> bytes = Vector256.LoadUnsafe(ref first, (nuint)i);
            delimiters |= (ulong)Vector256.Equals(bytes, Vector256.Create(delimiter)).ExtractMostSignificantBits() << i;
            stops |= (ulong)(Vector256.Equals(bytes, Vector256.Create((byte)'\n'))
                | Vector256.Equals(bytes, Vector256.Create((byte)'\r')) | Vector256.Equals(bytes, Vector256.Create(quote)))
                .ExtractMostSignificantBits() << i;
        }

        return stops;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint LineEndsOf32(ref byte first)
    {
        Vector256<byte> bytes = Vector256.LoadUnsafe(ref first);
        return (Vector256.Equals(bytes, Vector256.Create((byte)'\n')) | Vector256.Equals(bytes, Vector256.Create((byte)'\r')))
            .ExtractMostSignificantBits();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong LineEndsOf16(ref byte first)
    {
        Vector128<byte> bytes = Vector128.LoadUnsafe(ref first);
        return (Vector128.Equals(bytes, Vector128.Create((byte)'\n')) | Vector128.Equals(bytes, Vector128.Create((byte)'\r')))
            .ExtractMostSignificantBits();
    }
}
