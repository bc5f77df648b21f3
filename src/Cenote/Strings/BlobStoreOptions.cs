using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>Options for a <see cref="BlobStore"/>. The constructor reads them once.</summary>
/// <example>
/// A store of at most 64 MiB:
/// <code>
/// using var store = new BlobStore(new BlobStoreOptions { MaximumBytes = 64 &lt;&lt; 20 });
/// Console.WriteLine(store.TryAllocate(new byte[100_000_000], out _));   // prints False
/// </code>
/// </example>
public sealed class BlobStoreOptions
{
    /// <summary>
    /// Maximum unmanaged bytes of the store, which grows in steps of 64 KiB. An allocation beyond the limit throws
    /// <see cref="OutOfMemoryException"/> and leaves the store unchanged; <see cref="BlobStore.TryAllocate"/> returns false. No
    /// limit by default.
    /// </summary>
    public long MaximumBytes { get; set; } = long.MaxValue;

    /// <summary>
    /// Whether to zero bytes when they are freed, or when the store is cleared or disposed. Use it for secrets. Off by default.
    /// </summary>
    public bool ClearOnFree { get; set; }

    /// <summary>Bytes of address space to reserve. Memory outside this space is found through a table.</summary>
    internal long ReservedAddressBytes { get; init; } = AddressSpace.DefaultReservation;
}
