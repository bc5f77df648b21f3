namespace Cenote.Measurement;

/// <summary>
/// Options of <see cref="SideBySide"/>: how long and how often it measures. The defaults suit calls of up to some milliseconds.
/// </summary>
/// <remarks>
/// Setting a count below 1, or a negative time or share, throws <see cref="ArgumentOutOfRangeException"/>.
/// </remarks>
public sealed record SideBySideOptions
{
    /// <summary>
    /// Timed rounds; in each of them every rival has one slot. With fewer than six rounds, no verdict reaches 95 % confidence.
    /// </summary>
    public int Rounds
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 9;

    /// <summary>
    /// Warm-up passes; in each of them every rival is called. Three by default, because the JIT has three tiers.
    /// </summary>
    public int WarmupPasses
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 3;

    /// <summary>Calls per rival in each warm-up pass. The default exceeds 60, because the JIT counts 30 calls per tier.</summary>
    public int WarmupCalls
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);
            field = value;
        }
    } = 64;

    /// <summary>Pause after each warm-up pass, during which the JIT compiles the next tier in the background.</summary>
    public TimeSpan WarmupPause
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            field = value;
        }
    } = TimeSpan.FromMilliseconds(200);

    /// <summary>
    /// The time after which a rival's warm-up pass ends early, though never before its third call, for rivals with slow calls.
    /// </summary>
    public TimeSpan WarmupTime
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            field = value;
        }
    } = TimeSpan.FromMilliseconds(500);

    /// <summary>The target duration of a slot; the number of calls per slot is calibrated for each rival.</summary>
    public TimeSpan RoundTime
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            field = value;
        }
    } = TimeSpan.FromMilliseconds(20);

    /// <summary>
    /// The maximum duration to which the slot of an allocating rival is stretched so that it contains at least two collections.
    /// A slot that would still contain no collection is not stretched. Without <see cref="CollectOnce"/> the heap is collected
    /// before each slot, so the time of a slot without a collection would not include the cost of its garbage.
    /// </summary>
    public TimeSpan LongestRoundTime
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, TimeSpan.Zero);
            field = value;
        }
    } = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// The minimum difference from the baseline that counts as faster or slower, as a share. Two copies of one rival differ by up
    /// to this share with any number of rounds, because of code alignment and the phase of collections.
    /// </summary>
    public double SmallestDifference
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value);
            field = value;
        }
    } = 0.03;

    /// <summary>
    /// Collects the heap once, before the first slot, instead of before each one. Use it unless rivals build something that stays
    /// alive: a running program does not collect its heap before each call.
    /// </summary>
    public bool CollectOnce { get; init; }

    /// <summary>
    /// Counts the bytes allocated by all threads of the process instead of the measuring thread alone. Use it for rivals that
    /// start threads; the figure then includes allocations of the runtime's own threads.
    /// </summary>
    public bool CountAllThreads { get; init; }
}
