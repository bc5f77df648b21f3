using System.Numerics;
using System.Runtime.CompilerServices;

namespace Cenote.Arenas;

/// <summary>
/// How the next 8 chars of texts become a number of few bits with the same order: only bits that differ between the texts are
/// taken, as many as there is room for, the first ones first.
/// </summary>
/// <typeparam name="TExtractor">What extracts bits.</typeparam>
internal readonly struct SortKey<TExtractor>
    where TExtractor : struct, IBitExtractor<TExtractor>
{
    /// <summary>Chars that a key is made of.</summary>
    public const int Chars = 8;

    private const int BitsPerChar = 16;

    private readonly TExtractor _high;
    private readonly TExtractor _low;
    private readonly int _lowBits;

    /// <param name="high">Bits that differ in the first four chars.</param>
    /// <param name="low">Bits that differ in the other four.</param>
    /// <param name="room">Bits a key may have, up to 64.</param>
    public SortKey(ulong high, ulong low, int room)
    {
        int surplus = BitOperations.PopCount(high) + BitOperations.PopCount(low) - room;
        WholeChars = Chars;
        for (; surplus > 0; surplus--)
        {
            // The last bits are dropped. What is left of their char is of use, but the char must be looked at again.
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

    /// <summary>How many of the chars are the same where keys are equal.</summary>
    public int WholeChars { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Of(ulong high, ulong low) => (_high.Extract(high) << _lowBits) | _low.Extract(low);

    /// <summary>The bits of the first four chars that a key was made of.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong High(ulong key) => _high.Deposit(key >> _lowBits);

    /// <summary>The bits of the other four chars that a key was made of.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Low(ulong key) => _low.Deposit(key);
}
