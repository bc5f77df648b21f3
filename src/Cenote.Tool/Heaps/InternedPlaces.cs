using Cenote.Heap;

namespace Cenote.Tool.Heaps;

/// <summary>Places whose strings are to be interned. Strings that another place shares with them do not count there again.</summary>
internal sealed class InternedPlaces : IDisposable
{
    private readonly List<PlaceCensus> _places = [];

    // One bit for each string of these places; null as long as none is known.
    private BitList? _strings;

    /// <summary>Creates one for some places.</summary>
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

    /// <summary>Removes the places after the first ones.</summary>
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

    /// <summary>Strings and bytes of a place that repeat, not counting the strings of these places.</summary>
    public (long Strings, long Bytes) RepeatedIn(PlaceCensus place) => place.Held is { } held && _strings is not null
        ? held.RepeatedExcept(_strings)
        : (place.Strings - place.Distinct, place.RepeatedBytes);

    /// <summary>Frees the native memory.</summary>
    public void Dispose() => _strings?.Dispose();
}
