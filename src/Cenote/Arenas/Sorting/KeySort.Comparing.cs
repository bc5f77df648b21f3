namespace Cenote.Arenas;

/// <content>Sorted and reversed input, and the merge sort.</content>
internal readonly unsafe ref partial struct KeySort<TExtractor>
{
    private bool IsSorted(int count)
    {
        for (int i = 1; i < count; i++)
        {
            if (Compare(i - 1, i) > 0)
            {
                return false;
            }
        }

        return true;
    }

    private bool TryReverse(int count)
    {
        for (int i = 1; i < count; i++)
        {
            if (Compare(i - 1, i) < 0)
            {
                return false;
            }
        }

        Reverse(0, count);
        for (int first = 0, end = 1; end <= count; end++)
        {
            // Equal strings keep their order.
            if (end == count || Compare(first, end) != 0)
            {
                Reverse(first, end - first);
                first = end;
            }
        }

        return true;
    }

    private void Reverse(int start, int count)
    {
        new Span<ArenaString>(_values + start, count).Reverse();
        if (_order != null)
        {
            new Span<uint>(_order + start, count).Reverse();
        }
    }

    // A bottom-up merge sort of indexes, which fit into the scratch memory.
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
            // Equal strings keep their order.
            *to++ = CompareRemainders(Locate(values + *left), Locate(values + *right), depth) <= 0 ? *left++ : *right++;
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
