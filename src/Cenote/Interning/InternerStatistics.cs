namespace Cenote.Interning;

/// <summary>Statistics of an interner at one moment.</summary>
/// <example>
/// Check whether the capacity suffices:
/// <code>
/// var words = new BoundedStringInterner(capacity: 100);
/// for (int i = 0; i &lt; 10_000; i++)
/// {
///     words.Intern($"word {i}");
/// }
///
/// InternerStatistics statistics = words.GetStatistics();
/// Console.WriteLine(statistics.Count &lt;= 100 &amp;&amp; statistics.Evictions >= 9_900);   // prints True
/// </code>
/// </example>
[DebuggerDisplay("Count = {Count}, Capacity = {Capacity}, {StringBytes} bytes")]
public readonly struct InternerStatistics
{
    /// <summary>The number of strings.</summary>
    public int Count { get; init; }

    /// <summary>
    /// Approximate number of strings that fit before the table grows; for a bounded interner, the maximum number.
    /// </summary>
    public int Capacity { get; init; }

    /// <summary>Managed bytes of the strings, headers included.</summary>
    public long StringBytes { get; init; }

    /// <summary>Managed bytes of the table.</summary>
    public long TableBytes { get; init; }

    /// <summary>The number of strings added so far.</summary>
    public long Additions { get; init; }

    /// <summary>The number of strings that <c>Remove</c> and <c>Clear</c> have removed so far.</summary>
    public long Removals { get; init; }

    /// <summary>The number of strings a bounded interner has evicted.</summary>
    public long Evictions { get; init; }

    /// <summary>The number of strings of a weak interner that were garbage collected.</summary>
    public long Collected { get; init; }

    /// <summary>
    /// 1 if the interner has switched to a hash with a secret key because of a hash-flooding attack; otherwise 0.
    /// </summary>
    public int Rehashes { get; init; }
}
