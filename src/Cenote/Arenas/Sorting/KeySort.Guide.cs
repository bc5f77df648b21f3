namespace Cenote.Arenas;

/// <content>
/// Sorts strings that share long prefixes of different lengths, which steps of a few chars would separate slowly. One string is
/// the guide. The position where another string diverges from it is the fork of that string. Each string is on one side of the
/// guide: below or above it. If two strings have different forks, the forks and the sides determine their order.
/// </content>
internal readonly unsafe ref partial struct KeySort<TExtractor>
{
    private const int BitsPerChar = 16;
    private const int SampledStrings = 8;

    private static int SampledIndex(int start, int count, int sample, int samples) =>
        start + (int)((long)count * sample / samples);

    // The length of the common prefix of sampled strings after depth. The common prefix of all strings may be shorter.
    private int GuessCommon(int start, int count, int depth)
    {
        ReadOnlySpan<char> common = Remainder(start, depth);
        for (int i = 1; i < SampledStrings && !common.IsEmpty; i++)
        {
            common = common[..common.CommonPrefixLength(Remainder(SampledIndex(start, count, i, SampledStrings), depth))];
        }

        return common.Length;
    }

    /// <summary>
    /// If more than half of the sampled strings share the next 8 chars, finds the guide: the sampled string that shares the most
    /// chars with the others.
    /// </summary>
    [SkipLocalsInit]
    private bool TryFindGuide(int start, int count, int depth, out int guide)
    {
        Span<(ulong, ulong)> chars = stackalloc (ulong, ulong)[SampledStrings];
        for (int i = 0; i < SampledStrings; i++)
        {
            ArenaString* value = _values + SampledIndex(start, count, i, SampledStrings);
            chars[i] = Chars(value, Locate(value), depth);
        }

        guide = start;
        long longest = -1;
        for (int i = 0; i < SampledStrings; i++)
        {
            if (chars.Count(chars[i]) > SampledStrings / 2)
            {
                long shared = SharedChars(start, count, i, depth);
                if (shared > longest)
                {
                    longest = shared;
                    guide = SampledIndex(start, count, i, SampledStrings);
                }
            }
        }

        return longest >= 0;
    }

    private long SharedChars(int start, int count, int sample, int depth)
    {
        long sum = 0;
        ReadOnlySpan<char> rest = Remainder(SampledIndex(start, count, sample, SampledStrings), depth);
        for (int i = 0; i < SampledStrings; i++)
        {
            sum += i == sample ? 0 : rest.CommonPrefixLength(Remainder(SampledIndex(start, count, i, SampledStrings), depth));
        }

        return sum;
    }

    // A key consists of the side of the guide, the position of the fork, and the chars there, which ReadForks has read.
    private void SortByForks(int start, int count, int depth, Survey survey, int patience)
    {
        int indexBits = BitsOfIndex(count);
        int sideAndPlaceBits = 1 + RunDepth.BitsOfPlace(survey.FirstFork, survey.LastFork);
        int room = 64 - indexBits - sideAndPlaceBits;
        if (room < BitsPerChar)
        {
            Merge(start, count, depth);
            return;
        }

        var key = new SortKey<TExtractor>(survey.High, 0, room);
        int sameChars = Math.Min(key.WholeChars, ArenaString.HeadLength);
        var runs = new RunDepth(AddSaturated(depth, sameChars), survey.FirstFork, survey.LastFork, key.Bits);
        for (int i = 0; i < count; i++)
        {
            ulong fork = runs.KeyOf((int)(_spare[start + i] >> 1), (_spare[start + i] & 1) != 0);
            _keys[start + i] = ((fork | key.Of(_keys[start + i], 0)) << indexBits) | (uint)i;
        }

        SortByKeys(start, count, indexBits, key.Bits + sideAndPlaceBits, runs, patience);
    }

    /// <summary>
    /// For each string, reads four chars at its fork from the guide into the key, and the fork's position and side into the spare
    /// word.
    /// </summary>
    private Survey ReadForks(int start, int count, int depth, ReadOnlySpan<char> guide)
    {
        var survey = new Survey { FirstFork = int.MaxValue, Shortest = int.MaxValue };
        ulong first = 0;
        for (int i = 0; i < count; i++)
        {
            if (i + PrefetchDistance < count)
            {
                Prefetch(start + i + PrefetchDistance, depth);
            }

            ArenaString* value = _values + start + i;
            Location text = Locate(value);
            int place = Fork(Remainder(text.Text, depth), guide, out bool isAbove);
            ulong chars = Chars(value, text, AddSaturated(depth, place)).High;
            first = i == 0 ? chars : first;
            survey.High |= chars ^ first;
            survey.FirstFork = Math.Min(survey.FirstFork, place);
            survey.LastFork = Math.Max(survey.LastFork, place);
            survey.Longest = Math.Max(survey.Longest, text.Length);
            survey.Shortest = Math.Min(survey.Shortest, text.Length);
            _keys[start + i] = chars;
            _spare[start + i] = (ulong)place << 1 | (isAbove ? 1u : 0);
        }

        return survey;
    }

    // The position where a string diverges from the guide, and the side. A string that begins with the guide is above it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Fork(ReadOnlySpan<char> text, ReadOnlySpan<char> guide, out bool isAbove)
    {
        int place = text.CommonPrefixLength(guide);
        isAbove = place == guide.Length || (place < text.Length && text[place] > guide[place]);
        return place;
    }
}
