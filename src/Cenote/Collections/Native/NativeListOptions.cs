using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>Options for a list in unmanaged memory. The constructor reads them once.</summary>
/// <example>
/// A list of at most 1 MiB:
/// <code>
/// using var samples = new NativeList&lt;double>(new NativeListOptions { MaximumBytes = 1 &lt;&lt; 20 });
/// samples.Add(4.5);
/// Console.WriteLine(samples.BytesReserved);   // prints 65536
/// </code>
/// </example>
public sealed class NativeListOptions
{
    /// <summary>Initial capacity in items; 0 by default.</summary>
    public long Capacity { get; set; }

    /// <summary>
    /// Maximum unmanaged bytes of the list, in steps of 64 KiB. At the limit, adding throws <see cref="OutOfMemoryException"/>,
    /// or <c>TryAdd</c> returns false, and the list is unchanged. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>Bytes of address space to reserve. Memory beyond the reservation is mapped piece by piece.</summary>
    internal long ReservedAddressBytes { get; init; } = AddressSpace.DefaultReservation;

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
    }
}
