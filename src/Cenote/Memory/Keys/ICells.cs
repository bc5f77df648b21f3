namespace Cenote.Memory.Keys;

/// <summary>Access to the cells of a <see cref="BucketTable"/> during changes. No member may throw or run user code.</summary>
internal unsafe interface ICells<TSelf>
    where TSelf : struct, ICells<TSelf>
{
    static abstract uint HashOf(in TSelf cells, uint index);

    static abstract void* AddressOf(in TSelf cells, uint index);

    static abstract KeyWalk Walk(in TSelf cells);

    /// <summary>Advances to the next cell that belongs in the table; false after the last one.</summary>
    static abstract bool MoveToIndexed(in TSelf cells, ref KeyWalk walk);
}
