namespace Cenote.Memory.Pages;

/// <summary>
/// Addresses that were reserved, and will be released, in one piece. They may serve several owners one after another.
/// </summary>
internal sealed unsafe class Reservation(PageSource pages, byte* address, nuint bytes)
{
    public readonly PageSource Pages = pages;
    public readonly byte* Address = address;
    public readonly nuint Bytes = bytes;

    /// <summary>Number of owners, and of ranges that wait for one. Guarded by the lock of the <see cref="RangeCache"/>.</summary>
    public int Users { get; set; } = 1;

    /// <summary>The reservation that was quarantined after this one.</summary>
    public Reservation? Next { get; set; }

    /// <summary>Bytes that disposed owners may have handed out.</summary>
    public long QuarantinedBytes { get; set; }

    /// <summary>When the last owner was disposed: the time, and the number of gen 2 collections.</summary>
    public (long Time, int Collections) EndedAt { get; set; }

    /// <summary>
    /// Whether the state of a part is unknown after a failed system call: it is neither used nor released any more.
    /// </summary>
    public bool IsLost { get; set; }
}
