using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>
/// The part of a <see cref="Reservation"/> that one owner uses. It is committed from the start as the owner grows.
/// </summary>
internal sealed unsafe class AddressRange(Reservation reservation, byte* address, nuint bytes)
{
    /// <summary>
    /// Bytes at the start that stay on ordinary pages: small owners must not pay for pages of 2 MiB, and a lookup among a million
    /// strings gains nothing from them.
    /// </summary>
    public const nuint HugeStart = 64 << 20;

    public readonly Reservation Reservation = reservation;
    public readonly byte* Address = address;
    public readonly nuint Bytes = bytes;
    private nuint _hugeEnd = HugeStart;

    /// <summary>Bytes at the start that are readable and writable.</summary>
    public nuint Committed { get; set; }

    /// <summary>Bytes at the start that the owner may have handed out or written.</summary>
    public nuint Touched { get; set; }

    /// <summary>
    /// Bytes at the start whose pages were moved here. Linux does not merge their mapping with the rest of the range.
    /// </summary>
    public nuint Moved { get; set; }

    /// <summary>Whether huge pages were requested: the untouched part is then unsuitable for a small owner.</summary>
    public bool HasHugePages => _hugeEnd > HugeStart;

    /// <summary>Whether it maps a file: it is then neither discarded nor kept for another owner.</summary>
    public bool MapsFile { get; set; }

    /// <summary>Whether the addresses after it already belong to another owner.</summary>
    public bool IsPassedOn { get; private set; }

    /// <summary>
    /// Commits this many bytes from the start; false if the operating system refuses even after all quarantined memory was released.
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
    /// Requests huge pages for what was committed after the first <see cref="HugeStart"/> bytes, for owners that fill their memory
    /// from the start: random reads then miss the TLB less often.
    /// </summary>
    public void PreferHugePages()
    {
        if (Committed > _hugeEnd)
        {
            Reservation.Pages.PreferHugePages(Address + _hugeEnd, Committed - _hugeEnd);
            _hugeEnd = Committed;
        }
    }

    /// <summary>
    /// Splits off the addresses after this many bytes for another owner; null if too few are left, if that was done before, or if
    /// there is no memory for the new range.
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
