namespace Cenote.Arenas;

/// <summary>
/// Moves bits in six steps, by powers of two. The constructor computes the moves from the mask (Hacker's Delight, 7-4).
/// </summary>
internal readonly struct PortableExtractor : IBitExtractor<PortableExtractor>
{
    private readonly ulong _mask;
    private readonly ulong _by1;
    private readonly ulong _by2;
    private readonly ulong _by4;
    private readonly ulong _by8;
    private readonly ulong _by16;
    private readonly ulong _by32;

    private PortableExtractor(ulong mask)
    {
        _mask = mask;
        ulong gaps = ~mask << 1;
        _by1 = Step(ref mask, ref gaps, 1);
        _by2 = Step(ref mask, ref gaps, 2);
        _by4 = Step(ref mask, ref gaps, 4);
        _by8 = Step(ref mask, ref gaps, 8);
        _by16 = Step(ref mask, ref gaps, 16);
        _by32 = Step(ref mask, ref gaps, 32);
    }

    public static PortableExtractor For(ulong mask) => new(mask);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Extract(ulong word)
    {
        word &= _mask;
        word = Move(word, _by1, 1);
        word = Move(word, _by2, 2);
        word = Move(word, _by4, 4);
        word = Move(word, _by8, 8);
        word = Move(word, _by16, 16);
        return Move(word, _by32, 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Deposit(ulong bits)
    {
        bits = MoveBack(bits, _by32, 32);
        bits = MoveBack(bits, _by16, 16);
        bits = MoveBack(bits, _by8, 8);
        bits = MoveBack(bits, _by4, 4);
        bits = MoveBack(bits, _by2, 2);
        return MoveBack(bits, _by1, 1) & _mask;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong MoveBack(ulong word, ulong moved, int distance) => (word & ~moved) | ((word << distance) & moved);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Move(ulong word, ulong moved, int distance)
    {
        ulong bits = word & moved;
        return (word ^ bits) | (bits >> distance);
    }

    // Returns the mask bits that have an odd number of gaps below them. These bits move in this step, which leaves half of the
    // gaps.
    private static ulong Step(ref ulong mask, ref ulong gaps, int distance)
    {
        ulong odd = gaps;
        for (int shift = 1; shift < 64; shift *= 2)
        {
            odd ^= odd << shift;
        }

        ulong moved = odd & mask;
        mask = Move(mask, moved, distance);
        gaps &= ~odd;
        return moved;
    }
}
