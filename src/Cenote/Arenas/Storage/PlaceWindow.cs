using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// A range of places. A place is a process-wide number that locates the chars of an arena value. An arena owns a window, and uses
/// its places in ascending order, each once.
/// </summary>
/// <param name="number">The number of the window.</param>
internal sealed class PlaceWindow(int number)
{
    /// <summary>
    /// Bits of a place within its window; with the number of the window it has <see cref="ArenaString.PlaceBits"/>.
    /// </summary>
    public const int Shift = 36;

    public const int Count = 1 << (ArenaString.PlaceBits - Shift);

    /// <summary>Maximum number of places an arena needs at once: one per 8 bytes of 32 GiB.</summary>
    private const ulong MaxArena = 1UL << 32;

    private readonly WeakReference<StringArena?> _owner = new(null);

    // Not derived from the weak reference, which may be finalized before an arena that became garbage together with it.
    private volatile bool _isOwned;

    public int Number => number;

    /// <summary>The first unused place.</summary>
    public ulong Next { get; private set; } = (ulong)number << Shift;

    /// <summary>Whether there are places for one more arena of the maximum size.</summary>
    public bool HasRoom => Next + MaxArena <= ((ulong)number + 1) << Shift;

    /// <summary>The arena that owns the window; null if there is none, or it is garbage.</summary>
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
        Invariant.Holds(end <= ((ulong)number + 1) << Shift, "The places of an arena lie in its window.");
        Next = Math.Max(Next, end);
    }
}
