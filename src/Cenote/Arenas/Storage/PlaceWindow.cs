using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// A range of places. A place is a process-wide number that locates the chars of an arena value. An arena owns a window and uses
/// each of its places once, in ascending order.
/// </summary>
/// <param name="number">The number of the window.</param>
internal sealed class PlaceWindow(int number)
{
    /// <summary>
    /// Bits of a place within its window. With the window number, a place has <see cref="ArenaString.PlaceBits"/> bits.
    /// </summary>
    public const int Shift = 36;

    public const int Count = 1 << (ArenaString.PlaceBits - Shift);

    /// <summary>The maximum number of places that an arena needs at once: one per 8 bytes of 32 GiB.</summary>
    private const ulong MaxArena = 1UL << 32;

    private readonly WeakReference<StringArena?> _owner = new(null);

    // This flag is not derived from the weak reference, which may be finalized before an arena that became garbage at the same
    // time.
    private volatile bool _isOwned;

    public int Number => number;

    /// <summary>The first unused place.</summary>
    public ulong Next { get; private set; } = (ulong)number << Shift;

    /// <summary>Whether there are places for one more arena of the maximum size.</summary>
    public bool HasRoom => Next + MaxArena <= ((ulong)number + 1) << Shift;

    /// <summary>The arena that owns the window; null if the window has no owner or the owner was collected.</summary>
    public StringArena? Owner
    {
        get => _isOwned && _owner.TryGetTarget(out StringArena? owner) ? owner : null;
        set
        {
            _isOwned = value is not null;
            if (value is not null)
            {
                _owner.SetTarget(value);
            }
        }
    }

    /// <summary>Marks places below an end as used.</summary>
    public void MarkUsed(ulong end)
    {
        Invariant.Holds(end <= ((ulong)number + 1) << Shift, "The places of an arena are within its window.");
        Next = Math.Max(Next, end);
    }
}
