namespace Cenote.Strings;

/// <summary>
/// A range of string lengths that a fast path handles, tested with one comparison. <c>default</c> contains no length.
/// </summary>
internal readonly struct LengthRange
{
    private readonly uint _shortest;
    private readonly uint _count;

    /// <param name="shortest">At least 1, because no fast path handles the empty string.</param>
    /// <param name="longest">If it is below the shortest, the range is empty.</param>
    public LengthRange(int shortest, long longest)
    {
        _shortest = (uint)shortest;
        _count = (uint)Math.Max(0, longest + 1 - shortest);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Contains(int length) => (uint)length - _shortest < _count;
}
