namespace Cenote.Interning;

/// <summary>The state of a <see cref="StringTable"/> at one moment.</summary>
/// <example>
/// What the texts take, in UTF-16:
/// <code>
/// using var states = new StringTable();
/// states.GetOrAdd("Quintana Roo");
/// states.GetOrAdd("Campeche");
/// Console.WriteLine(states.GetStatistics().TextBytes);   // prints 40
/// </code>
/// </example>
public readonly record struct StringTableStatistics
{
    /// <summary>Texts in the table.</summary>
    public int Count { get; init; }

    /// <summary>Bytes of all texts, in UTF-16.</summary>
    public long TextBytes { get; init; }

    /// <summary>Bytes of unmanaged memory, in steps of 64 KiB. Pages that were never touched count here.</summary>
    public long BytesReserved { get; init; }

    /// <summary>Bytes of managed memory.</summary>
    public long ManagedBytes { get; init; }

    /// <summary>
    /// How many times texts collided as only texts made for that purpose do, so that a part of the table changed to a hash with a
    /// secret key.
    /// </summary>
    public int Rehashes { get; init; }
}
