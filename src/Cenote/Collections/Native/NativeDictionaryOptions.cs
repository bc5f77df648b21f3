using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>How a dictionary of unmanaged keys and values is made. The dictionary reads them once.</summary>
/// <example>
/// Room for a million keys from the start, and a limit:
/// <code>
/// using var visits = new NativeDictionary&lt;Guid, long>(new NativeDictionaryOptions
/// {
///     Capacity = 1_000_000,
///     MaximumBytes = 256 &lt;&lt; 20,
/// });
/// Console.WriteLine(visits.TryAdd(Guid.Empty, 1));   // prints True
/// </code>
/// </example>
public sealed class NativeDictionaryOptions
{
    /// <summary>
    /// How many keys to make room for in the table from the start. 0 by default. The entries themselves take memory when they are
    /// added.
    /// </summary>
    public int Capacity { get; set; }

    /// <summary>
    /// The most unmanaged bytes the dictionary may hold, counted in steps of 64 KiB. At the limit adding a key throws
    /// <see cref="OutOfMemoryException"/> and leaves the dictionary as it was; removed keys make room for others. No limit by
    /// default; the smallest that holds an entry of up to 64 KiB is 128 KiB.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Asks the operating system for huge pages after the first 4 MiB, where it offers them on request (Linux). A single
    /// addition,
    /// within which a page of 2 MiB is made, then takes longer. Off by default.
    /// </summary>
    public bool UseHugePages { get; set; }

    /// <summary>Bytes of addresses to reserve; what lies beyond is found through a table.</summary>
    internal long ReservedAddressBytes { get; init; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    /// <summary>A limit that the dictionary keeps together with others, besides its own.</summary>
    internal SharedLimit? SharedLimit { get; init; }

    /// <summary>The type that a user sees, for messages.</summary>
    internal string Owner { get; init; } = nameof(NativeDictionary<,>);

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
    }
}
