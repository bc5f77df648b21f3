using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// A part of all places, that is, of the numbers by which the values of every arena in the process find their texts. An arena has
/// a window of its own and gives out its places in ascending order, each once.
/// </summary>
/// <param name="number">Which part it is.</param>
internal sealed class PlaceWindow(int number)
{
    /// <summary>
    /// Bits of a place within its window; with the number of the window it has <see cref="ArenaString.PlaceBits"/>.
    /// </summary>
    public const int Shift = 36;

    /// <summary>How many windows there are.</summary>
    public const int Count = 1 << (ArenaString.PlaceBits - Shift);

    /// <summary>The most places an arena needs at once: one for each 8 bytes of 32 GiB.</summary>
    private const ulong LargestArena = 1UL << 32;

    private readonly WeakReference<StringArena?> _owner = new(null);

    // Separate from the reference, which may be finalized before an arena that was forgotten together with it.
    private volatile bool _isOwned;

    public int Number => number;

    /// <summary>The first place that nobody has given out.</summary>
    public ulong Next { get; private set; } = (ulong)number << Shift;

    /// <summary>Whether an arena can be filled to its largest size once more.</summary>
    public bool HasRoom => Next + LargestArena <= ((ulong)number + 1) << Shift;

    /// <summary>The arena that has the window; null if there is none, or nobody refers to it any more.</summary>
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

    /// <summary>Notes that the places below one may have been given out.</summary>
    public void MarkUsed(ulong end)
    {
        Invariant.Holds(end <= ((ulong)number + 1) << Shift, "The places of an arena lie in its window.");
        Next = Math.Max(Next, end);
    }
}
