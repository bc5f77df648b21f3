using System.Runtime.Intrinsics.X86;

namespace Cenote.Arenas;

/// <content>Access to chars.</content>
internal readonly unsafe ref partial struct KeySort<TExtractor>
{
    // Far enough ahead for the cache line to arrive in time, and near enough for it not to be evicted before its use.
    private const int PrefetchDistance = 12;

    private ReadOnlySpan<char> Remainder(int index, int depth) => Remainder(Locate(_values + index).Text, depth);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ReadOnlySpan<char> Remainder(ReadOnlySpan<char> text, int depth) => text[Math.Min(depth, text.Length)..];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Location Locate(ArenaString* value)
    {
        ulong tail = value->Tail;
        if (ArenaString.IsInlineTail(tail))
        {
            return new Location((char*)value, ArenaString.ShortLengthOf(tail));
        }

        char* text = ArenaText.Find(in _places, tail, out int length);
        if (text == null)
        {
            _arena.ThrowStale();
        }

        return new Location(text, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Prefetch(int index, int depth)
    {
        ulong tail = _values[index].Tail;
        if (Sse.IsSupported && !ArenaString.IsInlineTail(tail))
        {
            Sse.Prefetch0(_places.Find(ArenaString.PlaceOf(tail)) + ((nuint)depth * sizeof(char)));
        }
    }

    private int Compare(int index, int other)
    {
        ArenaString a = _values[index];
        ArenaString b = _values[other];
        return a.IsInline && b.IsInline ? ArenaString.CompareInline(a, b)
            : a.Head != b.Head ? ArenaString.InOrder(a.Head).CompareTo(ArenaString.InOrder(b.Head))
            : CompareRemainders(Locate(_values + index), Locate(_values + other), ArenaString.HeadLength);
    }

    private static int CompareRemainders(Location a, Location b, int depth)
    {
        int order = Remainder(a.Text, depth).SequenceCompareTo(Remainder(b.Text, depth));

        // Strings that end before depth have been equal so far, except for trailing NULs.
        return order != 0 ? order : a.Length.CompareTo(b.Length);
    }

    /// <summary>
    /// If all strings share the skipped chars, reads the next 8 chars into the keys and the spare words. Otherwise returns false,
    /// and sets <paramref name="skipped"/> to the length of their common prefix. One pass compares and reads, because each string
    /// is a cache miss.
    /// </summary>
    private bool TryReadChars(int start, int count, int depth, ref int skipped, out Survey survey)
    {
        int guess = skipped;
        ReadOnlySpan<char> common = Remainder(start, depth)[..guess];
        survey = new Survey { Shortest = int.MaxValue };
        ulong firstHigh = 0;
        ulong firstLow = 0;
        for (int i = 0; i < count; i++)
        {
            if (i + PrefetchDistance < count)
            {
                Prefetch(start + i + PrefetchDistance, depth);
                if (guess > 0)
                {
                    Prefetch(start + i + PrefetchDistance, depth + guess);
                }
            }

            ArenaString* value = _values + start + i;
            Location text = Locate(value);
            (ulong High, ulong Low) chars = Chars(value, text, depth + guess);
            if (guess > 0)
            {
                ReadOnlySpan<char> rest = Remainder(text.Text, depth);
                if (!rest.StartsWith(common))
                {
                    common = common[..common.CommonPrefixLength(rest)];
                }
            }

            if (i == 0)
            {
                (firstHigh, firstLow) = chars;
            }

            survey.High |= chars.High ^ firstHigh;
            survey.Low |= chars.Low ^ firstLow;
            survey.Longest = Math.Max(survey.Longest, text.Length);
            survey.Shortest = Math.Min(survey.Shortest, text.Length);
            _keys[start + i] = chars.High;
            _spare[start + i] = chars.Low;
        }

        skipped = common.Length;
        return skipped == guess;
    }

    // Eight chars in order, padded with NULs. The location determines whether the chars are inline, because the value may have
    // changed since it was located.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (ulong High, ulong Low) Chars(ArenaString* value, Location text, int depth) =>
        text.Start == (char*)value ? CharsOf(*value, depth) : CharsAt(text.Start, text.Length, depth);

    // Strings that are not inline are followed by slack that may be read.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (ulong High, ulong Low) CharsAt(char* text, int length, int depth)
    {
        int left = length - depth;
        if (left <= 0)
        {
            return default;
        }

        ulong high = ArenaString.InOrder(Unsafe.ReadUnaligned<ulong>(text + depth));
        ulong low = ArenaString.InOrder(Unsafe.ReadUnaligned<ulong>(text + depth + 4));
        return left switch
        {
            >= 8 => (high, low),
            > 4 => (high, low & (ulong.MaxValue << (16 * (8 - left)))),
            _ => (high & (ulong.MaxValue << (16 * (4 - left))), 0),
        };
    }

    private static (ulong High, ulong Low) CharsOf(ArenaString value, int depth)
    {
        ulong high = ArenaString.InOrder(value.Head);
        ulong low = ArenaString.InOrder(value.Tail) & ~0xFFFFUL;
        return depth switch
        {
            0 => (high, low),
            < 4 => ((high << (16 * depth)) | (low >> (64 - (16 * depth))), low << (16 * depth)),
            < ArenaString.InlineLength => (low << (16 * (depth - 4)), 0),
            _ => default,
        };
    }

    /// <summary>The location of a value's chars, which for an inline value is the value itself.</summary>
    private readonly struct Location(char* start, int length)
    {
        public readonly char* Start = start;

        public readonly int Length = length;

        public ReadOnlySpan<char> Text => new(Start, Length);
    }

    /// <summary>Statistics of the strings in a run.</summary>
    private struct Survey
    {
        /// <summary>Bits that differ within the first four chars read.</summary>
        public ulong High;

        /// <summary>Bits that differ within the last four chars read.</summary>
        public ulong Low;

        /// <summary>The first and the last position where a string diverges from the guide.</summary>
        public int FirstFork;
        public int LastFork;

        public int Longest;
        public int Shortest;
    }
}
