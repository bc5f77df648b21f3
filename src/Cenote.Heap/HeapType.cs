namespace Cenote.Heap;

/// <summary>
/// The layout of a type: what a walk over its objects needs, and the fields that may refer to strings and collections.
/// </summary>
internal sealed class HeapType
{
    /// <summary>A type whose method table the runtime does not know.</summary>
    public static HeapType Unknown { get; } = new() { Name = "?" };

    /// <summary>The full name in the runtime.</summary>
    public required string Name { get; init; }

    /// <summary>The size of an object without elements, its header included.</summary>
    public uint BaseSize { get; init; }

    /// <summary>The size of an element; 0 if there are none.</summary>
    public uint ComponentSize { get; init; }

    /// <summary>Whether the objects are strings.</summary>
    public bool IsString { get; init; }

    /// <summary>Whether the objects are gaps between other objects.</summary>
    public bool IsFree { get; init; }

    /// <summary>The fields that may refer to strings; offsets are from the start of the object or element.</summary>
    public HeapSlot[] Slots { get; init; } = [];

    /// <summary>The fields that may refer to collections; offsets as in <see cref="Slots"/>.</summary>
    public HeapLink[] Links { get; init; } = [];

    /// <summary>Offsets of references to byte arrays that are not values of a dictionary or cache; as in <see cref="Slots"/>.</summary>
    public int[] Arrays { get; init; } = [];

    /// <summary>Whether strings or collections in an object of this type inherit the owner of the object.</summary>
    public bool IsCollection { get; init; }

    /// <summary>Whether its objects have references that a walk must read.</summary>
    public bool HasReferences => Slots.Length > 0 || Links.Length > 0 || Arrays.Length > 0 || ValueOffset >= 0;

    /// <summary>
    /// The offset of a value of a dictionary or cache that may be a byte array; as in <see cref="Slots"/>, or -1.
    /// </summary>
    public int ValueOffset { get; init; } = -1;

    /// <summary>The size of a value, if the type contains the values of a dictionary.</summary>
    public int ValueSize { get; init; }

    /// <summary>Whether the type contains the values of a dictionary, and these are or contain references.</summary>
    public bool HasReferenceValues { get; init; }

    /// <summary>
    /// Whether this is the entry array of a <see cref="Dictionary{TKey, TValue}"/> or a <see cref="HashSet{T}"/>.
    /// </summary>
    public bool IsHashTable => NextOffset >= 0 && HashCodeOffset >= 0;

    /// <summary>The offset of the hash code in an entry of a hash table; -1 for other types.</summary>
    public int HashCodeOffset { get; init; } = -1;

    /// <summary>
    /// The offset of the link in an entry of a hash table; -1 for other types. The link of a free entry is below -1.
    /// </summary>
    public int NextOffset { get; init; } = -1;

    /// <summary>The fields that are part of the content of the arrays of a collection; null if there are none.</summary>
    public CollectionFields? Collection { get; init; }

    /// <summary>
    /// The totals of its objects by owner number, 0 if unknown; filled by the third step of <see cref="HeapReader"/>.
    /// </summary>
    public Dictionary<int, HeapHolder> Holders { get; } = [];

    /// <summary>The offset of the first element.</summary>
    public int DataOffset => (int)BaseSize - sizeof(ulong);

    /// <summary>The size of an object, as the GC computes it.</summary>
    public long SizeOf(uint elements)
    {
        const long Smallest = 24;
        return Math.Max(Smallest, (BaseSize + ((long)ComponentSize * elements) + 7) & ~7L);
    }
}
