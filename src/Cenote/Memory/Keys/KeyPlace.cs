namespace Cenote.Memory.Keys;

/// <summary>The position of a key: its cell, and the bucket and way that refer to it.</summary>
internal readonly unsafe struct KeyPlace(KeyCell* cell, uint bucket, int way)
{
    public readonly KeyCell* Cell = cell;

    /// <summary>The bucket number within its segment.</summary>
    public readonly uint Bucket = bucket;

    public readonly int Way = way;
}
