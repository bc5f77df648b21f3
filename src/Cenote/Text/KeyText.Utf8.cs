using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;
using Cenote.Threading;

namespace Cenote.Text;

/// <content>UTF-8 to chars.</content>
internal static unsafe partial class KeyText
{
    private const int Block = 32;

    // Read as a signed number, a byte below this is a continuation byte.
    private const sbyte MinLead = -64;

    /// <summary>Decodes UTF-8; an invalid sequence becomes U+FFFD, as with <see cref="Encoding.UTF8"/>.</summary>
    /// <param name="utf8">The UTF-8.</param>
    /// <param name="destination">At least as long as <paramref name="utf8"/>. Chars after the result may be overwritten.</param>
    /// <returns>The number of chars.</returns>
    public static int Decode(ReadOnlySpan<byte> utf8, Span<char> destination)
    {
        Invariant.Holds(destination.Length >= utf8.Length, "The destination is at least as long as the source.");
        if (!Avx512Vbmi2.IsSupported || destination.Length - utf8.Length < Block)
        {
            return TryWiden(utf8, destination) ? utf8.Length : Encoding.UTF8.GetChars(utf8, destination);
        }

        fixed (byte* bytes = utf8)
        {
            fixed (char* chars = destination)
            {
                int written = DecodeBlocks(bytes, utf8.Length, (ushort*)chars);
                return written >= 0 ? written : Encoding.UTF8.GetChars(utf8, destination);
            }
        }
    }

    // Decodes every byte as the lead of a 1-, 2- and 3-byte sequence, then compacts the results of the real lead bytes. Returns
    // -1 if the text is invalid or has 4-byte sequences. Another thread may be changing the text, so every offset
    // that depends on a byte is bounded.
    private static int DecodeBlocks(byte* utf8, int length, ushort* chars)
    {
        int written = 0;
        while (length > 0)
        {
            int size = Math.Min(length, Block);
            if (length > Block)
            {
                // If a sequence crosses the end of the block, the next block decodes it.
                while (size > Block - 3 && (sbyte)utf8[size] < MinLead)
                {
                    size--;
                }
            }

            // Bytes after the block read as zeros; their memory is not accessed.
            Vector256<byte> isInside = Vector256.LessThan(Vector256<byte>.Indices, Vector256.Create((byte)size));
            Vector256<byte> bytes = Avx512BW.VL.MaskLoad(utf8, isInside, Vector256<byte>.Zero);
            ulong nonAscii = bytes.ExtractMostSignificantBits();
            ulong continuations = Vector256.LessThan(bytes.AsSByte(), Vector256.Create(MinLead)).ExtractMostSignificantBits();
            ulong threeByteLeads = Vector256.GreaterThanOrEqual(bytes, Vector256.Create((byte)0xe0)).ExtractMostSignificantBits();
            ulong expectedContinuations = ((nonAscii ^ continuations) << 1) | (threeByteLeads << 2);

            Vector512<ushort> one = Avx512BW.ConvertToVector512UInt16(bytes);
            Vector512<ushort> second = Avx512BW.PermuteVar32x16(one, Vector512<ushort>.Indices + Vector512<ushort>.One);
            Vector512<ushort> third = Avx512BW.PermuteVar32x16(one, Vector512<ushort>.Indices + Vector512.Create((ushort)2));
            Vector512<ushort> continuationMask = Vector512.Create((ushort)0x3f);
            Vector512<ushort> two = (one << 6) | (second & continuationMask);
            Vector512<ushort> three = (two << 6) | (third & continuationMask);
            Vector512<ushort> isTwo = Vector512.GreaterThanOrEqual(one, Vector512.Create((ushort)0xc0));
            Vector512<ushort> isThree = Vector512.GreaterThanOrEqual(one, Vector512.Create((ushort)0xe0));
            two = Vector512.ConditionalSelect(isTwo, two & Vector512.Create((ushort)0x7ff), one);
            Vector512<ushort> all = Vector512.ConditionalSelect(isThree, three, two);

            // Overlong sequences and surrogates are invalid.
            Vector512<ushort> least = isTwo & Vector512.Create((ushort)0x80);
            least = Vector512.ConditionalSelect(isThree, Vector512.Create((ushort)0x800), least);
            Vector512<ushort> isWrong = Vector512.LessThan(all, least)
                | Vector512.LessThan(all - Vector512.Create((ushort)0xd800), Vector512.Create((ushort)0x800))
                | Vector512.GreaterThanOrEqual(one, Vector512.Create((ushort)0xf0));
            if ((isWrong.ExtractMostSignificantBits() | (expectedContinuations ^ continuations)) != 0)
            {
                return -1;
            }

            Vector512<ushort> isLead = ~Vector512.Equals(one & Vector512.Create((ushort)0xc0), Vector512.Create((ushort)0x80));
            Avx512Vbmi2.Compress(Vector512<ushort>.Zero, isLead, all).Store(chars + written);
            written += size - BitOperations.PopCount(continuations);
            utf8 += size;
            length -= size;
        }

        return written;
    }
}
