using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>What was measured of one rival.</summary>
/// <param name="Name">The rival's name.</param>
/// <param name="CallsPerRound">Calls in each of its slots, as calibrated.</param>
/// <param name="Nanoseconds">
/// Time per operation in nanoseconds, over the rounds; over processes, its median is the mean of their logarithms.
/// </param>
/// <param name="Ratio">Time relative to the baseline, over the ratios of each round; 1 for the baseline itself.</param>
/// <param name="RatioInterval">Where the true ratio lies, with 95 % confidence.</param>
/// <param name="AllocatedBytes">Managed bytes allocated per operation.</param>
/// <param name="CollectionsOperations">The operations that <paramref name="Collections"/> cover: those of all rounds.</param>
/// <param name="Collections">Collections during the rival's slots; those that clean up before a slot are not among them.</param>
/// <param name="Verdict">Whether the rival beats the baseline.</param>
public sealed record RivalResult(
    string Name,
    int CallsPerRound,
    Spread Nanoseconds,
    Spread Ratio,
    MedianInterval RatioInterval,
    double AllocatedBytes,
    long CollectionsOperations,
    CollectionStatistics Collections,
    Verdict Verdict)
{
    /// <summary>
    /// Time per operation in each process, in nanoseconds, in the order of the processes; null if all was measured in one.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<double>? ProcessNanoseconds { get; init; }

    /// <summary>Whether the noise is too large to say that the rival is faster or slower than the baseline.</summary>
    [JsonIgnore]
    public bool IsTooNoisy => Verdict == Verdict.TooCloseToCall;

    /// <summary>What there was of something for each million operations.</summary>
    /// <param name="quantity">One of <see cref="Collections"/>, over all operations.</param>
    public double PerMillion(double quantity) => 1e6 * quantity / CollectionsOperations;
}
