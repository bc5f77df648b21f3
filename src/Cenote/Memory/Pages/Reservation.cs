namespace Cenote.Memory.Pages;

/// <summary>
/// Addresses that were reserved, and are released, as one piece. The addresses may serve several owners one after another.
/// </summary>
internal sealed unsafe class Reservation(PageSource pages, byte* address, nuint bytes)
{
    public readonly PageSource Pages = pages;
    public readonly byte* Address = address;
    public readonly nuint Bytes = bytes;

    /// <summary>
    /// The number of owners, and of ranges waiting for one. Guarded by the lock of the <see cref="RangeCache"/>.
    /// </summary>
    public int Users { get; set; } = 1;

    /// <summary>The reservation that was quarantined after this one.</summary>
    public Reservation? Next { get; set; }

    /// <summary>Bytes of disposed owners that count toward the quarantine limit.</summary>
    public long QuarantinedBytes { get; set; }

    /// <summary>The time, and the number of gen 2 collections, when the last owner was disposed or a release failed.</summary>
    public (long Time, int Collections) EndedAt { get; set; }

    /// <summary>Whether a failed system call left a part in an unknown state. The reservation is then never released.</summary>
    public bool IsLost { get; set; }
}
