namespace Cenote.Arenas;

/// <content>
/// Layout of the 16 bytes. Up to 7 chars: <c>c0 c1 c2 c3 | c4 c5 c6</c>, 6 zero bits, and the length in 10 bits. Longer strings:
/// <c>c0 c1 c2 c3</c>, the place in 54 bits, and the length in 10 bits. For strings of 1,023 chars or more, that length is 1,023,
/// and the actual length is in the 8 bytes before the chars. </content>
[StructLayout(LayoutKind.Sequential)]
public readonly partial struct ArenaString
{
    internal const int InlineLength = 7;
    internal const int HeadLength = 4;
    internal const int PlaceBits = 54;

    /// <summary>Strings of at least this length store their length before the chars.</summary>
    internal const int WrittenLength = (1 << (64 - PlaceBits)) - 1;

    private const ulong PlaceMask = (1UL << PlaceBits) - 1;
    private const ulong FirstLong = (ulong)(InlineLength + 1) << PlaceBits;

    /// <summary>The first four chars, padded with NULs. The first char is in the lowest bits.</summary>
    internal readonly ulong Head;

    /// <summary>The last 8 bytes of the value: three more chars or the place, and the length.</summary>
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

    /// <summary>The place of the chars, unless they are inline.</summary>
    internal ulong Place => PlaceOf(Tail);

    /// <summary>
    /// Whether a tail belongs to an inline value. Code that may read a variable during a concurrent write must read
    /// <see cref="Tail"/> once and derive everything else from it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool IsInlineTail(ulong tail) => tail < FirstLong;

    /// <summary>The length stored in a tail, at most <see cref="WrittenLength"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int ShortLengthOf(ulong tail) => (int)(tail >> PlaceBits);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong PlaceOf(ulong tail) => tail & PlaceMask;

    /// <summary>The value of a string of up to 7 chars.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ArenaString Inline(ref readonly char text, int length)
    {
        // Uses two overlapping loads, because nothing beyond the string may be read.
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

    /// <summary>The <see cref="Tail"/> of a string in the arena.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong LongTail(int length, ulong place) => ((ulong)length << PlaceBits) | place;

    /// <summary>Converts four chars in memory order to a number that sorts like them, and back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong InOrder(ulong chars)
    {
        const ulong EvenChars = 0x0000_FFFF_0000_FFFF;
        chars = BitOperations.RotateLeft(chars, 32);
        return ((chars & EvenChars) << 16) | ((chars >> 16) & EvenChars);
    }

    /// <summary>
    /// The chars of an inline value, stored in the value itself. The caller has already read <see cref="Tail"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ReadOnlySpan<char> InlineText(ref readonly ArenaString value, ulong tail) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<ArenaString, char>(ref Unsafe.AsRef(in value)), ShortLengthOf(tail));

    /// <summary>Compares two inline values. If they differ only in trailing NULs, the shorter one is less.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int CompareInline(ArenaString a, ArenaString b) =>
        a.Head != b.Head ? InOrder(a.Head).CompareTo(InOrder(b.Head)) : InOrder(a.Tail).CompareTo(InOrder(b.Tail));

    // False if either value is inline: the caller has already compared the bits, and equal inline values have equal bits.
    private static bool MayHaveSameLength(ulong tail, ulong other) =>
        !IsInlineTail(tail) && ShortLengthOf(tail) == ShortLengthOf(other);
}
