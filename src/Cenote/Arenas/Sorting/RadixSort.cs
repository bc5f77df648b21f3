using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>Sorts words by some of their bits, from the lowest digit to the highest (LSD radix sort). Stable.</summary>
internal static unsafe class RadixSort
{
    // If there are fewer words than this for each pass, handling the counters costs more than a comparison sort.
    private const int MinWordsOfPass = 32;

    private const int FewWords = 8192;

    // With fewer than FewWords words, an additional pass takes less time than clearing and summing 2,048 counters per pass.
    private const int BitsForFew = 8;
    private const int BitsForMany = 11;

    /// <param name="words">The words. The bits below the key, if any, are an index, so comparing whole words is stable,
    /// too.</param>
    /// <param name="spare">Memory for the same number of words.</param>
    /// <param name="count">The number of words, at least one.</param>
    /// <param name="shift">The lowest bit of the key.</param>
    /// <param name="bits">Bits of the key, at least one; higher bits are zero.</param>
    /// <returns>The sorted words: <paramref name="words"/> or <paramref name="spare"/>.</returns>
    public static ulong* Sort(ulong* words, ulong* spare, int count, int shift, int bits)
    {
        Invariant.Holds(count > 0 && bits > 0 && shift >= 0 && shift + bits <= 64, "The key is within the word.");
        int most = count < FewWords ? BitsForFew : BitsForMany;
        int passes = (bits + most - 1) / most;
        if (count < passes * MinWordsOfPass)
        {
            new Span<ulong>(words, count).Sort();
            return words;
        }

        int width = (bits + passes - 1) / passes;
        return Sort(words, spare, count, shift, passes, width);
    }

    [SkipLocalsInit]
    private static ulong* Sort(ulong* words, ulong* spare, int count, int shift, int passes, int width)
    {
        Invariant.Holds(width is > 0 and <= BitsForMany, "The counters fit on the stack.");
        int digits = 1 << width;
        uint mask = (uint)digits - 1;
        uint* counters = stackalloc uint[passes * digits];
        new Span<uint>(counters, passes * digits).Clear();
        for (int i = 0; i < count; i++)
        {
            ulong key = words[i] >> shift;
            uint* ofPass = counters;
            for (int pass = 0; pass < passes; pass++)
            {
                ofPass[key & mask]++;
                key >>= width;
                ofPass += digits;
            }
        }

        for (int pass = 0; pass < passes; pass++)
        {
            uint* next = counters + (pass * digits);
            uint position = 0;
            for (int digit = 0; digit < digits; digit++)
            {
                Invariant.Holds(position <= (uint)count, "The counts of a pass add up to at most the number of words.");
                (next[digit], position) = (position, position + next[digit]);
            }

            int low = shift + (pass * width);
            for (int i = 0; i < count; i++)
            {
                ulong word = words[i];
                spare[next[(word >> low) & mask]++] = word;
            }

            ulong* sorted = spare;
            spare = words;
            words = sorted;
        }

        return words;
    }
}
