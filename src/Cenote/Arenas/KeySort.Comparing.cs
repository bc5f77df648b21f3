using System.Runtime.CompilerServices;

namespace Cenote.Arenas;

/// <content>Sorting by comparison: few values, and values that keys do not help with.</content>
internal readonly unsafe ref partial struct KeySort<TExtractor>
{
    private void SortFew(int start, int count, int depth)
    {
        ArenaString* values = _values + start;
        for (int i = 1; i < count; i++)
        {
            ArenaString value = values[i];
            int hole = i;
            while (hole > 0 && (depth == 0 ? Compare(value, values[hole - 1]) : CompareRest(in value, in values[hole - 1], depth)) < 0)
            {
                values[hole] = values[hole - 1];
                hole--;
            }

            values[hole] = value;
            if (_order != null)
            {
                uint number = _order[start + i];
                Buffer.MemoryCopy(_order + start + hole, _order + start + hole + 1, (i - hole) * sizeof(uint), (i - hole) * sizeof(uint));
                _order[start + hole] = number;
            }
        }
    }

    private void SortByHeads(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _keys[i] = ArenaString.InOrder(_values[i].Head);
        }

        SortByFourChars(0, count, ArenaString.HeadLength, Patience);
    }

    /// <summary>Sorts a number of values below <see cref="ManyHeads"/> by four chars, which are in the keys; then runs of the same chars.</summary>
    private void SortByFourChars(int start, int count, int sameChars, int patience)
    {
        ulong* keys = _keys + start;
        uint* indexes = (uint*)(_spare + start);
        for (int i = 0; i < count; i++)
        {
            indexes[i] = (uint)i;
        }

        new Span<ulong>(keys, count).Sort(new Span<uint>(indexes, count));
        PermuteSmall(start, count, keys, indexes);
        SortRuns(start, count, keys, 0, sameChars, patience);
    }

    // Equal keys come in any order; that of their indexes is the old one.
    [SkipLocalsInit]
    private void PermuteSmall(int start, int count, ulong* keys, uint* indexes)
    {
        for (int first = 0, end = 1; end <= count; end++)
        {
            if (end < count && keys[end] == keys[first])
            {
                continue;
            }

            if (end - first > 1)
            {
                new Span<uint>(indexes + first, end - first).Sort();
            }

            first = end;
        }

        ArenaString* moved = stackalloc ArenaString[ManyHeads];
        ArenaString* values = _values + start;
        for (int i = 0; i < count; i++)
        {
            moved[i] = values[indexes[i]];
        }

        new ReadOnlySpan<ArenaString>(moved, count).CopyTo(new Span<ArenaString>(values, count));
        if (_order != null)
        {
            uint* order = _order + start;
            for (int i = 0; i < count; i++)
            {
                ((uint*)moved)[i] = order[indexes[i]];
            }

            new ReadOnlySpan<uint>(moved, count).CopyTo(new Span<uint>(order, count));
        }
    }

    // From the bottom up, of indexes instead of values, so that the scratch memory suffices.
    private void Merge(int start, int count, int depth)
    {
        ulong* from = _keys + start;
        ulong* to = _spare + start;
        for (int i = 0; i < count; i++)
        {
            from[i] = (uint)i;
        }

        for (long width = 1; width < count; width *= 2)
        {
            for (long low = 0; low < count; low += 2 * width)
            {
                long middle = Math.Min(low + width, count);
                long high = Math.Min(middle + width, count);
                Merge(from + low, from + middle, from + high, to + low, _values + start, depth);
            }

            ulong* merged = to;
            to = from;
            from = merged;
        }

        Permute(start, count, from, to, uint.MaxValue);
    }

    private void Merge(ulong* left, ulong* right, ulong* end, ulong* to, ArenaString* values, int depth)
    {
        ulong* middle = right;
        while (left < middle && right < end)
        {
            // Equal texts stay in their order.
            *to++ = CompareRest(in values[*left], in values[*right], depth) <= 0 ? *left++ : *right++;
        }

        while (left < middle)
        {
            *to++ = *left++;
        }

        while (right < end)
        {
            *to++ = *right++;
        }
    }
}
