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

    /// <summary>Rejected: <c>Allocate</c> throws <see cref="ArgumentException"/>, and <c>TryAllocate</c> returns false.</summary>
    Throw,

    /// <summary>
    /// Kept on the managed heap. The handles have the same type as those of pooled strings, and also detect use after free. Each
    /// string costs a managed string or byte array, a reference in a table that the GC scans, and 24 to 44 bytes.
    /// </summary>
    Managed,
}
