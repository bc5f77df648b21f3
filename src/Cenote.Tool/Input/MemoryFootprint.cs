namespace Cenote.Tool.Input;

/// <summary>Computes the memory that strings take.</summary>
internal static class MemoryFootprint
{
    private const int SliceBytes = 12;
    private const int MaxUtf8BytesPerChar = 3;

    // The size of an empty string, plus four bytes of rounding on average.
    private const int ManagedStringBytes = 22 + 4;

    /// <summary>
    /// The size of a managed string in a 64-bit process: header, method table, length, the chars and a terminator, rounded up to
    /// a multiple of eight bytes. Empty strings share one object.
    /// </summary>
    public static long OfManagedString(int length) => length == 0 ? 0 : (22 + (2L * length) + 7) & ~7L;

    /// <summary>
    /// The memory that measuring some strings takes in the worse of two cases. In the first, this process and a child each hold the
    /// strings as chars and as UTF-8. The child also holds the largest contender or interner, and its previous build if that is not
    /// collected yet. In the second, all strings are distinct, and all dictionaries with these keys are live.
    /// </summary>
    public static long OfMeasuring(long count, long chars)
    {
        long corpus = (2 * SliceBytes * count) + (2 * chars) + (MaxUtf8BytesPerChar * chars);

        // An upper bound for managed strings in a list, and for a pool of non-ASCII UTF-8: header, rounding, handle.
        long rival = ((ManagedStringBytes + sizeof(long)) * count) + (MaxUtf8BytesPerChar * chars);

        // One dictionary of managed strings, with twice the entries and buckets it needs, two with keys in unmanaged memory, and
        // the list of keys.
        long managed = ((ManagedStringBytes + (2 * (24 + sizeof(int)))) * count) + (2 * chars);
        long pooled = (28 * count) + (2 * chars);
        long keys = sizeof(int) * count;

        // A concurrent dictionary has a node per string and, while it grows, twice the buckets it needs; each held string also
        // has a reference.
        long interned = ((ManagedStringBytes + 48 + (4 * sizeof(long))) * count) + (2 * chars);
        return Math.Max((2 * corpus) + (2 * Math.Max(rival, interned)), corpus + keys + managed + (2 * pooled));
    }
}
