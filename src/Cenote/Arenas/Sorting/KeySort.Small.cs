namespace Cenote.Arenas;

/// <content>Sorting a few values.</content>
internal readonly unsafe ref partial struct KeySort<TExtractor>
{
    /// <summary>Up to this many values are sorted without scratch memory.</summary>
    public const int FewValues = RankSort.MaxWords;

    // Runs of equal keys longer than this, unless they contain all strings, are sorted by keys made from the next chars.
    private const int LongRun = 16;

    private const int BitsOfTwoChars = 32;

    // The position of a fork above the guide is subtracted from this value, so that it exceeds every position below the guide.
    private const ulong Above = uint.MaxValue;

    /// <summary>Sorts a few values. Moves no value if any is stale.</summary>
    public void InsertionSort(int count) => InsertionSort(0, count, 0);

    // All strings share their first depth chars. Keys separate most of them.
    [SkipLocalsInit]
    private void InsertionSort(int start, int count, int depth)
    {
        Location* texts = stackalloc Location[FewValues];
        ulong* keys = stackalloc ulong[FewValues];
        ReadFew(start, count, depth, texts, keys);
        if (IsSorted(texts, keys, count, AddSaturated(depth, ArenaString.HeadLength)))
        {
            return;
        }

        // If the first two strings share these chars, many strings probably do. If not, sorting by forks is still correct.
        bool areForks = keys[0] == keys[1];
        if (areForks)
        {
            ReplaceByForks(start, count, depth, texts, keys);
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
                SortRemainders(texts, numbers + first, end - first, DepthOf(sorted[first]));
            }
        }

        PermuteFew(start, count, numbers);
        for (; longRuns != 0; longRuns &= longRuns - 1)
        {
            int first = BitOperations.TrailingZeroCount(longRuns);
            InsertionSort(start + first, EndOfRun(sorted, first, count) - first, DepthOf(sorted[first]));
        }

        int DepthOf(ulong key) => AddSaturated(depth, areForks ? CharsOfFork(key) : ArenaString.HeadLength);
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

    // Insertion-sorts the strings by the chars after depth.
    private static void SortRemainders(Location* texts, int* numbers, int count, int depth)
    {
        for (int i = 1; i < count; i++)
        {
            int number = numbers[i];
            int hole = i;
            while (hole > 0 && CompareRemainders(texts[number], texts[numbers[hole - 1]], depth) < 0)
            {
                numbers[hole] = numbers[hole - 1];
                hole--;
            }

            numbers[hole] = number;
        }
    }

    // Locates all strings, and reads four chars of each at depth.
    private void ReadFew(int start, int count, int depth, Location* texts, ulong* chars)
    {
        for (int i = 0; i < count; i++)
        {
            ArenaString* value = _values + start + i;
            texts[i] = Locate(value);
            chars[i] = depth == 0 ? ArenaString.InOrder(value->Head) : Chars(value, texts[i], depth).High;
        }
    }

    private static bool IsSorted(Location* texts, ulong* chars, int count, int sameChars)
    {
        for (int i = 1; i < count; i++)
        {
            if (chars[i] < chars[i - 1] || (chars[i] == chars[i - 1] && CompareRemainders(texts[i], texts[i - 1], sameChars) < 0))
            {
                return false;
            }
        }

        return true;
    }

    // A key consists of the side of the guide, the position of the fork, and two chars there.
    private void ReplaceByForks(int start, int count, int depth, Location* texts, ulong* keys)
    {
        Location guide = texts[0];
        for (int i = 1; i < count; i++)
        {
            guide = texts[i].Length > guide.Length ? texts[i] : guide;
        }

        ReadOnlySpan<char> guideRest = Remainder(guide.Text, depth);
        for (int i = 0; i < count; i++)
        {
            int place = Fork(Remainder(texts[i].Text, depth), guideRest, out bool isAbove);
            ulong chars = Chars(_values + start + i, texts[i], depth + place).High >> BitsOfTwoChars;
            keys[i] = (isAbove ? Above - (uint)place : (uint)place) << BitsOfTwoChars | chars;
        }
    }

    // The length of the common prefix, after depth, of the strings with this key.
    private static int CharsOfFork(ulong key)
    {
        ulong place = key >> BitsOfTwoChars;
        return (int)(place <= int.MaxValue ? place : Above - place) + 2;
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
}
