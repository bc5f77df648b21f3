namespace Cenote.Memory;

/// <summary>
/// Keeps the reservations of disposed pools for the next pools: a new pool then starts on memory that is mapped and warm,
/// which makes the first thousand strings of a short-lived pool several times cheaper.
/// </summary>
internal static unsafe class AddressSpaceCache
{
    /// <summary>So much of a reservation may stay committed and touched.</summary>
    public const uint WarmGranules = (4u << 20) / AddressSpace.GranuleBytes;

    private const int Capacity = 16;

    // The first few keep their warm part; the others only addresses.
    private const int WarmReservations = 4;

    private static readonly Lock s_gate = new();
    private static readonly Reservation[] s_reservations = new Reservation[Capacity];
    private static int s_count;

    public static Reservation Rent(PageSource pages, uint granules)
    {
        if (pages == PageSource.System)
        {
            lock (s_gate)
            {
                if (s_count > 0 && s_reservations[s_count - 1].Granules == granules)
                {
                    return s_reservations[--s_count];
                }
            }
        }

        nuint bytes = (nuint)granules * AddressSpace.GranuleBytes;
        byte* address = bytes == 0 ? null : pages.TryReserve(bytes);
        return address == null ? default : new Reservation(address, granules, 0);
    }

    /// <param name="pages">Where the reservation comes from.</param>
    /// <param name="reservation">The reservation, which nobody uses any more.</param>
    /// <param name="keepWarm">Whether the warm part may be kept: no header of a live string is left there.</param>
    public static void Return(PageSource pages, Reservation reservation, bool keepWarm)
    {
        // Of other sizes only the default one comes back often enough to be worth keeping.
        if (pages == PageSource.System && reservation.Granules == AddressSpace.MaximumGranules)
        {
            lock (s_gate)
            {
                if (s_count < Capacity)
                {
                    uint warm = keepWarm && s_count < WarmReservations ? Math.Min(WarmGranules, reservation.Committed) : 0;
                    nuint keep = (nuint)warm * AddressSpace.GranuleBytes;
                    nuint committed = (nuint)reservation.Committed * AddressSpace.GranuleBytes;
                    if (committed > keep)
                    {
                        pages.Decommit(reservation.Address + keep, committed - keep);
                    }

                    s_reservations[s_count++] = new Reservation(reservation.Address, reservation.Granules, warm);
                    return;
                }
            }
        }

        pages.Release(reservation.Address, reservation.Bytes);
    }
}
