using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>Options for a dictionary of unmanaged keys and values. The constructor reads them once.</summary>
/// <example>
/// Set a limit, and a capacity of a million keys:
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
    /// Initial capacity of the table in keys; 0 by default. The table takes physical memory only as keys are added. A table of
    /// more than 64 MiB takes physical memory in steps of 2 MiB if the system grants huge pages.
    /// </summary>
    public int Capacity { get; set; }

    /// <summary>
    /// Maximum unmanaged bytes of the dictionary, in steps of 64 KiB. At the limit, adding a key throws
    /// <see cref="OutOfMemoryException"/>, or <c>TryAdd</c> returns false, and the dictionary is unchanged. New keys reuse the
    /// memory of removed keys. No limit by default; the minimum for an entry of up to 64 KiB is 128 KiB.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>Bytes of address space to reserve. Memory beyond the reservation is located through a table.</summary>
    internal long ReservedAddressBytes { get; init; } = AddressSpace.DefaultReservation;

    /// <summary>A limit that the dictionary shares with other collections, in addition to <see cref="MaximumBytes"/>.</summary>
    internal SharedLimit? SharedLimit { get; init; }

    /// <summary>The name of the public type, for exception messages.</summary>
    internal string Owner { get; init; } = nameof(NativeDictionary<,>);

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
    }
}
