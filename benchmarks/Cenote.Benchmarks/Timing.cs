using Cenote.Measurement;

namespace Cenote.Benchmarks;

/// <summary>How long and how often the rivals run.</summary>
internal static class Timing
{
    /// <summary>
    /// Long calls are warm after a few; the pause between the passes is what lets the JIT finish. The heap is not collected between
    /// turns, as no program does that: each pays for the collections of its own turn.
    /// </summary>
    public static readonly SideBySideOptions Quick = new()
    {
        Rounds = 7,
        WarmupTime = TimeSpan.FromMilliseconds(28),
        RoundTime = TimeSpan.FromMilliseconds(13),
        CollectOnce = true,
    };

    /// <summary>
    /// For operations of a few nanoseconds: many rounds, because a shared machine may change
    /// its speed between one slot and the next.
    /// </summary>
    public static readonly SideBySideOptions Short = Quick with
    {
        Rounds = 9,
        RoundTime = TimeSpan.FromMilliseconds(6),
    };

    /// <summary>For a million live strings: the collector owes for the garbage of a slot until long after.</summary>
    public static readonly SideBySideOptions Long = Quick with
    {
        RoundTime = TimeSpan.FromMilliseconds(250),
        LongestRoundTime = TimeSpan.FromMilliseconds(500),
        CollectOnce = false,
    };

    /// <summary>For threads: in each call each of them makes strings by the ten thousand.</summary>
    public static readonly SideBySideOptions Threads = Quick with
    {
        WarmupTime = TimeSpan.FromMilliseconds(30),
        RoundTime = TimeSpan.FromMilliseconds(20),
    };
}
