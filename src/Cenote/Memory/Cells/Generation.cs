using System.Runtime.CompilerServices;
using Cenote.Threading;

namespace Cenote.Memory.Cells;

/// <summary>
/// The rules of generations: even while a cell is free, odd while it is live, 31 bits. A cell whose generations are used up
/// is retired, so that no handle ever becomes valid again.
/// </summary>
internal static class Generation
{
    /// <summary>The generation of a retired cell; no id carries it.</summary>
    public const uint Retired = 1u << 31;

    /// <summary>
    /// Slabs whose cells have been reused more often than this are not given back: too few generations would be left.
    /// </summary>
    public const uint LastFloor = Retired - (1u << 20);

    public static bool IsLive(uint generation) => (generation & 1) != 0;

    /// <summary>
    /// Gives a live text the generation after its own, which makes its ids stale before anything is written over the text:
    /// whoever copies it at that moment, and looks at the generation again, then knows.
    /// </summary>
    /// <remarks>
    /// The barrier keeps this store before all later ones of this thread: on ARM64 by a <c>dmb ishst</c>, on x64, where stores
    /// stay in order, without an instruction. <see cref="TextSpace.IsStill"/> is the other half.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void End(ref uint generation, uint next)
    {
        Invariant.Holds(IsLive(generation) && next == generation + 1, "A live generation ends with the next one.");
        generation = next;
        Volatile.WriteBarrier();
    }

    /// <summary>
    /// The generation that a pool's cells start from. It differs from pool to pool, so an id that is used with a pool it does not
    /// belong to is refused (except for a chance of about one in half a billion for each pair of pools) instead of reading some
    /// other text.
    /// </summary>
    public static uint NewFloor() => (uint)Random.Shared.Next(1, 1 << 29) << 1;
}
