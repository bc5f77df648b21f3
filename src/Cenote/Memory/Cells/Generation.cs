using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// The rules for generations. A generation has 31 bits; it is even while the cell is free, odd while the cell is live. A cell
/// whose generations are used up is retired, so that no stale handle becomes valid again.
/// </summary>
internal static class Generation
{
    /// <summary>The generation of a retired cell, which no id has.</summary>
    public const uint Retired = 1u << 31;

    /// <summary>Slabs with a cell above this generation are not returned, because too few generations would be left.</summary>
    public const uint LastFloor = Retired - (1u << 20);

    public static bool IsLive(uint generation) => (generation & 1) != 0;

    /// <summary>
    /// Increments the generation of a live string before anything is written over it. A concurrent reader detects the change by
    /// checking the generation again after copying.
    /// </summary>
    /// <remarks>
    /// The barrier orders this store before all later stores of this thread: <c>dmb ishst</c> on ARM64, no instruction on x64,
    /// which does not reorder stores. <see cref="TextSpace.IsUnchanged"/> has the matching read barrier.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Advance(ref uint generation, uint next)
    {
        Invariant.Holds(IsLive(generation) && next == generation + 1, "A live generation advances by one.");
        generation = next;
        Volatile.WriteBarrier();
    }

    /// <summary>
    /// The first generation of a pool's cells. It is random per pool, so an id of another pool is almost always rejected: two
    /// pools have the same value with a chance of about one in half a billion.
    /// </summary>
    public static uint NewFloor() => (uint)Random.Shared.Next(1, 1 << 29) << 1;
}
