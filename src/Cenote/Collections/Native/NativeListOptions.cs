using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>How a list in unmanaged memory is made. The list reads them once.</summary>
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
    /// <summary>How many items to make room for from the start. 0 by default.</summary>
    public long Capacity { get; set; }

    /// <summary>
    /// The most unmanaged bytes the list may hold, counted in steps of 64 KiB. At the limit adding throws
    /// <see cref="OutOfMemoryException"/> and leaves the list as it was. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Asks the operating system for huge pages after the first 4 MiB, where it offers them on request (Linux). Off by default.
    /// </summary>
    public bool UseHugePages { get; set; }

    /// <summary>Bytes of addresses to reserve; what lies beyond is mapped piece by piece.</summary>
    internal long ReservedAddressBytes { get; init; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;

    internal void Validate()
    {
        CommonThrow.IfOptionOutOfRange(Capacity, 0);
        CommonThrow.IfOptionOutOfRange(MaximumBytes, 1);
    }
}
