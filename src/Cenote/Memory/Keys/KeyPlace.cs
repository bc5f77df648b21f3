namespace Cenote.Memory.Keys;

/// <summary>Where a key was found: its cell, and the way of the bucket that leads to it.</summary>
internal readonly unsafe struct KeyPlace(KeyCell* cell, uint bucket, int way)
{
    public readonly KeyCell* Cell = cell;

    /// <summary>The number of the bucket in its segment.</summary>
    public readonly uint Bucket = bucket;

    public readonly int Way = way;
}
