namespace Cenote.Heap;

/// <summary>
/// Finds the field that owns each collection: the first field that refers to it, preferably of the program rather than of .NET.
/// A collection to which no field refers has the owner of a collection that refers to it.
/// </summary>
internal sealed class CollectionOwners(HeapLayout layout, HeapPlaces places) : IDisposable
{
    private const int Unknown = 0;

    // Per collection: a number above 0 is the owner. A negative number is the complement of the ordinal of a collection that
    // refers to it.
    private readonly ObjectIndex _index = new(layout);
    private readonly List<uint> _path = [];
    private bool _isResolved;

    /// <summary>The number of collections.</summary>
    public long Count => _index.Count;

    /// <summary>Adds a collection; addresses must be added in ascending order.</summary>
    public void Add(in HeapPosition at) => _index.Add(at.Range, at.Address, Unknown);

    /// <summary>Builds the index after the last <see cref="Add"/>.</summary>
    public void Complete() => _index.Complete();

    /// <summary>The ordinal of the collection at an address.</summary>
    /// <returns>Whether a collection begins at this address.</returns>
    public bool TryFind(ulong address, out uint ordinal) => _index.TryFind(address, out ordinal, out _);

    /// <summary>Records that a field refers to an address.</summary>
    public void NoteField(ulong address, int owner)
    {
        if (!TryFind(address, out uint ordinal))
        {
            return;
        }

        int known = _index.NumberOf(ordinal);
        if (known <= Unknown || (places.OwnerOf(known)!.IsFramework && !places.OwnerOf(owner)!.IsFramework))
        {
            _index.SetNumber(ordinal, owner);
        }
    }

    /// <summary>Records that a collection refers to an address.</summary>
    public void NoteCollection(ulong address, uint from)
    {
        if (from <= int.MaxValue
            && TryFind(address, out uint ordinal)
            && ordinal != from
            && _index.NumberOf(ordinal) == Unknown)
        {
            // In the first walk, the owner of the other collection may still change. After the first walk, a collection without
            // an owner has none to pass on.
            _index.SetNumber(ordinal, _isResolved ? _index.NumberOf(from) : ~(int)from);
        }
    }

    /// <summary>Derives owners from the recorded references.</summary>
    /// <returns>The number of collections without an owner.</returns>
    public long Resolve()
    {
        long unknown = 0;
        for (uint ordinal = 0; ordinal < _index.Count; ordinal++)
        {
            unknown += OwnerOf(ordinal) == Unknown ? 1 : 0;
        }

        _isResolved = true;
        return unknown;
    }

    /// <summary>The number of the owner of a collection; 0 if it is unknown, or if the recorded references form a cycle.</summary>
    /// <param name="ordinal">The zero-based index of the collection in address order.</param>
    public int OwnerOf(uint ordinal)
    {
        _path.Clear();
        int number;
        while ((number = _index.NumberOf(ordinal)) < Unknown)
        {
            // Breaks cycles: a second visit finds that the owner is unknown.
            _index.SetNumber(ordinal, Unknown);
            _path.Add(ordinal);
            ordinal = (uint)~number;
        }

        foreach (uint passed in _path)
        {
            _index.SetNumber(passed, number);
        }

        return number;
    }

    /// <summary>Frees the native memory.</summary>
    public void Dispose() => _index.Dispose();
}
