namespace Cenote.Strings;

/// <summary>
/// What a pool does with strings shorter than <see cref="StringPoolOptions.MinimumLength"/>. It guards against a pool
/// being fed with strings that its owner meant to keep managed.
/// </summary>
/// <example>
/// Strings of fewer than 8 chars stay managed, behind handles of the same type:
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
    /// <summary>They are pooled like all others.</summary>
    Allow,

    /// <summary>They are refused with an <see cref="ArgumentException"/>.</summary>
    Throw,

    /// <summary>
    /// They are kept on the managed heap behind handles of the same type: same members, same detection of stale use. Each costs
    /// its managed string, or array of bytes, a reference in a table that the collector scans, and 24 to 44
    /// bytes.
    /// </summary>
    Managed,
}
