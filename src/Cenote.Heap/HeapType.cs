namespace Cenote.Heap;

/// <summary>What has to be known of a type to walk over its objects, and where they may refer to strings and collections.</summary>
internal sealed class HeapType
{
    /// <summary>What stands for a method table that the runtime does not know.</summary>
    public static HeapType Unknown { get; } = new() { Name = "?" };

    /// <summary>The full name, as the runtime has it.</summary>
    public required string Name { get; init; }

    /// <summary>The size of an object without elements, its header included.</summary>
    public uint BaseSize { get; init; }

    /// <summary>The size of an element; 0 if there are none.</summary>
    public uint ComponentSize { get; init; }

    /// <summary>Whether its objects are strings.</summary>
    public bool IsString { get; init; }

    /// <summary>Whether its objects are the gaps between others.</summary>
    public bool IsFree { get; init; }

    /// <summary>Where references to strings may be: from the start of the object, or of each element.</summary>
    public HeapSlot[] Slots { get; init; } = [];

    /// <summary>Where references to collections may be; offsets as in <see cref="Slots"/>.</summary>
    public HeapLink[] Links { get; init; } = [];

    /// <summary>Offsets of references to byte arrays that are not values of a dictionary or cache; as in <see cref="Slots"/>.</summary>
    public int[] Arrays { get; init; } = [];

    /// <summary>Whether the contents of its objects belong to the owner of the object.</summary>
    public bool IsCollection { get; init; }

    /// <summary>Whether its objects have references that a walk must read.</summary>
    public bool HasReferences => Slots.Length > 0 || Links.Length > 0 || Arrays.Length > 0 || ValueOffset >= 0;

    /// <summary>
    /// Where references are that a dictionary or a cache has as values and that may be to arrays of bytes; as
    /// <see cref="Slots"/>, or -1.
    /// </summary>
    public int ValueOffset { get; init; } = -1;

    /// <summary>The size of a value, if it is the part of a dictionary that has its values.</summary>
    public int ValueSize { get; init; }

    /// <summary>Whether it is the part of a dictionary that has its values, and these are references or have some.</summary>
    public bool HasReferenceValues { get; init; }

    /// <summary>Whether it is the array of entries of a <see cref="Dictionary{TKey, TValue}"/> or a <see cref="HashSet{T}"/>.</summary>
    public bool IsHashTable => NextOffset >= 0 && HashCodeOffset >= 0;

    /// <summary>Where the hash code is in an entry of a hash table; -1 if it is none.</summary>
    public int HashCodeOffset { get; init; } = -1;

    /// <summary>Where the link is in an entry of a hash table, which is below -1 in a free one; -1 if it is none.</summary>
    public int NextOffset { get; init; } = -1;

    /// <summary>Where its objects keep what belongs to the content of their arrays; null if they do not.</summary>
    public CollectionFields? Collection { get; init; }

    /// <summary>Its objects by the number of their owner, where 0 is unknown; filled by the third walk.</summary>
    public Dictionary<int, HeapHolder> Holders { get; } = [];

    /// <summary>Where the elements begin.</summary>
    public int DataOffset => (int)BaseSize - sizeof(ulong);

    /// <summary>The size of an object, as the collector has it.</summary>
    public long SizeOf(uint elements)
    {
        const long Smallest = 24;
        return Math.Max(Smallest, (BaseSize + ((long)ComponentSize * elements) + 7) & ~7L);
    }
}
