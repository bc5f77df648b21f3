namespace Cenote.Heap;

/// <summary>The places of a heap, and the fields that own them.</summary>
internal sealed class HeapPlaces
{
    private readonly Dictionary<(string FullName, PlaceKind Kind, HeapOwner? Owner), Place> _places = [];
    private readonly Dictionary<string, int> _owners = new(StringComparer.Ordinal);

    // Indexed by number; 0 is the unknown owner.
    private readonly List<HeapOwner?> _byNumber = [null];
    private int _holders;

    /// <summary>All places that were found.</summary>
    public IReadOnlyCollection<Place> All => _places.Values;

    /// <summary>The place of a field, or of the elements of arrays.</summary>
    /// <param name="type">The name of the type in the runtime.</param>
    /// <param name="field">The name of the field; null for the elements of arrays.</param>
    /// <param name="owner">The number of its owner, or 0.</param>
    public Place Of(string type, string? field, int owner)
    {
        (string fullName, string name, PlaceKind kind) = PlaceNames.Of(type, field);
        return Get(fullName, name, kind, _byNumber[owner]);
    }

    /// <summary>The place of the same field or element type under another owner.</summary>
    public Place Of(Place place, HeapOwner? owner)
    {
        Place found = Get(place.FullName, place.Name, place.Kind, owner);
        found.InheritsOwner = true;
        return found;
    }

    /// <summary>The number of an owner, at least 1: a field, or a type that is a collection itself.</summary>
    /// <param name="type">The name of the type in the runtime.</param>
    /// <param name="field">The name of the field, or null.</param>
    public int NumberOf(string type, string? field)
    {
        (string fullName, string name, _) = PlaceNames.Of(type, field);
        ref int number = ref CollectionsMarshal.GetValueRefOrAddDefault(_owners, fullName, out bool exists);
        if (!exists)
        {
            number = _byNumber.Count;
            _byNumber.Add(new HeapOwner(name, fullName));
        }

        return number;
    }

    /// <summary>The owner with this number; null for 0.</summary>
    public HeapOwner? OwnerOf(int number) => _byNumber[number];

    /// <summary>The totals of the objects of a type with the same owner.</summary>
    /// <param name="type">The type.</param>
    /// <param name="owner">The number of the owner, or 0.</param>
    public HeapHolder HolderOf(HeapType type, int owner) =>
        type.Holders.TryGetValue(owner, out HeapHolder? holder) ? holder : AddHolder(type, owner);

    private HeapHolder AddHolder(HeapType type, int owner)
    {
        var holder = new HeapHolder
        {
            Number = _holders++,
            Type = type,
            Places = [.. type.Slots.Select(slot => slot.InheritsOwner ? Of(slot.Place, _byNumber[owner]) : slot.Place)],
        };
        type.Holders.Add(owner, holder);
        foreach (Place place in holder.Places.Distinct())
        {
            place.Holders.Add(holder);
        }

        return holder;
    }

    private Place Get(string fullName, string name, PlaceKind kind, HeapOwner? owner)
    {
        if (!_places.TryGetValue((fullName, kind, owner), out Place? place))
        {
            place = new Place { Name = name, FullName = fullName, Kind = kind, Owner = owner };
            _places.Add((fullName, kind, owner), place);
        }

        return place;
    }
}
