using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>How a <see cref="BlobStore"/> is made. The store reads them once.</summary>
/// <example>
/// A store that never holds more than 64 MiB:
/// <code>
/// using var store = new BlobStore(new BlobStoreOptions { MaximumBytes = 64 &lt;&lt; 20 });
/// Console.WriteLine(store.TryAllocate(new byte[100_000_000], out _));   // prints False
/// </code>
/// </example>
public sealed class BlobStoreOptions
{
    /// <summary>
    /// The most unmanaged bytes the store may hold, counted in steps of 64 KiB. At the limit allocating throws
    /// <see cref="OutOfMemoryException"/> and leaves the store as it was. No limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Asks the operating system for huge pages after the first 4 MiB, where it offers them on request (Linux). Off by default.
    /// </summary>
    public bool UseHugePages { get; set; }

    /// <summary>
    /// Whether bytes are overwritten when they are freed, and when the store is cleared or disposed: for secrets. Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>Bytes of addresses to reserve; what lies beyond is found through a table.</summary>
    internal long ReservedAddressBytes { get; init; } = Environment.Is64BitProcess ? AddressSpace.MaximumReservation : 0;
}
