namespace Cenote.Arenas;

/// <summary>
/// Compresses the next 8 chars of strings to a number of few bits with the same order. The number contains only bits that differ
/// between the strings, and only the highest of these if not all fit.
/// </summary>
/// <typeparam name="TExtractor">Extracts bits.</typeparam>
internal readonly struct SortKey<TExtractor>
    where TExtractor : struct, IBitExtractor<TExtractor>
{
    public const int Chars = 8;

    private const int BitsPerChar = 16;

    private readonly TExtractor _high;
    private readonly TExtractor _low;
    private readonly int _lowBits;

    /// <param name="high">Bits that differ in the first four chars.</param>
    /// <param name="low">Bits that differ in the last four chars.</param>
    /// <param name="room">Maximum bits of a key, up to 64.</param>
    public SortKey(ulong high, ulong low, int room)
    {
        int surplus = BitOperations.PopCount(high) + BitOperations.PopCount(low) - room;
        WholeChars = Chars;
        for (; surplus > 0; surplus--)
        {
            // Drops the lowest bit. The other bits of its char stay in the key, but the char must be compared again.
            bool fromLow = low != 0;
            ulong dropped = fromLow ? low & (0 - low) : high & (0 - high);
            low ^= fromLow ? dropped : 0;
            high ^= fromLow ? 0 : dropped;
            WholeChars = (BitOperations.LeadingZeroCount(dropped) / BitsPerChar) + (fromLow ? Chars / 2 : 0);
        }

        _high = TExtractor.For(high);
        _low = TExtractor.For(low);
        _lowBits = BitOperations.PopCount(low);
        Bits = BitOperations.PopCount(high) + _lowBits;
    }

    public int Bits { get; }

    /// <summary>The number of leading chars that are equal if keys are equal.</summary>
    public int WholeChars { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Of(ulong high, ulong low) => (_high.Extract(high) << _lowBits) | _low.Extract(low);

    /// <summary>The bits of a key's first four chars.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong High(ulong key) => _high.Deposit(key >> _lowBits);

    /// <summary>The bits of a key's last four chars.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Low(ulong key) => _low.Deposit(key);
}
