using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>The results of one rival.</summary>
/// <param name="Name">The rival's name.</param>
/// <param name="CallsPerRound">The calibrated number of calls per slot.</param>
/// <param name="Nanoseconds">
/// Time per operation in nanoseconds, over the rounds; for several processes, its median is their geometric mean.
/// </param>
/// <param name="Ratio">
/// Time relative to the baseline, over the rounds, or over several processes; 1 for the baseline itself.
/// </param>
/// <param name="RatioInterval">The 95 % confidence interval of the true ratio.</param>
/// <param name="AllocatedBytes">Managed bytes allocated per operation.</param>
/// <param name="CollectionsOperations">The operations that <paramref name="Collections"/> cover: those of all rounds.</param>
/// <param name="Collections">Collections during the rival's slots, without those before each slot.</param>
/// <param name="Verdict">Whether the rival is faster or slower than the baseline, beyond the noise.</param>
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
    /// Time per operation in each process, in nanoseconds; null if there was only one process.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<double>? ProcessNanoseconds { get; init; }

    /// <summary>Whether the noise is too large to call the rival faster or slower than the baseline.</summary>
    [JsonIgnore]
    public bool IsTooNoisy => Verdict == Verdict.TooCloseToCall;

    /// <summary>Normalizes a count to a million operations.</summary>
    /// <param name="quantity">One of <see cref="Collections"/>, over all operations.</param>
    public double PerMillion(double quantity) => 1e6 * quantity / CollectionsOperations;
}
