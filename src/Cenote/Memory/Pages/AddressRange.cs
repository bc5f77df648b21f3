using Cenote.Threading;

namespace Cenote.Memory.Pages;

/// <summary>A part of a <see cref="Reservation"/> that has one owner: committed from its front as the owner needs it.</summary>
internal sealed unsafe class AddressRange(Reservation reservation, byte* address, nuint bytes)
{
    public readonly Reservation Reservation = reservation;
    public readonly byte* Address = address;
    public readonly nuint Bytes = bytes;

    /// <summary>Bytes from the front that are readable and writable.</summary>
    public nuint Committed { get; set; }

    /// <summary>Bytes from the front that the owner may have handed out or written.</summary>
    public nuint Touched { get; set; }

    /// <summary>
    /// Bytes from the front whose pages were moved here. Linux does not merge their mapping with the rest of the range.
    /// </summary>
    public nuint Moved { get; set; }

    /// <summary>Whether large pages were asked for: what was not touched is then no place for a small owner.</summary>
    public bool HasHugePages { get; set; }

    /// <summary>Whether it shows a file: it is neither discarded nor kept for another owner.</summary>
    public bool ShowsFile { get; set; }

    /// <summary>Whether the addresses after it belong to another owner already.</summary>
    public bool IsPassedOn { get; private set; }

    /// <summary>
    /// Commits this many bytes from the start; false if the operating system refuses even after all resting memory was released.
    /// </summary>
    public bool TryCommit(nuint bytes)
    {
        Invariant.Holds(bytes <= Bytes, "Nothing beyond the range is committed.");
        if (bytes <= Committed)
        {
            return true;
        }

        PageSource pages = Reservation.Pages;
        for (long releases = pages.Keeper?.Releases ?? 0; !pages.TryCommit(Address + Committed, bytes - Committed);)
        {
            if (pages.Keeper?.TryRelieve(ref releases) != true)
            {
                return false;
            }
        }

        Committed = bytes;
        return true;
    }

    /// <summary>
    /// What lies after this many bytes, for another owner; null if that is too little, or was passed on before.
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

        IsPassedOn = true;
        return new AddressRange(Reservation, next, Bytes) { Committed = Committed > bytes ? Committed - bytes : 0 };
    }
}
