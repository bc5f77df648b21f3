using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>
/// Places whose strings are to be interned. Strings that they share with another place are not counted there again.
/// </summary>
internal sealed class InternedPlaces : IDisposable
{
    private readonly List<PlaceCensus> _places = [];

    // One bit per string of these places; null until the first place is added.
    private BitList? _strings;

    /// <summary>Creates the set from some places.</summary>
    public InternedPlaces(params IEnumerable<PlaceCensus> places)
    {
        foreach (PlaceCensus place in places)
        {
            Add(place);
        }
    }

    /// <summary>The places, in the order in which they were added.</summary>
    public IReadOnlyList<PlaceCensus> Places => _places;

    /// <summary>Adds a place.</summary>
    public void Add(PlaceCensus place)
    {
        _places.Add(place);
        if (place.Held is { } held)
        {
            held.Mark(_strings ??= new BitList(held.Count));
        }
    }

    /// <summary>Keeps only the first places.</summary>
    public void Keep(int count)
    {
        PlaceCensus[] kept = [.. _places.Take(count)];
        Dispose();
        _strings = null;
        _places.Clear();
        foreach (PlaceCensus place in kept)
        {
            Add(place);
        }
    }

    /// <summary>
    /// The number and size of the strings of a place that repeat an earlier one, ignoring strings that are also in these places.
    /// </summary>
    public (long Strings, long Bytes) RepeatedIn(PlaceCensus place) => place.Held is { } held && _strings is not null
        ? held.RepeatedExcept(_strings)
        : (place.Strings - place.Distinct, place.RepeatedBytes);

    /// <summary>Frees the native memory.</summary>
    public void Dispose() => _strings?.Dispose();
}
