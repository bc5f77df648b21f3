using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Sorts values ordinally, like <see cref="string.CompareOrdinal(string, string)"/>. Skips the common prefix, compresses the next
/// chars to keys of few bits, sorts the keys as numbers, and recurses into runs of equal keys. If most strings share the next
/// chars, too, keys instead encode where each string diverges from one string, the guide. Stable.
/// </summary>
/// <typeparam name="TExtractor">Compresses chars to keys.</typeparam>
/// <remarks>
/// Each key contains the index of its value in its low bits. A run of equal keys is sorted in the scratch memory that its keys no
/// longer need, so two words per value are enough at any depth.
/// </remarks>
internal readonly unsafe ref partial struct KeySort<TExtractor>
    where TExtractor : struct, IBitExtractor<TExtractor>
{
    /// <summary>
    /// If the first chars have many distinct values, fewer strings than this are still sorted by these chars first: the chars are
    /// in the values, and separate most strings.
    /// </summary>
    private const int MinSampledHeads = 512;

    /// <summary>
    /// The maximum number of steps that leave more than half of the values in one run; after that, a merge sort takes over. For
    /// adversarial strings, the sort then makes as many comparisons as a merge sort, and its recursion depth is at most 8 plus
    /// log2 of the count.
    /// </summary>
    private const int MaxBadSplits = 8;

    private const int SampledHeads = 64;

    private readonly StringArena _arena;
    private readonly PlaceMap _places;
    private readonly ArenaString* _values;
    private readonly uint* _order;
    private readonly ulong* _keys;
    private readonly ulong* _spare;

    /// <param name="arena">The arena of the values.</param>
    /// <param name="values">The values.</param>
    /// <param name="order">Numbers that move with the values, or null.</param>
    /// <param name="scratch">Two words per value, if there are more than <see cref="FewValues"/>.</param>
    /// <param name="count">The number of values.</param>
    public KeySort(StringArena arena, ArenaString* values, uint* order, ulong* scratch, int count)
    {
        _arena = arena;
        _places = arena.Places;
        _values = values;
        _order = order;
        _keys = scratch;
        _spare = scratch + count;
    }

    /// <summary>Sorts more than <see cref="FewValues"/> values, none of which is stale.</summary>
    public void Sort(int count)
    {
        Invariant.Holds(count > FewValues, "There are more than FewValues values; fewer are sorted by InsertionSort.");
        if (IsSorted(count) || TryReverse(count))
        {
            return;
        }

        ArenaString first = *_values;
        ulong heads = 0;
        ulong tails = 0;
        bool allInline = true;
        for (int i = 0; i < count; i++)
        {
            ArenaString value = _values[i];
            heads |= value.Head ^ first.Head;
            tails |= value.Tail ^ first.Tail;
            allInline &= value.IsInline;
        }

        if ((heads | tails) == 0)
        {
            // The values differed before, so another thread is writing them.
            return;
        }

        if (allInline && _order == null && BitOperations.PopCount(heads) + BitOperations.PopCount(tails) <= 64)
        {
            SortInline(count, first, heads, tails);
        }
        else if (allInline)
        {
            SortByValues(count, heads, tails, allInline: true);
        }
        else if (heads == 0)
        {
            SortByText(0, count, ArenaString.HeadLength, MaxBadSplits);
        }
        else
        {
            SortByHeadsOrText(count, heads);
        }
    }

    // A depth beyond the maximum length of a string is equivalent to the end of the string.
    private static int AddSaturated(int depth, int chars) => (int)Math.Min((uint)depth + (uint)chars, int.MaxValue);

    private static int BitsOfIndex(int count) => 32 - BitOperations.LeadingZeroCount((uint)count - 1);

    // If the first chars have few distinct values, sorting by them is fast and reads no other chars, but gains little if most
    // strings share their first chars. If there are many distinct values and many strings, few strings share a key, so it is
    // faster to read all strings now, in the order of the values.
    [SkipLocalsInit]
    private void SortByHeadsOrText(int count, ulong heads)
    {
        Span<ulong> sample = stackalloc ulong[SampledHeads];
        sample = sample[..Math.Min(SampledHeads, count / 4)];
        for (int i = 0; i < sample.Length; i++)
        {
            sample[i] = _values[SampledIndex(0, count, i, sample.Length)].Head;
        }

        sample.Sort();
        int different = 1;
        int same = 1;
        int maxSame = 1;
        for (int i = 1; i < sample.Length; i++)
        {
            bool isSame = sample[i] == sample[i - 1];
            different += isSame ? 0 : 1;
            same = isSame ? same + 1 : 1;
            maxSame = Math.Max(maxSame, same);
        }

        bool areFew = different <= sample.Length / 4;
        if (areFew ? maxSame <= sample.Length / 2 : count < MinSampledHeads)
        {
            SortByValues(count, heads, 0, allInline: false);
        }
        else
        {
            SortByText(0, count, 0, MaxBadSplits);
        }
    }

    // Keys that contain the whole string need no index: the values are rebuilt from them, which avoids reading values in random
    // order.
    private void SortInline(int count, ArenaString first, ulong heads, ulong tails)
    {
        ulong high = ArenaString.InOrder(heads);
        ulong low = ArenaString.InOrder(tails);
        var key = new SortKey<TExtractor>(high, low, 64);
        for (int i = 0; i < count; i++)
        {
            _keys[i] = key.Of(ArenaString.InOrder(_values[i].Head), ArenaString.InOrder(_values[i].Tail));
        }

        ulong commonHead = first.Head & ~heads;
        ulong commonTail = first.Tail & ~tails;
        ulong* keys = RadixSort.Sort(_keys, _spare, count, 0, key.Bits);
        for (int i = 0; i < count; i++)
        {
            ulong head = ArenaString.InOrder(key.High(keys[i]));
            ulong tail = ArenaString.InOrder(key.Low(keys[i]));
            _values[i] = new ArenaString(commonHead | head, commonTail | tail);
        }
    }

    // Sorts by the chars in the values: if all values are inline, by all chars and then the length, otherwise by the first four
    // chars.
    private void SortByValues(int count, ulong heads, ulong tails, bool allInline)
    {
        int indexBits = BitsOfIndex(count);
        var key = new SortKey<TExtractor>(ArenaString.InOrder(heads), ArenaString.InOrder(tails), 64 - indexBits);
        for (int i = 0; i < count; i++)
        {
            ArenaString value = _values[i];
            ulong bits = key.Of(ArenaString.InOrder(value.Head), ArenaString.InOrder(value.Tail));
            _keys[i] = (bits << indexBits) | (uint)i;
        }

        bool isWhole = allInline && key.WholeChars == SortKey<TExtractor>.Chars;
        int sameChars = Math.Min(key.WholeChars, allInline ? ArenaString.InlineLength : ArenaString.HeadLength);
        SortByKeys(0, count, indexBits, key.Bits, isWhole ? null : new RunDepth(sameChars), MaxBadSplits);
    }

    // All strings, padded with NULs, share their first depth chars.
    private void SortByText(int start, int count, int depth, int patience)
    {
        if (count <= FewValues)
        {
            InsertionSort(start, count, depth);
            return;
        }

        for (; patience > 0; patience--)
        {
            int skipped = GuessCommon(start, count, depth);
            Survey survey;
            if (TryFindGuide(start, count, AddSaturated(depth, skipped), out int guide))
            {
                survey = ReadForks(start, count, depth, Remainder(guide, depth));
                if (survey.High != 0 || survey.FirstFork != survey.LastFork)
                {
                    SortByForks(start, count, depth, survey, patience);
                    return;
                }

                depth = AddSaturated(depth, survey.FirstFork + ArenaString.HeadLength);
            }
            else
            {
                while (!TryReadChars(start, count, depth, ref skipped, out survey))
                {
                }

                depth += skipped;
                if ((survey.High | survey.Low) != 0)
                {
                    SortByChars(start, count, depth, survey, patience);
                    return;
                }

                depth = AddSaturated(depth, SortKey<TExtractor>.Chars);
            }

            if (survey.Longest <= depth)
            {
                SortByLength(start, count, survey);
                return;
            }
        }

        Merge(start, count, depth);
    }

    // The chars are in the keys and the spare words.
    private void SortByChars(int start, int count, int depth, Survey survey, int patience)
    {
        int indexBits = BitsOfIndex(count);
        var key = new SortKey<TExtractor>(survey.High, survey.Low, 64 - indexBits);
        for (int i = 0; i < count; i++)
        {
            _keys[start + i] = (key.Of(_keys[start + i], _spare[start + i]) << indexBits) | (uint)i;
        }

        SortByKeys(start, count, indexBits, key.Bits, new RunDepth(AddSaturated(depth, key.WholeChars)), patience);
    }

    // The strings differ only by trailing NULs.
    private void SortByLength(int start, int count, Survey survey)
    {
        if (survey.Longest == survey.Shortest)
        {
            return;
        }

        int indexBits = BitsOfIndex(count);
        for (int i = 0; i < count; i++)
        {
            _keys[start + i] = ((ulong)(uint)Locate(_values + start + i).Length << indexBits) | (uint)i;
        }

        SortByKeys(start, count, indexBits, 32 - BitOperations.LeadingZeroCount((uint)survey.Longest), null, 0);
    }

    /// <summary>Sorts the keys, permutes the values accordingly and, if depth is not null, sorts runs of equal keys.</summary>
    private void SortByKeys(int start, int count, int indexBits, int bits, RunDepth? depth, int patience)
    {
        ulong* keys = RadixSort.Sort(_keys + start, _spare + start, count, indexBits, bits);
        ulong* spare = keys == _keys + start ? _spare + start : _keys + start;
        Permute(start, count, keys, spare, (1UL << indexBits) - 1);
        if (depth is { } ofRuns)
        {
            SortRuns(start, count, keys, indexBits, ofRuns, patience);
        }
    }

    private void SortRuns(int start, int count, ulong* keys, int shift, RunDepth depth, int patience)
    {
        int fetched = 0;
        for (int first = 0, end; first < count; first = end)
        {
            // Only strings in runs are read later.
            for (; fetched < Math.Min(first + PrefetchDistance, count - 1); fetched++)
            {
                ulong fetchedKey = keys[fetched] >> shift;
                if (fetchedKey == keys[fetched + 1] >> shift)
                {
                    Prefetch(start + fetched, depth.Of(fetchedKey));
                    Prefetch(start + fetched + 1, depth.Of(fetchedKey));
                }
            }

            ulong key = keys[first] >> shift;
            end = first + 1;
            while (end < count && keys[end] >> shift == key)
            {
                end++;
            }

            if (end - first > 1)
            {
                SortByText(start + first, end - first, depth.Of(key), end - first > count / 2 ? patience - 1 : patience);
            }
        }
    }

    // Moves half a value at a time, because the keys leave one word of scratch memory per value.
    private void Permute(int start, int count, ulong* keys, ulong* spare, ulong indexMask)
    {
        ArenaString* values = _values + start;
        for (int i = 0; i < count; i++)
        {
            spare[i] = values[keys[i] & indexMask].Head;
        }

        for (int i = 0; i < count; i++)
        {
            values[i] = new ArenaString(spare[i], values[i].Tail);
        }

        for (int i = 0; i < count; i++)
        {
            spare[i] = values[keys[i] & indexMask].Tail;
        }

        for (int i = 0; i < count; i++)
        {
            values[i] = new ArenaString(values[i].Head, spare[i]);
        }

        if (_order != null)
        {
            uint* order = _order + start;
            for (int i = 0; i < count; i++)
            {
                spare[i] = order[keys[i] & indexMask];
            }

            for (int i = 0; i < count; i++)
            {
                order[i] = (uint)spare[i];
            }
        }
    }
}
