namespace Cenote.Text;

/// <summary>
/// A word with a tag for each way of a bucket: one byte of the hash, or 0 if the way is free. All tags are compared at once
/// (Mycroft's test for a zero byte).
/// </summary>
internal static class TagWord
{
    public const int BitsPerTag = 8;

    private const ulong LowestBits = 0x0101_0101_0101_0101;
    private const ulong HighestBits = 0x8080_8080_8080_8080;

    /// <summary>
    /// The tag of a hash, repeated in all bytes: the highest byte of the hash, which does not select the bucket, or 1 if that
    /// byte is 0.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong PatternOf(ulong hash) => Math.Max(hash >> 56, 1) * LowestBits;

    /// <summary>
    /// The ways with a tag, each as the highest bit of its byte. The lowest match is correct; higher ones may be false positives.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Find(ulong tags, ulong pattern)
    {
        ulong difference = tags ^ pattern;
        return (difference - LowestBits) & ~difference & HighestBits;
    }

    /// <summary>The first way found; 8 if no way was found.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int FirstOf(ulong ways) => (int)((uint)BitOperations.TrailingZeroCount(ways) / BitsPerTag);

    /// <summary>The tag of a way, repeated in all bytes; 0 if the way is free.</summary>
    public static ulong PatternAt(ulong tags, int way) => (byte)(tags >> (BitsPerTag * way)) * LowestBits;

    /// <summary>The tags after a free way is taken.</summary>
    public static ulong With(ulong tags, int way, ulong pattern) => tags | ((pattern & byte.MaxValue) << (BitsPerTag * way));

    /// <summary>The tags after a way is freed.</summary>
    public static ulong Without(ulong tags, int way) => tags & ~((ulong)byte.MaxValue << (BitsPerTag * way));
}
