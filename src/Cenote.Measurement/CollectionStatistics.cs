namespace Cenote.Measurement;

/// <summary>The garbage collections within a stretch of time.</summary>
/// <param name="Gen0">Collections of generation 0, which every collection is.</param>
/// <param name="Gen1">Collections of generation 1 or above.</param>
/// <param name="Gen2">Full collections, blocking and background.</param>
/// <param name="TotalPauseMilliseconds">How long they stopped the program, in milliseconds; exact.</param>
/// <param name="LongestPauseMilliseconds">The longest single stop that was seen, in milliseconds.</param>
public sealed record CollectionStatistics(
    int Gen0,
    int Gen1,
    int Gen2,
    double TotalPauseMilliseconds,
    double LongestPauseMilliseconds)
{
    /// <summary>No collections at all.</summary>
    public static CollectionStatistics None { get; } = new(0, 0, 0, 0, 0);

    /// <summary>Both stretches of time together.</summary>
    /// <param name="other">The other stretch.</param>
    public CollectionStatistics Plus(CollectionStatistics other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return new CollectionStatistics(
            Gen0 + other.Gen0,
            Gen1 + other.Gen1,
            Gen2 + other.Gen2,
            TotalPauseMilliseconds + other.TotalPauseMilliseconds,
            Math.Max(LongestPauseMilliseconds, other.LongestPauseMilliseconds));
    }
}
