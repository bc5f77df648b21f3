using System.Diagnostics;

namespace Cenote.Interning;

/// <summary>The state of an interner. Counts are those of one moment.</summary>
/// <example>
/// Whether the capacity is enough:
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
    /// <summary>Strings in the interner.</summary>
    public int Count { get; init; }

    /// <summary>Strings the table takes before it grows, approximately; for a bounded interner, the most it ever holds.</summary>
    public int Capacity { get; init; }

    /// <summary>Managed bytes of the strings, with their headers.</summary>
    public long StringBytes { get; init; }

    /// <summary>Managed bytes of the table that finds them.</summary>
    public long TableBytes { get; init; }

    /// <summary>Strings that were ever added.</summary>
    public long Additions { get; init; }

    /// <summary>Strings that were removed, one by one or all at once.</summary>
    public long Removals { get; init; }

    /// <summary>Strings that were evicted for others, in a bounded interner.</summary>
    public long Evictions { get; init; }

    /// <summary>Strings that the garbage collector took, in a weak interner.</summary>
    public long Collected { get; init; }

    /// <summary>
    /// How many times texts collided as only texts made for that purpose do, so that the interner changed to a hash with a secret
    /// key. 0 unless under attack.
    /// </summary>
    public int Rehashes { get; init; }
}
