using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// For each array, the contribution of its collection object to the content; four bytes per array, off the managed heap.
/// </summary>
internal sealed class CollectionTraits : IDisposable
{
    private readonly CollectionOwners _collections;
    private readonly NativeList<uint> _traits = new();

    /// <summary>Creates the traits of collections; no collection may be added later.</summary>
    public CollectionTraits(CollectionOwners collections)
    {
        _collections = collections;
        for (long missing = collections.Count; missing > 0; missing--)
        {
            _traits.Add(CollectionFields.None);
        }
    }

    /// <summary>Records that a collection object refers to an address.</summary>
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
    /// <param name="trait">The trait, which is part of the content.</param>
    /// <remarks>
    /// A table that no dictionary refers to is not compared: it was replaced by a larger one and is not collected yet.
    /// </remarks>
    public bool IsComparable(uint ordinal, HeapType type, out uint trait)
    {
        trait = _traits[ordinal];
        return trait != CollectionFields.Incomparable && (trait != CollectionFields.None || !type.IsHashTable);
    }

    /// <summary>Frees the native memory.</summary>
    public void Dispose() => _traits.Dispose();
}
