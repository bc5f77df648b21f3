using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// The part of a <see cref="Reservation"/> that one owner uses. It is committed from its start as the owner grows.
/// </summary>
internal sealed unsafe class AddressRange(Reservation reservation, byte* address, nuint bytes)
{
    /// <summary>
    /// Bytes at the start for which huge pages are never requested, so that small owners do not pay for pages of 2 MiB.
    /// </summary>
    public const nuint HugeStart = 64 << 20;

    public readonly Reservation Reservation = reservation;
    public readonly byte* Address = address;
    public readonly nuint Bytes = bytes;

    // The range of bytes for which huge pages are requested.
    private nuint _hugeStart = HugeStart;
    private nuint _hugeEnd = HugeStart;

    /// <summary>Bytes at the start that are readable and writable.</summary>
    public nuint Committed { get; set; }

    /// <summary>Bytes at the start that the owner may have handed out or written.</summary>
    public nuint Touched { get; set; }

    /// <summary>
    /// Bytes at the start whose pages were moved here. Linux does not merge their mapping with the mapping of the rest of the
    /// range.
    /// </summary>
    public nuint Moved { get; set; }

    /// <summary>Bytes at the start that may be resident: the owner touched them, or pages were moved there.</summary>
    public nuint Resident => Math.Max(Touched, Moved);

    /// <summary>Bytes counted as <see cref="CachedRange.InheritedBytes"/> until the range is returned.</summary>
    public long Inherited { get; set; }

    /// <summary>Whether the range maps a file. It is then neither discarded nor kept for another owner.</summary>
    public bool MapsFile { get; set; }

    /// <summary>Whether the addresses after the used part were split off for another owner.</summary>
    public bool IsPassedOn { get; private set; }

    /// <summary>
    /// Commits this many bytes from the start; false if the operating system or a process limit refuses, even after cached and
    /// quarantined memory is released.
    /// </summary>
    public bool TryCommit(nuint bytes)
    {
        Invariant.Holds(bytes <= Bytes, "Nothing beyond the range is committed.");
        if (bytes <= Committed)
        {
            return true;
        }

        PageSource pages = Reservation.Pages;
        for (long releases = pages.Cache?.Releases ?? 0; !pages.TryCommit(Address + Committed, bytes - Committed);)
        {
            if (pages.Cache?.TryRelieve(ref releases) != true)
            {
                return false;
            }
        }

        Committed = bytes;
        return true;
    }

    /// <summary>
    /// Requests huge pages for committed memory after the first <see cref="HugeStart"/> bytes. Used by owners that fill their
    /// memory from the start: random reads then miss the TLB less often.
    /// </summary>
    public void PreferHugePages()
    {
        if (Committed > _hugeEnd)
        {
            Reservation.Pages.PreferHugePages(Address + _hugeEnd, Committed - _hugeEnd);
            _hugeEnd = Committed;

            // Writing the last byte handed out may make a whole huge page resident, up to the end of the committed memory.
            Touched = Committed;
        }
    }

    /// <summary>
    /// Withdraws the request for huge pages if the returned memory overlaps the memory for which they were requested. The
    /// operating system would otherwise fill the gaps with huge pages in the background. Resident huge pages stay resident.
    /// </summary>
    public void AvoidHugePagesFor(byte* returned, nuint bytes)
    {
        // Parts of a space may call this while another part grows. If the end is stale, a later call withdraws the
        // remaining request or repeats the advice.
        nuint start = _hugeStart;
        nuint end = _hugeEnd;
        if (start < end && returned < Address + end && returned + bytes > Address + start)
        {
            Reservation.Pages.AvoidHugePages(Address + start, end - start);
            _hugeStart = end;
        }
    }

    /// <summary>
    /// Splits off the addresses after this many bytes for another owner; null if too few are left, they were split off before, or
    /// no object for them can be allocated.
    /// </summary>
    public AddressRange? TryPassOn(nuint bytes)
    {
        Invariant.Holds(bytes % AddressSpace.GranuleBytes == 0, "A range is passed on at a granule boundary.");
        Invariant.Holds(bytes >= Touched, "Memory that the owner has touched is not passed on.");
        byte* next = Address + bytes;
        nuint left = (nuint)(Reservation.Address + Reservation.Bytes - next);
        if (IsPassedOn || left < Bytes)
        {
            return null;
        }

        try
        {
            var range = new AddressRange(Reservation, next, Bytes) { Committed = Committed > bytes ? Committed - bytes : 0 };
            IsPassedOn = true;
            return range;
        }
        catch (OutOfMemoryException)
        {
            return null;
        }
    }
}
