using Cenote.Measurement;

namespace Cenote.Benchmarks;

/// <summary>Options of side-by-side comparisons: how long and how often the rivals run.</summary>
internal static class Timing
{
    /// <summary>
    /// The usual options. Warm-up passes are short, because the JIT compiles in the pauses after them. The heap is not collected
    /// before each slot, because programs do not do that either: each slot pays for its collections.
    /// </summary>
    public static readonly SideBySideOptions Quick = new()
    {
        Rounds = 7,
        WarmupTime = TimeSpan.FromMilliseconds(28),
        RoundTime = TimeSpan.FromMilliseconds(13),
        CollectOnce = true,
    };

    /// <summary>
    /// For operations of a few nanoseconds: more and shorter slots, because a shared machine may change speed between two slots.
    /// </summary>
    public static readonly SideBySideOptions Short = Quick with
    {
        Rounds = 9,
        RoundTime = TimeSpan.FromMilliseconds(6),
    };

    /// <summary>
    /// For a million live strings: the heap is collected before each slot, because otherwise a later slot may pay for the garbage
    /// of an earlier one.
    /// </summary>
    public static readonly SideBySideOptions Long = Quick with
    {
        RoundTime = TimeSpan.FromMilliseconds(250),
        LongestRoundTime = TimeSpan.FromMilliseconds(500),
        CollectOnce = false,
    };

    /// <summary>For several threads, each of which does thousands of operations in each call.</summary>
    public static readonly SideBySideOptions Threads = Quick with
    {
        WarmupTime = TimeSpan.FromMilliseconds(30),
        RoundTime = TimeSpan.FromMilliseconds(20),
    };
}
