using Cenote.Measurement;

namespace Cenote.Benchmarks;

/// <summary>How long and how often the rivals run.</summary>
internal static class Timing
{
    /// <summary>
    /// Long calls are warm after a few repetitions, but the JIT needs the pauses between the passes to finish. The heap is not
    /// collected before each slot, because programs do not do that either: each slot pays for its collections.
    /// </summary>
    public static readonly SideBySideOptions Quick = new()
    {
        Rounds = 7,
        WarmupTime = TimeSpan.FromMilliseconds(28),
        RoundTime = TimeSpan.FromMilliseconds(13),
        CollectOnce = true,
    };

    /// <summary>
    /// Many rounds for operations of a few nanoseconds, because a shared machine may change speed between two slots.
    /// </summary>
    public static readonly SideBySideOptions Short = Quick with
    {
        Rounds = 9,
        RoundTime = TimeSpan.FromMilliseconds(6),
    };

    /// <summary>For a million live strings: the heap is collected before each slot, because the GC may collect the garbage of a
    /// slot long after the slot.</summary>
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
