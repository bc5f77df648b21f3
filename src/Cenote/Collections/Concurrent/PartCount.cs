using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>The number of parts of a concurrent dictionary, and the memory they share.</summary>
internal static class PartCount
{
    private const int PartsPerThread = 4;

    // If 256 threads write constantly to 256 parts, about every second write waits for another one. More parts would take more
    // memory, even without keys.
    private const int MaxParts = 256;

    // A part allocates two granules for its first key. These granules are reserved for that part.
    private const long ReservedBytesPerPart = 2 * AddressSpace.GranuleBytes;
    private const long MinBytesPerPart = 2 * ReservedBytesPerPart;

    /// <summary>
    /// Returns the number of parts, a power of two, for a number of threads (0: the number of processors) and a limit.
    /// </summary>
    public static int For(int concurrencyLevel, long maximumBytes)
    {
        long threads = concurrencyLevel == 0 ? Environment.ProcessorCount : concurrencyLevel;
        uint parts = BitOperations.RoundUpToPowerOf2((uint)Math.Min(threads * PartsPerThread, MaxParts));
        while (parts > 1 && maximumBytes / parts < MinBytesPerPart)
        {
            parts /= 2;
        }

        return (int)parts;
    }

    /// <summary>Creates the address space of all parts, which share the limit.</summary>
    public static AddressSpace NewSpace(int parts, PageSource pages, long reservedAddressBytes, long maximumBytes) =>
        new(
            pages,
            Math.Min(reservedAddressBytes, AddressSpace.MaximumSharedReservation),
            maximumBytes,
            sharedLimit: parts > 1 ? new SharedLimit(maximumBytes - (parts * ReservedBytesPerPart), ReservedBytesPerPart) : null);
}
