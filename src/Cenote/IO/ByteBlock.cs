using System.Runtime.Intrinsics;

namespace Cenote.IO;

/// <summary>Searches 64 bytes for line and field ends, and returns them as a bit mask.</summary>
/// <remarks>
/// Searching for the next line feed once per line costs more than processing a short line. One bit mask covers all lines that end
/// within 64 bytes (after the structural index of Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019).
/// </remarks>
internal static class ByteBlock
{
    /// <summary>The size of a block in bytes.</summary>
    public const int Bytes = 64;

    /// <summary>Returns a bit mask of line feeds and carriage returns.</summary>
    /// <param name="text">At least 64 bytes; only the first 64 are searched.</param>
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

    /// <summary>Searches the following blocks for a line feed or carriage return. Used for lines that span many blocks.</summary>
    /// <param name="text">The buffer, which contains a line end after the block.</param>
    /// <param name="block">The last block searched; on return, the block that contains the line end.</param>
    /// <returns>The bit mask of line ends in that block.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ulong FindFurtherLineEnds(byte[] text, ref int block)
    {
        int at = block + Bytes;
        ulong found = 0;
        for (int last = text.Length - Bytes; (uint)at <= (uint)last; at += Bytes)
        {
            // At most one branch per iteration is hard to predict. Tabs and other bytes below the carriage return also make
            // isNear true.
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

    /// <summary>Returns bit masks of delimiters, of quotes, and of line feeds and carriage returns.</summary>
    /// <param name="text">At least 64 bytes; only the first 64 are searched.</param>
    /// <param name="delimiter">The byte between two fields.</param>
    /// <param name="quote">The byte that encloses a field.</param>
    /// <param name="delimiters">The bit mask of delimiters.</param>
    /// <param name="quotes">The bit mask of quotes.</param>
    /// <returns>The bit mask of line ends.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong FindFieldEnds(ReadOnlySpan<byte> text, byte delimiter, byte quote, out ulong delimiters, out ulong quotes)
    {
        ref byte first = ref MemoryMarshal.GetReference(text[..Bytes]);
        if (Vector512.IsHardwareAccelerated)
        {
            Vector512<byte> bytes = Vector512.LoadUnsafe(ref first);
            delimiters = Vector512.Equals(bytes, Vector512.Create(delimiter)).ExtractMostSignificantBits();
            quotes = Vector512.Equals(bytes, Vector512.Create(quote)).ExtractMostSignificantBits();
            return (Vector512.Equals(bytes, Vector512.Create((byte)'\n')) | Vector512.Equals(bytes, Vector512.Create((byte)'\r')))
                .ExtractMostSignificantBits();
        }

        ulong lineEnds = 0;
        delimiters = quotes = 0;
        for (int i = 0; i < Bytes; i += Vector256<byte>.Count)
        {
            Vector256<byte> bytes = Vector256.LoadUnsafe(ref first, (nuint)i);
            delimiters |= (ulong)Vector256.Equals(bytes, Vector256.Create(delimiter)).ExtractMostSignificantBits() << i;
            quotes |= (ulong)Vector256.Equals(bytes, Vector256.Create(quote)).ExtractMostSignificantBits() << i;
            lineEnds |= (ulong)(Vector256.Equals(bytes, Vector256.Create((byte)'\n'))
                | Vector256.Equals(bytes, Vector256.Create((byte)'\r'))).ExtractMostSignificantBits() << i;
        }

        return lineEnds;
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
