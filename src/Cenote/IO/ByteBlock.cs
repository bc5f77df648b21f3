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

    /// <summary>Passes bytes that are all higher than those that end lines, 128 at a time: for lines of many blocks.</summary>
    /// <param name="text">A text in which a line feed comes somewhere.</param>
    /// <param name="block">The first byte that was not looked at.</param>
    /// <returns>As many blocks further on as have no such byte.</returns>
    /// <remarks>A tabulator or another control character stops it, and is no end of a line: the caller looks.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int SkipHigher(ReadOnlySpan<byte> text, int block)
    {
        const int Stride = 2 * Bytes;
        while (text.Length - block >= Stride)
        {
            ref byte first = ref MemoryMarshal.GetReference(text.Slice(block, Stride));
            var least = Vector256.Min(
                Vector256.Min(Vector256.LoadUnsafe(ref first), Vector256.LoadUnsafe(ref first, 32)),
                Vector256.Min(Vector256.LoadUnsafe(ref first, 64), Vector256.LoadUnsafe(ref first, 96)));
            if (Vector256.LessThanOrEqualAny(least, Vector256.Create((byte)'\r')))
            {
                break;
            }

            block += Stride;
        }

        return block;
    }

    /// <summary>Where line feeds, carriage returns and two other bytes are.</summary>
    /// <param name="text">A text of which the first 64 bytes are looked at.</param>
    /// <param name="delimiter">A byte to look for.</param>
    /// <param name="quote">Another one, or the same.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindFieldEnds(ReadOnlySpan<byte> text, byte delimiter, byte quote)
    {
        ref byte first = ref MemoryMarshal.GetReference(text[..Bytes]);
        if (Vector512.IsHardwareAccelerated)
        {
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref first);
            return (Vector512.Equals(bytes, Vector512.Create((byte)'\n')) | Vector512.Equals(bytes, Vector512.Create((byte)'\r'))
                | Vector512.Equals(bytes, Vector512.Create(delimiter)) | Vector512.Equals(bytes, Vector512.Create(quote)))
                .ExtractMostSignificantBits();
        }

        ulong found = 0;
        for (int i = 0; i < Bytes; i += Vector256<byte>.Count)
        {
            Vector256<byte> bytes = Vector256.LoadUnsafe(ref first, (nuint)i);
            uint part = (Vector256.Equals(bytes, Vector256.Create((byte)'\n'))
                | Vector256.Equals(bytes, Vector256.Create((byte)'\r')) | Vector256.Equals(bytes, Vector256.Create(delimiter))
                | Vector256.Equals(bytes, Vector256.Create(quote)))
                .ExtractMostSignificantBits();
            found |= (ulong)part << i;
        }

        return found;
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
