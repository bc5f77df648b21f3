using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>
/// A confidence interval. <see cref="Of"/> computes one for the true median of some measurements by the sign test, which makes no
/// assumption about the distribution of the noise, but requires independent rounds.
/// </summary>
/// <param name="Lower">The lower end; negative infinity if there are too few measurements.</param>
/// <param name="Upper">The upper end; positive infinity if there are too few measurements.</param>
public readonly record struct MedianInterval(
    [property: JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)] double Lower,
    [property: JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)] double Upper)
{
    /// <summary>The confidence level of the intervals from <see cref="Of"/>.</summary>
    public const double Confidence = 0.95;

    /// <summary>
    /// Computes the narrowest symmetric interval between two of the measurements that reaches <see cref="Confidence"/>.
    /// Fewer than six measurements cannot reach this level and yield an unbounded interval.
    /// </summary>
    /// <param name="values">The measurements, in any order.</param>
    public static MedianInterval Of(ReadOnlySpan<double> values)
    {
        double[] sorted = values.ToArray();
        Array.Sort(sorted);

        // Each value falls below the true median with probability 1/2. The interval from the k-th smallest to the k-th
        // largest misses the true median when fewer than k values fall on one side: twice the binomial tail.
        double tail = 0;
        double probability = Math.Pow(0.5, sorted.Length);
        int trimmed = 0;
        while (trimmed < (sorted.Length / 2) && 2 * (tail + probability) <= 1 - Confidence)
        {
            tail += probability;
            probability *= (double)(sorted.Length - trimmed) / (trimmed + 1);
            trimmed++;
        }

        return trimmed == 0
            ? new MedianInterval(double.NegativeInfinity, double.PositiveInfinity)
            : new MedianInterval(sorted[trimmed - 1], sorted[^trimmed]);
    }

    /// <summary>Whether the interval contains a value, including its ends.</summary>
    /// <param name="value">The value.</param>
    public bool Contains(double value) => value >= Lower && value <= Upper;
}
