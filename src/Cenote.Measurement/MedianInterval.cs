using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>
/// A confidence interval for the true median behind some measurements, by the sign test: it assumes nothing about how the
/// noise is distributed, only that the rounds are independent.
/// </summary>
/// <param name="Lower">The lower end, one of the measurements; negative infinity when there are too few of them.</param>
/// <param name="Upper">The upper end, one of the measurements; positive infinity when there are too few of them.</param>
public readonly record struct MedianInterval(
    [property: JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)] double Lower,
    [property: JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)] double Upper)
{
    /// <summary>How sure the interval is to contain the true median.</summary>
    public const double Confidence = 0.95;

    /// <summary>
    /// Computes the narrowest symmetric interval between two of the measurements that reaches <see cref="Confidence"/>.
    /// Fewer than six cannot reach it and give an interval without bounds.
    /// </summary>
    /// <param name="values">The measurements, in any order.</param>
    public static MedianInterval Of(ReadOnlySpan<double> values)
    {
        double[] sorted = values.ToArray();
        Array.Sort(sorted);

        // Each value falls below the true median with probability 1/2. The interval from the k-th smallest to the k-th
        // largest misses it when fewer than k values fall on one side: twice the binomial tail.
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

    /// <summary>Whether a value lies within the interval, its ends included.</summary>
    /// <param name="value">The value to place.</param>
    public bool Contains(double value) => value >= Lower && value <= Upper;
}
