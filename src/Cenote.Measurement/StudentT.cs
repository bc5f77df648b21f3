namespace Cenote.Measurement;

/// <summary>
/// Quantiles of Student's t distribution, from the incomplete beta function by its continued fraction (Press, Teukolsky,
/// Vetterling and Flannery, "Numerical Recipes", 3rd edition, 6.4).
/// </summary>
public static class StudentT
{
    private const int MaxTerms = 200;
    private const double Enough = 1e-12;
    private const double MaxQuantile = 1e9;

    /// <summary>Returns the two-sided quantile: the distance from 0 that is exceeded with a given probability.</summary>
    /// <param name="probability">The probability, above 0 and at most 1.</param>
    /// <param name="degreesOfFreedom">The degrees of freedom, above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">A parameter is out of range.</exception>
    public static double TwoSidedQuantile(double probability, double degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(probability);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(probability, 1);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degreesOfFreedom);
        double low = 0;
        double high = 1;
        while (high < MaxQuantile && TwoSidedTail(high, degreesOfFreedom) > probability)
        {
            high *= 2;
        }

        while (high - low > Enough * Math.Max(1, high))
        {
            double middle = low + ((high - low) / 2);
            if (middle <= low || middle >= high)
            {
                break;
            }

            (low, high) = TwoSidedTail(middle, degreesOfFreedom) > probability ? (middle, high) : (low, middle);
        }

        return high;
    }

    /// <summary>Returns the two-sided tail probability of a distance from 0.</summary>
    /// <param name="distance">The distance, at least 0.</param>
    /// <param name="degreesOfFreedom">The degrees of freedom, above 0.</param>
    public static double TwoSidedTail(double distance, double degreesOfFreedom)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(distance);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(degreesOfFreedom);
        double square = distance * distance;
        return IncompleteBeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + square));
    }

    private static double IncompleteBeta(double a, double b, double x)
    {
        if (x is <= 0 or >= 1)
        {
            return x <= 0 ? 0 : 1;
        }

        double front = Math.Exp(
            LogGamma(a + b) - LogGamma(a) - LogGamma(b) + (a * Math.Log(x)) + (b * Math.Log(1 - x)));
        return x < (a + 1) / (a + b + 2)
            ? front * Fraction(a, b, x) / a
            : 1 - (front * Fraction(b, a, 1 - x) / b);
    }

    // Lentz's method, with an even and an odd step per iteration.
    private static double Fraction(double a, double b, double x)
    {
        const double Tiny = 1e-300;
        double c = 1;
        double d = 1 / NotZero(1 - ((a + b) * x / (a + 1)));
        double result = d;
        for (int m = 1; m <= MaxTerms; m++)
        {
            double even = m * (b - m) * x / ((a + (2 * m) - 1) * (a + (2 * m)));
            d = 1 / NotZero(1 + (even * d));
            c = NotZero(1 + (even / c));
            result *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + (2 * m)) * (a + (2 * m) + 1));
            d = 1 / NotZero(1 + (odd * d));
            c = NotZero(1 + (odd / c));
            result *= d * c;
            if (Math.Abs((d * c) - 1) < Enough)
            {
                break;
            }
        }

        return result;

        static double NotZero(double value) => Math.Abs(value) < Tiny ? Tiny : value;
    }

    // Lanczos' approximation with g = 5 and six terms.
    private static double LogGamma(double x)
    {
        ReadOnlySpan<double> terms =
        [
            76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2,
            -0.5395239384953e-5,
        ];
        double sum = 1.000000000190015;
        for (int i = 0; i < terms.Length; i++)
        {
            sum += terms[i] / (x + i + 1);
        }

        double shifted = x + 5.5;
        return ((x + 0.5) * Math.Log(shifted)) - shifted + Math.Log(2.5066282746310005 * sum / x);
    }
}
