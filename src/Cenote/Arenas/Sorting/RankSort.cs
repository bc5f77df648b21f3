using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Sorts a few words by counting, for each word, how many words are less. The number of steps is quadratic, but the steps are
/// vectorized and have no mispredicted branches, the main cost of sorting a few words.
/// </summary>
internal static unsafe class RankSort
{
    public const int MaxWords = 64;

    /// <summary>Finds the rank of each word. Stable.</summary>
    /// <param name="words">The words.</param>
    /// <param name="count">The number of words, up to <see cref="MaxWords"/>.</param>
    /// <param name="places">Receives the ranks.</param>
    [SkipLocalsInit]
    public static void FindPlaces(ulong* words, int count, byte* places)
    {
        Invariant.Holds(count is >= 0 and <= MaxWords, "The count is within the limit of this sort.");
        // Vector instructions compare signed numbers.
        long* numbers = stackalloc long[MaxWords];
        for (int i = 0; i < count; i++)
        {
            numbers[i] = (long)(words[i] ^ (1UL << 63));
        }

        long* less = stackalloc long[MaxWords];
        for (int i = 0; i < count; i += 2 * Vector<long>.Count)
        {
            Vector<long> first = Vector.Load(numbers + i);
            Vector<long> second = Vector.Load(numbers + i + Vector<long>.Count);
            Vector<long> lessThanFirst = Vector<long>.Zero;
            Vector<long> lessThanSecond = Vector<long>.Zero;
            for (int j = 0; j < count; j++)
            {
                // LessThan yields minus one for true.
                Vector<long> number = Vector.Create(numbers[j]);
                lessThanFirst -= Vector.LessThan(number, first);
                lessThanSecond -= Vector.LessThan(number, second);
            }

            lessThanFirst.Store(less + i);
            lessThanSecond.Store(less + i + Vector<long>.Count);
        }

        byte* same = stackalloc byte[MaxWords];
        new Span<byte>(same, MaxWords).Clear();
        for (int i = 0; i < count; i++)
        {
            long place = less[i];
            places[i] = (byte)(place + same[place]++);
            Invariant.Holds(places[i] < count, "Each rank is less than the number of words.");
        }
    }
}
