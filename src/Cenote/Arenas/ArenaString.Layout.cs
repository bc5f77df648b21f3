using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Arenas;

/// <content>
/// The 16 bytes. Up to 7 chars lie one after another: <c>c0 c1 c2 c3 | c4 c5 c6</c> and 6 zero bits, then the length in 10 bits.
/// A longer text: <c>c0 c1 c2 c3</c>, then the place in 54 bits, and the length in 10 bits, or 1,023 if it is at least that long:
/// then its length lies in the 8 bytes in front of it.
/// </content>
[StructLayout(LayoutKind.Sequential)]
public readonly partial struct ArenaString
{
    internal const int InlineLength = 7;
    internal const int HeadLength = 4;
    internal const int PlaceBits = 54;

    /// <summary>Texts of this length or more have their length in front of them.</summary>
    internal const int WrittenLength = (1 << (64 - PlaceBits)) - 1;

    private const ulong PlaceMask = (1UL << PlaceBits) - 1;
    private const ulong FirstLong = (ulong)(InlineLength + 1) << PlaceBits;

    /// <summary>The first four chars, the first one lowest, with NULs after a shorter text.</summary>
    internal readonly ulong Head;

    /// <summary>The rest.</summary>
    internal readonly ulong Tail;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArenaString(ulong head, ulong tail)
    {
        Head = head;
        Tail = tail;
    }

    internal bool IsInline
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IsInlineTail(Tail);
    }

    /// <summary>Where the text is, if it is not inline.</summary>
    internal ulong Place => PlaceOf(Tail);

    /// <summary>
    /// Whether <see cref="Tail"/> is that of an inline value. Code that needs to know more than one thing about a variable that
    /// another thread may be writing reads <see cref="Tail"/> once and asks that.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool IsInlineTail(ulong tail) => tail < FirstLong;

    /// <summary>The length, or <see cref="WrittenLength"/> for that and more.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int ShortLengthOf(ulong tail) => (int)(tail >> PlaceBits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong PlaceOf(ulong tail) => tail & PlaceMask;

    /// <summary>The value of a text of up to 7 chars.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ArenaString Inline(ref readonly char text, int length)
    {
        // Two loads that overlap, because nothing beyond the text may be read.
        ref byte start = ref Unsafe.As<char, byte>(ref Unsafe.AsRef(in text));
        ulong tail = (ulong)length << PlaceBits;
        if (length > HeadLength)
        {
            ulong end = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, (2 * length) - 8));
            return new ArenaString(Unsafe.ReadUnaligned<ulong>(ref start), (end >> (16 * (8 - length))) | tail);
        }

        if (length >= 2)
        {
            ulong head = Unsafe.ReadUnaligned<uint>(ref start);
            ulong end = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref start, (2 * length) - 4));
            return new ArenaString(head | (end << (16 * (length - 2))), tail);
        }

        return length == 0 ? default : new ArenaString(text, tail);
    }

    /// <summary>What <see cref="Tail"/> is for a text in the arena.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong LongTail(int length, ulong place) => ((ulong)length << PlaceBits) | place;

    /// <summary>Turns four chars as they lie in memory into a number that sorts as they do, and back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong InOrder(ulong chars)
    {
        const ulong EvenChars = 0x0000_FFFF_0000_FFFF;
        chars = BitOperations.RotateLeft(chars, 32);
        return ((chars & EvenChars) << 16) | ((chars >> 16) & EvenChars);
    }

    /// <summary>The text of a value that is inline, by what <see cref="Tail"/> was; it lies in the value itself.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ReadOnlySpan<char> InlineText(ref readonly ArenaString value, ulong tail) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<ArenaString, char>(ref Unsafe.AsRef(in value)), ShortLengthOf(tail));

    /// <summary>Compares two values that are inline; the length decides between texts that differ by NULs at the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int CompareInline(ArenaString a, ArenaString b) =>
        a.Head != b.Head ? InOrder(a.Head).CompareTo(InOrder(b.Head)) : InOrder(a.Tail).CompareTo(InOrder(b.Tail));

    // False for two texts if one is inline: values that are inline are equal only if they are the same.
    private static bool MayHaveSameLength(ulong tail, ulong other) =>
        !IsInlineTail(tail) && ShortLengthOf(tail) == ShortLengthOf(other);
}
