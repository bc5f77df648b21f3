namespace Cenote.Heap;

/// <summary>The old strings of a place.</summary>
/// <param name="ordinals">The ordinals of the strings.</param>
/// <param name="count">The number of strings on the heap.</param>
/// <param name="values">The number of distinct strings.</param>
/// <param name="valueOf">The index of a string's value.</param>
/// <param name="bytesOf">The size of a string with this value.</param>
internal sealed class PlaceStrings(OrdinalSet ordinals, long count, long values, Func<uint, int> valueOf, Func<int, long> bytesOf)
{
    /// <summary>The number of strings on the heap.</summary>
    public long Count => count;

    /// <summary>Calls a callback once for every string, with its ordinal and the index of its value.</summary>
    public void ForEach(Action<uint, int> action)
    {
        using var seen = new BitList(count);
        ordinals.ForEach(seen, ordinal => action(ordinal, valueOf(ordinal)));
    }

    /// <summary>Sets the bits of all strings.</summary>
    public void Mark(BitList marked)
    {
        using var seen = new BitList(count);
        ordinals.ForEach(seen, ordinal => marked.Set(ordinal));
    }

    /// <summary>The number and size of the strings that repeat an earlier one, ignoring all strings whose bits are set.</summary>
    public (long Strings, long Bytes) RepeatedExcept(BitList marked)
    {
        using var seen = new BitList(values);
        (long strings, long bytes) = (0, 0);
        ForEach((ordinal, value) =>
        {
            if (!marked[ordinal] && !seen.Set(value))
            {
                strings++;
                bytes += bytesOf(value);
            }
        });
        return (strings, bytes);
    }
}
