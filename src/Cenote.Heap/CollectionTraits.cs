using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>What the object of a collection adds to the content of its arrays, for each array; four bytes each, off the heap.</summary>
internal sealed class CollectionTraits : IDisposable
{
    private readonly CollectionOwners _collections;
    private readonly NativeList<uint> _traits = new();

    /// <summary>Creates one for collections that are complete.</summary>
    public CollectionTraits(CollectionOwners collections)
    {
        _collections = collections;
        for (long missing = collections.Count; missing > 0; missing--)
        {
            _traits.Add(CollectionFields.None);
        }
    }

    /// <summary>Notes that the object of a collection refers to an address.</summary>
    public void Note(ulong address, uint trait)
    {
        if (_collections.TryFind(address, out uint ordinal))
        {
            _traits[ordinal] = trait;
        }
    }

    /// <summary>Whether the content of an array is known, so that it can be compared.</summary>
    /// <param name="ordinal">The zero-based index of the array among the collections.</param>
    /// <param name="type">Its type.</param>
    /// <param name="trait">What belongs to its content.</param>
    /// <remarks>A table that no dictionary refers to is one that has been replaced by a larger one, and is not collected yet.</remarks>
    public bool IsComparable(uint ordinal, HeapType type, out uint trait)
    {
        trait = _traits[ordinal];
        return trait != CollectionFields.Incomparable && (trait != CollectionFields.None || !type.IsHashTable);
    }

    /// <summary>Frees the native memory.</summary>
    public void Dispose() => _traits.Dispose();
}
