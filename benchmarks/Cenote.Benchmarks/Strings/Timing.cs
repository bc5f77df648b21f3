using Cenote.Measurement;

namespace Cenote.Benchmarks.Strings;

/// <summary>How long and how often the rivals run.</summary>
internal static class Timing
{
    /// <summary>Long calls are warm after a few; the pause between the passes is what lets the JIT finish.</summary>
    public static readonly SideBySideOptions Quick = new() { Rounds = 9, WarmupTime = TimeSpan.FromMilliseconds(60) };

    /// <summary>For calls of milliseconds.</summary>
    public static readonly SideBySideOptions Long = Quick with { Rounds = 7 };

    /// <summary>For a million live strings: the collector owes for the garbage of a slot until long after.</summary>
    public static readonly SideBySideOptions Longest = Long with
    {
        RoundTime = TimeSpan.FromMilliseconds(250),
        LongestRoundTime = TimeSpan.FromMilliseconds(500),
    };

    /// <summary>For threads, which the operating system has to deal out.</summary>
    public static readonly SideBySideOptions Threads = Long with { RoundTime = TimeSpan.FromMilliseconds(40) };
}
