using System.Numerics;
using System.Runtime.CompilerServices;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Sorts few words by counting for each how many are less than it. That takes the square of their number in steps, but a step is
/// a lane of a vector, and none is a branch that the processor could predict wrongly, which is what sorting few words mostly
/// costs.
/// </summary>
internal static unsafe class RankSort
{
    /// <summary>The most words it sorts.</summary>
    public const int MostWords = 64;

    /// <summary>Finds the place of each word. Stable.</summary>
    /// <param name="words">The words.</param>
    /// <param name="count">How many, up to <see cref="MostWords"/>.</param>
    /// <param name="places">Receives the places; room for as many.</param>
    [SkipLocalsInit]
    public static void FindPlaces(ulong* words, int count, byte* places)
    {
        Invariant.Holds(count is >= 0 and <= MostWords, "The count is within the limit of this sort.");
        // Processors compare signed numbers.
        long* numbers = stackalloc long[MostWords];
        for (int i = 0; i < count; i++)
        {
            numbers[i] = (long)(words[i] ^ (1UL << 63));
        }

        long* less = stackalloc long[MostWords];
        for (int i = 0; i < count; i += 2 * Vector<long>.Count)
        {
            Vector<long> first = Vector.Load(numbers + i);
            Vector<long> second = Vector.Load(numbers + i + Vector<long>.Count);
            Vector<long> lessThanFirst = Vector<long>.Zero;
            Vector<long> lessThanSecond = Vector<long>.Zero;
            for (int j = 0; j < count; j++)
            {
                // True is minus one.
                Vector<long> number = Vector.Create(numbers[j]);
                lessThanFirst -= Vector.LessThan(number, first);
                lessThanSecond -= Vector.LessThan(number, second);
            }

            lessThanFirst.Store(less + i);
            lessThanSecond.Store(less + i + Vector<long>.Count);
        }

        byte* same = stackalloc byte[MostWords];
        new Span<byte>(same, MostWords).Clear();
        for (int i = 0; i < count; i++)
        {
            long place = less[i];
            places[i] = (byte)(place + same[place]++);
            Invariant.Holds(places[i] < count, "The places are those of the words.");
        }
    }
}
