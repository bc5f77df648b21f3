namespace Cenote.Memory.Pages;

/// <summary>
/// Addresses that were reserved in one piece, which is how they are released. They may serve several owners, each after the one
/// before.
/// </summary>
internal sealed unsafe class Reservation(PageSource pages, byte* address, nuint bytes)
{
    public readonly PageSource Pages = pages;
    public readonly byte* Address = address;
    public readonly nuint Bytes = bytes;

    /// <summary>Owners, and ranges that wait for one. Guarded by the lock of the keeper.</summary>
    public int Users { get; set; } = 1;

    /// <summary>Bytes that owners which have ended may have handed out.</summary>
    public long RestingBytes { get; set; }

    /// <summary>When the last owner ended: by the clock, and by the number of full collections.</summary>
    public (long Time, int Collections) EndedAt { get; set; }

    /// <summary>Whether the system failed to say what became of some of it: nobody uses or releases it any more.</summary>
    public bool IsLost { get; set; }
}
