namespace Cenote.Strings;

/// <summary>
/// Selects how a pool treats strings shorter than <see cref="StringPoolOptions.MinimumLength"/>. Use it to reject short strings,
/// or to keep them managed.
/// </summary>
/// <example>
/// Strings of fewer than 8 chars stay managed, with handles of the same type:
/// <code>
/// var options = new SegmentedStringPoolOptions { MinimumLength = 8, ShortStrings = ShortStrings.Managed };
/// using var pool = new SegmentedStringPool(options);
/// pool.Allocate("Tulum");
/// pool.Allocate("Quintana Roo");
/// Console.WriteLine(pool.GetStatistics().ManagedStrings);   // prints 1
/// </code>
/// </example>
public enum ShortStrings
{
    /// <summary>Pooled like all other strings.</summary>
    Allow,

    /// <summary>Rejected with an <see cref="ArgumentException"/>.</summary>
    Throw,

    /// <summary>
    /// Kept on the managed heap, with handles of the same type that have the same members and detect use after free, too. Each
    /// string costs a managed string or byte array, a reference in a table that the GC scans, and 24 to 44 bytes.
    /// </summary>
    Managed,
}
