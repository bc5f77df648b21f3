namespace Cenote.Tool.Input;

/// <summary>Computes the memory that strings take.</summary>
internal static class MemoryFootprint
{
    private const int SliceBytes = 12;
    private const int MaxUtf8BytesPerChar = 3;

    // Of an empty one, rounded up by four bytes on average.
    private const int ManagedStringBytes = 22 + 4;

    /// <summary>
    /// The size of a managed string in a 64-bit process: header, method table, length, the chars and a terminator, rounded up to
    /// eight bytes. Empty strings share one object.
    /// </summary>
    public static long OfManagedString(int length) => length == 0 ? 0 : (22 + (2L * length) + 7) & ~7L;

    /// <summary>
    /// The memory that measuring some strings takes in the worst case. Either they are held twice, here and in a child process, as
    /// chars and as UTF-8, each with the largest contender, whose former build may not be collected yet;
    /// or all of them are distinct, and all dictionaries with these keys are live; or each is
    /// interned for nothing, here and in a child process.
    /// </summary>
    public static long OfMeasuring(long count, long chars)
    {
        long corpus = (2 * SliceBytes * count) + (2 * chars) + (MaxUtf8BytesPerChar * chars);

        // Either managed strings in a list, or a pool of UTF-8 that is no ASCII at all: header, rounding, handle.
        long rival = ((ManagedStringBytes + sizeof(long)) * count) + (MaxUtf8BytesPerChar * chars);

        // One of managed strings, with twice the entries and buckets it needs, and two with keys
        // in unmanaged memory; and where keys are.
        long managed = ((ManagedStringBytes + (2 * (24 + sizeof(int)))) * count) + (2 * chars);
        long pooled = (28 * count) + (2 * chars);
        long keys = sizeof(int) * count;

        // A concurrent dictionary has an object for each string, twice the buckets it needs while it
        // grows, and a reference in what was held.
        long interned = ((ManagedStringBytes + 48 + (4 * sizeof(long))) * count) + (2 * chars);
        return Math.Max((2 * corpus) + (2 * Math.Max(rival, interned)), corpus + keys + managed + (2 * pooled));
    }
}
