using System.Numerics;
using System.Runtime.CompilerServices;

namespace Cenote.Arenas;

/// <content>Sorting of few values.</content>
internal readonly unsafe ref partial struct KeySort<TExtractor>
{
    /// <summary>Up to so many values need no scratch memory.</summary>
    public const int FewValues = RankSort.MostWords;

    // So many texts whose keys are equal are worth keys of what follows.
    private const int LongRun = 16;

    private const int BitsOfTwoChars = 32;

    // Behind all places below the guide.
    private const ulong Above = uint.MaxValue;

    /// <summary>Sorts all values, if they are few. Moves none if one is stale.</summary>
    public void SortFew(int count) => SortFew(0, count, 0);

    // All texts have the first depth chars in common. Keys mostly tell them apart.
    [SkipLocalsInit]
    private void SortFew(int start, int count, int depth)
    {
        Location* texts = stackalloc Location[FewValues];
        ulong* keys = stackalloc ulong[FewValues];
        ReadFew(start, count, depth, texts, keys);
        if (IsSorted(texts, keys, count, depth + ArenaString.HeadLength))
        {
            return;
        }

        // Texts go on alike, or these two do by chance, and no harm is done.
        bool areForks = keys[0] == keys[1];
        if (areForks)
        {
            MakeForks(start, count, depth, texts, keys);
        }

        byte* places = stackalloc byte[FewValues];
        RankSort.FindPlaces(keys, count, places);
        ulong* sorted = stackalloc ulong[FewValues];
        int* numbers = stackalloc int[FewValues];
        for (int i = 0; i < count; i++)
        {
            sorted[places[i]] = keys[i];
            numbers[places[i]] = i;
        }

        ulong longRuns = 0;
        for (int first = 0, end; first < count; first = end)
        {
            end = EndOfRun(sorted, first, count);
            if (end - first > LongRun && end - first < count)
            {
                longRuns |= 1UL << first;
            }
            else if (end - first > 1)
            {
                SortRests(texts, numbers + first, end - first, DepthOf(sorted[first]));
            }
        }

        PermuteFew(start, count, numbers);
        for (; longRuns != 0; longRuns &= longRuns - 1)
        {
            int first = BitOperations.TrailingZeroCount(longRuns);
            SortFew(start + first, EndOfRun(sorted, first, count) - first, DepthOf(sorted[first]));
        }

        int DepthOf(ulong key) => depth + (areForks ? CharsOfFork(key) : ArenaString.HeadLength);
    }

    private static int EndOfRun(ulong* sorted, int first, int count)
    {
        int end = first + 1;
        while (end < count && sorted[end] == sorted[first])
        {
            end++;
        }

        return end;
    }

    // By insertion.
    private static void SortRests(Location* texts, int* numbers, int count, int depth)
    {
        for (int i = 1; i < count; i++)
        {
            int number = numbers[i];
            int hole = i;
            while (hole > 0 && IsRestBefore(texts[number], texts[numbers[hole - 1]], depth))
            {
                numbers[hole] = numbers[hole - 1];
                hole--;
            }

            numbers[hole] = number;
        }
    }

    // Finds all texts, and the four chars of each at depth.
    private void ReadFew(int start, int count, int depth, Location* texts, ulong* chars)
    {
        for (int i = 0; i < count; i++)
        {
            ArenaString* value = _values + start + i;
            texts[i] = Locate(value);
            chars[i] = depth == 0 ? ArenaString.InOrder(value->Head) : FourChars(value, texts[i], depth);
        }
    }

    private static bool IsSorted(Location* texts, ulong* chars, int count, int sameChars)
    {
        for (int i = 1; i < count; i++)
        {
            if (chars[i] < chars[i - 1] || (chars[i] == chars[i - 1] && IsRestBefore(texts[i], texts[i - 1], sameChars)))
            {
                return false;
            }
        }

        return true;
    }

    // A key is the side of the guide, the place where it is left, and the two chars there.
    private void MakeForks(int start, int count, int depth, Location* texts, ulong* keys)
    {
        Location guide = texts[0];
        for (int i = 1; i < count; i++)
        {
            guide = texts[i].Length > guide.Length ? texts[i] : guide;
        }

        ReadOnlySpan<char> guideRest = Rest(guide.Text, depth);
        for (int i = 0; i < count; i++)
        {
            int place = Fork(Rest(texts[i].Text, depth), guideRest, out bool isAbove);
            ulong chars = FourChars(_values + start + i, texts[i], depth + place) >> BitsOfTwoChars;
            keys[i] = (isAbove ? Above - (uint)place : (uint)place) << BitsOfTwoChars | chars;
        }
    }

    // The chars that texts with the same key have in common behind depth.
    private static int CharsOfFork(ulong key)
    {
        ulong place = key >> BitsOfTwoChars;
        return (int)(place <= int.MaxValue ? place : Above - place) + 2;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong FourChars(ArenaString* value, Location text, int depth) =>
        value->IsInline ? CharsOf(*value, depth).High : CharsAt(text.Start, text.Length, depth).High;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Location Locate(ArenaString* value)
    {
        if (value->IsInline)
        {
            return new Location((char*)value, value->ShortLength);
        }

        char* text = Find(*value);
        return new Location(text, ArenaText.Length(*value, (byte*)text));
    }

    private static bool IsRestBefore(Location a, Location b, int depth)
    {
        int order = Rest(a.Text, depth).SequenceCompareTo(Rest(b.Text, depth));

        // Texts that end before depth have been the same so far with NULs behind their ends.
        return order != 0 ? order < 0 : a.Length < b.Length;
    }

    [SkipLocalsInit]
    private void PermuteFew(int start, int count, int* numbers)
    {
        ArenaString* values = stackalloc ArenaString[FewValues];
        for (int i = 0; i < count; i++)
        {
            values[i] = _values[start + numbers[i]];
        }

        new ReadOnlySpan<ArenaString>(values, count).CopyTo(new Span<ArenaString>(_values + start, count));
        if (_order != null)
        {
            uint* order = stackalloc uint[FewValues];
            for (int i = 0; i < count; i++)
            {
                order[i] = _order[start + numbers[i]];
            }

            new ReadOnlySpan<uint>(order, count).CopyTo(new Span<uint>(_order + start, count));
        }
    }

    /// <summary>Where a text lies; that of an inline value in the value itself.</summary>
    private readonly struct Location(char* start, int length)
    {
        public readonly char* Start = start;

        public readonly int Length = length;

        public ReadOnlySpan<char> Text => new(Start, Length);
    }
}
