namespace Cenote.Heap;

/// <summary>
/// Which field owns each collection. A collection is owned by the first field of the program that refers to it; failing that, by the
/// owner of the first collection that does.
/// </summary>
internal sealed class CollectionOwners(HeapLayout layout) : IDisposable
{
    private const int Unknown = 0;

    // The number of an owner; the complement of the ordinal of a collection that leads here; or unknown.
    private readonly ObjectIndex _index = new(layout);
    private readonly List<uint> _path = [];

    /// <summary>Adds a collection, whose address is larger than that of all before it.</summary>
    public void Add(in HeapPosition at) => _index.Add(at.Range, at.Address, Unknown);

    /// <summary>Ends adding.</summary>
    public void Complete() => _index.Complete();

    /// <summary>Notes that a field of the program refers to an address.</summary>
    public void NoteField(ulong address, int owner)
    {
        if (_index.TryFind(address, out uint ordinal, out _) && _index.NumberOf(ordinal) <= Unknown)
        {
            _index.SetNumber(ordinal, owner);
        }
    }

    /// <summary>Notes that a collection refers to an address.</summary>
    public void NoteCollection(ulong address, uint from)
    {
        if (from <= int.MaxValue
            && _index.TryFind(address, out uint ordinal, out _)
            && ordinal != from
            && _index.NumberOf(ordinal) == Unknown)
        {
            _index.SetNumber(ordinal, ~(int)from);
        }
    }

    /// <summary>The number of the owner of a collection; 0 if it is unknown, or if collections own each other in a circle.</summary>
    /// <param name="ordinal">How many collections have smaller addresses.</param>
    public int OwnerOf(uint ordinal)
    {
        _path.Clear();
        int number;
        while ((number = _index.NumberOf(ordinal)) < Unknown)
        {
            // Whoever comes here again, in a circle, finds that nothing is known.
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

    /// <summary>Gives the memory back.</summary>
    public void Dispose() => _index.Dispose();
}
