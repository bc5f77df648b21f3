using System.Text.Json.Serialization;

namespace Cenote.Measurement;

/// <summary>The median and the spread of some measurements.</summary>
/// <param name="Median">The middle value, or the mean of the two middle values.</param>
/// <param name="Min">The smallest value.</param>
/// <param name="Max">The largest value.</param>
/// <param name="LowerQuartile">The lower quartile, interpolated between neighbours.</param>
/// <param name="UpperQuartile">The upper quartile, interpolated between neighbours.</param>
public readonly record struct Spread(double Median, double Min, double Max, double LowerQuartile, double UpperQuartile)
{
    /// <summary>The interquartile range, in the unit of the measurements.</summary>
    [JsonIgnore]
    public double InterquartileRange => UpperQuartile - LowerQuartile;

    /// <summary>The interquartile range as a share of the median; 0 when the median is 0.</summary>
    [JsonIgnore]
    public double RelativeInterquartileRange => Median == 0 ? 0 : InterquartileRange / Median;

    /// <summary>Computes the spread of some measurements. Allocates a copy of them.</summary>
    /// <param name="values">The measurements, in any order.</param>
    /// <exception cref="ArgumentException">There are none.</exception>
    public static Spread Of(ReadOnlySpan<double> values)
    {
        if (values.IsEmpty)
        {
            throw new ArgumentException("A spread needs at least one value.", nameof(values));
        }

        double[] sorted = values.ToArray();
        Array.Sort(sorted);
        return new Spread(Quantile(sorted, 0.5), sorted[0], sorted[^1], Quantile(sorted, 0.25), Quantile(sorted, 0.75));
    }

    private static double Quantile(double[] sorted, double share)
    {
        double position = share * (sorted.Length - 1);
        int below = (int)position;
        int above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((position - below) * (sorted[above] - sorted[below]));
    }
}
