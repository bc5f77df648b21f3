using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// The rules of generations: 31 bits, even while a cell is free, odd while it is live. A cell whose generations are used up is
/// retired, so that no stale handle ever becomes valid again.
/// </summary>
internal static class Generation
{
    /// <summary>The generation of a retired cell; no id carries it.</summary>
    public const uint Retired = 1u << 31;

    /// <summary>Slabs with a cell above this generation are not returned: too few generations would be left.</summary>
    public const uint LastFloor = Retired - (1u << 20);

    public static bool IsLive(uint generation) => (generation & 1) != 0;

    /// <summary>
    /// Increments the generation of a live string before anything is written over it. A concurrent reader detects that by
    /// checking the generation again after copying.
    /// </summary>
    /// <remarks>
    /// The barrier keeps this store before all later ones of this thread: <c>dmb ishst</c> on ARM64, no instruction on x64, where
    /// stores stay in order. <see cref="TextSpace.IsUnchanged"/> has the matching read barrier.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Advance(ref uint generation, uint next)
    {
        Invariant.Holds(IsLive(generation) && next == generation + 1, "A live generation ends with the next one.");
        generation = next;
        Volatile.WriteBarrier();
    }

    /// <summary>
    /// The first generation of a pool's cells. It differs between pools, so an id of another pool is rejected, not read (except
    /// for a chance of about one in half a billion per pair of pools).
    /// </summary>
    public static uint NewFloor() => (uint)Random.Shared.Next(1, 1 << 29) << 1;
}
