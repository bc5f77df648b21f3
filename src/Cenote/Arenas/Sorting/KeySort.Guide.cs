using System.Runtime.CompilerServices;

namespace Cenote.Arenas;

/// <content>
/// Sorts strings that share long prefixes of different lengths, which steps of a few chars would separate slowly. One of them is
/// the guide. If two strings leave it at different places, the places and sides determine their order.
/// </content>
internal readonly unsafe ref partial struct KeySort<TExtractor>
{
    private const int BitsPerChar = 16;
    private const int SampledTexts = 8;

    private static int SampledIndex(int start, int count, int sample, int samples) =>
        start + (int)((long)count * sample / samples);

    // Length of the common prefix of a sample after depth, at least that of all strings.
    private int GuessCommon(int start, int count, int depth)
    {
        ReadOnlySpan<char> common = Rest(start, depth);
        for (int i = 1; i < SampledTexts && !common.IsEmpty; i++)
        {
            common = common[..common.CommonPrefixLength(Rest(SampledIndex(start, count, i, SampledTexts), depth))];
        }

        return common.Length;
    }

    /// <summary>If most strings share 8 more chars, finds the guide: the string that shares the most chars with others.</summary>
    [SkipLocalsInit]
    private bool TryFindGuide(int start, int count, int depth, out int guide)
    {
        Span<(ulong, ulong)> chars = stackalloc (ulong, ulong)[SampledTexts];
        for (int i = 0; i < SampledTexts; i++)
        {
            ArenaString* value = _values + SampledIndex(start, count, i, SampledTexts);
            chars[i] = Chars(value, Locate(value), depth);
        }

        guide = start;
        long longest = -1;
        for (int i = 0; i < SampledTexts; i++)
        {
            if (chars.Count(chars[i]) > SampledTexts / 2)
            {
                long shared = SharedChars(start, count, i, depth);
                if (shared > longest)
                {
                    longest = shared;
                    guide = SampledIndex(start, count, i, SampledTexts);
                }
            }
        }

        return longest >= 0;
    }

    private long SharedChars(int start, int count, int sample, int depth)
    {
        long sum = 0;
        ReadOnlySpan<char> rest = Rest(SampledIndex(start, count, sample, SampledTexts), depth);
        for (int i = 0; i < SampledTexts; i++)
        {
            sum += i == sample ? 0 : rest.CommonPrefixLength(Rest(SampledIndex(start, count, i, SampledTexts), depth));
        }

        return sum;
    }

    // Keys are the side of the guide, the place where it is left, and the next chars, which have been read.
    private void SortByForks(int start, int count, int depth, Survey survey, int patience)
    {
        int indexBits = BitsOfIndex(count);
        int sideAndPlaceBits = 1 + RunDepth.BitsOfPlace(survey.FirstFork, survey.LastMismatch);
        int room = 64 - indexBits - sideAndPlaceBits;
        if (room < BitsPerChar)
        {
            Merge(start, count, depth);
            return;
        }

        var key = new SortKey<TExtractor>(survey.High, 0, room);
        int sameChars = Math.Min(key.WholeChars, ArenaString.HeadLength);
        var runs = new RunDepth(AtMost(depth, sameChars), survey.FirstFork, survey.LastMismatch, key.Bits);
        for (int i = 0; i < count; i++)
        {
            ulong fork = runs.KeyOf((int)(_spare[start + i] >> 1), (_spare[start + i] & 1) != 0);
            _keys[start + i] = ((fork | key.Of(_keys[start + i], 0)) << indexBits) | (uint)i;
        }

        SortByKeys(start, count, indexBits, key.Bits + sideAndPlaceBits, runs, patience);
    }

    /// <summary>
    /// Reads four chars at each fork from the guide into the keys, and its place and side into the spare words.
    /// </summary>
    private Survey ReadForks(int start, int count, int depth, ReadOnlySpan<char> guide)
    {
        var survey = new Survey { FirstFork = int.MaxValue, Shortest = int.MaxValue };
        ulong first = 0;
        for (int i = 0; i < count; i++)
        {
            if (i + Ahead < count)
            {
                Prefetch(start + i + Ahead, depth);
            }

            ArenaString* value = _values + start + i;
            Location text = Locate(value);
            int place = Fork(Rest(text.Text, depth), guide, out bool isAbove);
            ulong chars = Chars(value, text, AtMost(depth, place)).High;
            first = i == 0 ? chars : first;
            survey.High |= chars ^ first;
            survey.FirstFork = Math.Min(survey.FirstFork, place);
            survey.LastMismatch = Math.Max(survey.LastMismatch, place);
            survey.Longest = Math.Max(survey.Longest, text.Length);
            survey.Shortest = Math.Min(survey.Shortest, text.Length);
            _keys[start + i] = chars;
            _spare[start + i] = (ulong)place << 1 | (isAbove ? 1u : 0);
        }

        return survey;
    }

    // Where a string leaves the guide, and on which side. A string that begins with the guide is above it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Fork(ReadOnlySpan<char> text, ReadOnlySpan<char> guide, out bool isAbove)
    {
        int place = text.CommonPrefixLength(guide);
        isAbove = place == guide.Length || (place < text.Length && text[place] > guide[place]);
        return place;
    }
}
