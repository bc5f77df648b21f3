using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace Cenote.Memory.Keys;

/// <summary>
/// Sorts numbers by the strings that they identify, in ordinal order. Strings are compared piece by piece (after the multikey
/// sorts of Bentley and Sedgewick, 1997).
/// </summary>
internal static class KeySort
{
    /// <summary>Chars in a piece.</summary>
    public const int CharsPerPiece = 3;

    /// <summary>Bytes in a piece.</summary>
    public const int BytesPerPiece = 7;

    // Up to this length, insertion sort is faster than sorting by pieces.
    private const int MaxShort = 16;

    /// <summary>Sorts numbers.</summary>
    /// <param name="keys">The strings that the numbers identify, all distinct.</param>
    /// <param name="numbers">The numbers.</param>
    /// <param name="clears">Whether to leave no part of a string in managed memory.</param>
    public static void Sort<TKeys>(TKeys keys, Span<uint> numbers, bool clears)
        where TKeys : struct, INumberedKeys
    {
        // For each number, the piece of its string at the current depth. Pinned if the array must be cleared, because the GC may
        // copy unpinned arrays.
        ulong[] pieces = GC.AllocateUninitializedArray<ulong>(numbers.Length, pinned: clears);
        try
        {
            Sort(keys, numbers, pieces);
        }
        finally
        {
            if (clears)
            {
                Array.Clear(pieces);
            }
        }
    }

    /// <summary>Three chars of a string and, in the lowest bits, the number of chars from there to the end, at most 4.</summary>
    public static ulong PieceOf(ReadOnlySpan<char> text, int depth)
    {
        ReadOnlySpan<char> rest = text[Math.Min(depth, text.Length)..];
        ulong piece = (uint)Math.Min(rest.Length, CharsPerPiece + 1);
        for (int i = 0; i < CharsPerPiece && i < rest.Length; i++)
        {
            piece |= (ulong)rest[i] << (48 - (16 * i));
        }

        return piece;
    }

    /// <summary>
    /// Three bytes of an ASCII string, widened to chars. The lowest bits hold the number of bytes from there to the end, at most
    /// 4.
    /// </summary>
    public static ulong WidePieceOf(ReadOnlySpan<byte> text, int depth)
    {
        ReadOnlySpan<byte> rest = text[Math.Min(depth, text.Length)..];
        ulong piece = (uint)Math.Min(rest.Length, CharsPerPiece + 1);
        for (int i = 0; i < CharsPerPiece && i < rest.Length; i++)
        {
            piece |= (ulong)rest[i] << (48 - (16 * i));
        }

        return piece;
    }

    /// <summary>Seven bytes of a string and, in the lowest bits, the number of bytes from there to the end, at most 8.</summary>
    public static ulong PieceOf(ReadOnlySpan<byte> text, int depth)
    {
        ReadOnlySpan<byte> rest = text[Math.Min(depth, text.Length)..];
        if (rest.Length > BytesPerPiece)
        {
            return (BinaryPrimitives.ReadUInt64BigEndian(rest) & ~(ulong)byte.MaxValue) | (BytesPerPiece + 1);
        }

        ulong piece = (uint)rest.Length;
        for (int i = 0; i < rest.Length; i++)
        {
            piece |= (ulong)rest[i] << (56 - (8 * i));
        }

        return piece;
    }

    /// <summary>The piece of a string with invalid UTF-16, converted to UTF-8 with unpaired surrogates as three bytes.</summary>
    public static ulong Utf8PieceOf(ReadOnlySpan<char> text, int depth)
    {
        Span<byte> unit = stackalloc byte[4];
        ulong piece = 0;
        int length = 0;
        while (!text.IsEmpty && length <= depth + BytesPerPiece)
        {
            int bytes;
            if (Rune.DecodeFromUtf16(text, out Rune rune, out int read) == OperationStatus.Done)
            {
                bytes = rune.EncodeToUtf8(unit);
            }
            else
            {
                (unit[0], unit[1], unit[2]) = ((byte)(0xe0 | (text[0] >> 12)), (byte)(0x80 | ((text[0] >> 6) & 0x3f)), (byte)(0x80 | (text[0] & 0x3f)));
                bytes = 3;
                read = 1;
            }

            for (int i = 0; i < bytes; i++, length++)
            {
                piece |= (uint)(length - depth) < BytesPerPiece ? (ulong)unit[i] << (56 - (8 * (length - depth))) : 0;
            }

            text = text[read..];
        }

        return piece | (uint)Math.Clamp(length - depth, 0, BytesPerPiece + 1);
    }

    /// <summary>A lower bound, in whole pieces, for the number of units that two strings share from a depth on.</summary>
    public static int CommonUnits<TKeys>(TKeys keys, uint first, uint second, int depth)
        where TKeys : struct, INumberedKeys
    {
        int common = 0;
        ulong piece;
        while ((piece = keys.PieceOf(first, depth + common)) == keys.PieceOf(second, depth + common) && Continues<TKeys>(piece))
        {
            common += TKeys.UnitsPerPiece;
        }

        return common;
    }

    private static bool Continues<TKeys>(ulong piece)
        where TKeys : struct, INumberedKeys => (byte)piece > TKeys.UnitsPerPiece;

    private static void Sort<TKeys>(TKeys keys, Span<uint> numbers, Span<ulong> pieces)
        where TKeys : struct, INumberedKeys
    {
        // This is a loop, because recursion would go one level deeper for each piece of a long common prefix.
        var ranges = new Stack<(int Start, int Length, int Depth)>();
        ranges.Push((0, numbers.Length, 0));
        while (ranges.TryPop(out (int Start, int Length, int Depth) range))
        {
            Span<uint> part = numbers.Slice(range.Start, range.Length);
            if (part.Length <= MaxShort)
            {
                Insert(keys, part, range.Depth);
                continue;
            }

            int depth = range.Depth + CommonUnitsOf(keys, part, range.Depth);
            Span<ulong> ofPart = pieces.Slice(range.Start, range.Length);
            for (int i = 0; i < part.Length; i++)
            {
                ofPart[i] = keys.PieceOf(part[i], depth);
            }

            ofPart.Sort(part);
            for (int start = 0, end; start < ofPart.Length; start = end)
            {
                ulong piece = ofPart[start];
                int equal = ofPart[start..].IndexOfAnyExcept(piece);
                end = equal < 0 ? ofPart.Length : start + equal;
                if (end - start > MaxShort && Continues<TKeys>(piece))
                {
                    ranges.Push((range.Start + start, end - start, depth + TKeys.UnitsPerPiece));
                }
                else if (Continues<TKeys>(piece))
                {
                    Insert(keys, part[start..end], depth + TKeys.UnitsPerPiece);
                }
            }
        }
    }

    private static int CommonUnitsOf<TKeys>(TKeys keys, ReadOnlySpan<uint> numbers, int depth)
        where TKeys : struct, INumberedKeys
    {
        int common = int.MaxValue;
        for (int i = 1; i < numbers.Length && common > 0; i++)
        {
            common = Math.Min(common, keys.CommonUnits(numbers[0], numbers[i], depth));
        }

        return common;
    }

    private static void Insert<TKeys>(TKeys keys, Span<uint> numbers, int depth)
        where TKeys : struct, INumberedKeys
    {
        for (int i = 1; i < numbers.Length; i++)
        {
            uint number = numbers[i];
            int to = i;
            for (; to > 0 && Precedes(keys, number, numbers[to - 1], depth); to--)
            {
                numbers[to] = numbers[to - 1];
            }

            numbers[to] = number;
        }
    }

    private static bool Precedes<TKeys>(TKeys keys, uint first, uint second, int depth)
        where TKeys : struct, INumberedKeys
    {
        depth += keys.CommonUnits(first, second, depth);
        return keys.PieceOf(first, depth) < keys.PieceOf(second, depth);
    }
}
