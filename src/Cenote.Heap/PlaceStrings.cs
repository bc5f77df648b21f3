namespace Cenote.Heap;

/// <summary>The old strings of a place, by their numbers.</summary>
/// <param name="ordinals">The ordinals of the strings.</param>
/// <param name="count">How many strings there are on the heap.</param>
/// <param name="texts">How many texts there are.</param>
/// <param name="textOf">The number of a string's text.</param>
/// <param name="bytesOf">The size of a string with this text.</param>
internal sealed class PlaceStrings(OrdinalSet ordinals, long count, long texts, Func<uint, int> textOf, Func<int, long> bytesOf)
{
    /// <summary>Passes the ordinal and the number of the text of every string to a callback, once.</summary>
    public void ForEach(Action<uint, int> tell)
    {
        using var seen = new BitList(count);
        ordinals.ForEach(seen, ordinal => tell(ordinal, textOf(ordinal)));
    }

    /// <summary>Of the strings that none of the other places has, those that repeat another one.</summary>
    public (long Strings, long Bytes) RepeatedBeyond(IEnumerable<PlaceStrings> others)
    {
        using var counted = new BitList(count);
        foreach (PlaceStrings other in others)
        {
            other.ForEach((ordinal, _) => counted.Set(ordinal));
        }

        using var seen = new BitList(texts);
        (long strings, long bytes) = (0, 0);
        ForEach((ordinal, text) =>
        {
            if (!counted[ordinal] && !seen.Set(text))
            {
                strings++;
                bytes += bytesOf(text);
            }
        });
        return (strings, bytes);
    }
}
