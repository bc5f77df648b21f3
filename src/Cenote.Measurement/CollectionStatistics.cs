namespace Cenote.Measurement;

/// <summary>The garbage collections in a period.</summary>
/// <param name="Gen0">All collections, because each one includes generation 0.</param>
/// <param name="Gen1">Collections of generation 1 or above.</param>
/// <param name="Gen2">Gen 2 collections, blocking and background.</param>
/// <param name="TotalPauseMilliseconds">The total pause, in milliseconds; exact.</param>
/// <param name="LongestPauseMilliseconds">The longest pause observed, in milliseconds.</param>
public sealed record CollectionStatistics(
    int Gen0,
    int Gen1,
    int Gen2,
    double TotalPauseMilliseconds,
    double LongestPauseMilliseconds)
{
    /// <summary>No collections at all.</summary>
    public static CollectionStatistics None { get; } = new(0, 0, 0, 0, 0);

    /// <summary>The sum of both periods.</summary>
    /// <param name="other">The other period.</param>
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
