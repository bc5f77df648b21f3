namespace Cenote.Memory.Keys;

/// <summary>
/// What a <see cref="BucketTable"/> asks its cells while it moves them. It asks amid a change, so that none of these may throw or
/// run the user's code.
/// </summary>
internal unsafe interface ICells<TSelf>
    where TSelf : struct, ICells<TSelf>
{
    /// <summary>The hash by which a cell is in the table.</summary>
    static abstract uint HashOf(in TSelf cells, uint index);

    /// <summary>Where a cell is.</summary>
    static abstract void* AddressOf(in TSelf cells, uint index);

    /// <summary>Starts a walk.</summary>
    static abstract KeyWalk Walk(in TSelf cells);

    /// <summary>Goes on to the next cell that is to be found through the table; false after the last one.</summary>
    static abstract bool MoveToFound(in TSelf cells, ref KeyWalk walk);
}
