namespace Cenote.Measurement;

/// <summary>
/// Draws Zipf-distributed ranks: the n-th most frequent item is drawn 1/n as often as the first. With this default exponent, the
/// sampler computes in integers, so that all platforms draw the same ranks. Thread-safe.
/// </summary>
public sealed class ZipfSampler
{
    private const ulong One = 1UL << 32;

    private readonly ulong[] _cumulative;

    /// <summary>Prepares to draw.</summary>
    /// <param name="items">The number of items, at least 1.</param>
    public ZipfSampler(int items)
        : this(items, static rank => One / (ulong)rank)
    {
    }

    /// <summary>
    /// Creates a sampler with another exponent: the n-th most frequent item is drawn 1/n^<paramref name="skew"/> as often as the
    /// first. Powers are rounded, so draws are reproducible on one machine, but not on all.
    /// </summary>
    /// <param name="items">The number of items, at least 1.</param>
    /// <param name="skew">The exponent, from 0 (uniform) to 1.</param>
    public ZipfSampler(int items, double skew)
        : this(items, rank => (ulong)(One / Math.Pow(rank, skew)))
    {
        ArgumentOutOfRangeException.ThrowIfNegative(skew);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(skew, 1);
    }

    private ZipfSampler(int items, Func<int, ulong> weightOf)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(items, 1);
        _cumulative = new ulong[items];
        ulong sum = 0;
        for (int i = 0; i < items; i++)
        {
            sum += weightOf(i + 1);
            _cumulative[i] = sum;
        }
    }

    /// <summary>Draws a rank, from 0 for the most frequent item.</summary>
    /// <param name="random">The random numbers.</param>
    public int Next(ref SplitMix64 random)
    {
        ulong point = Math.BigMul(random.Next(), _cumulative[^1], out _);
        int index = Array.BinarySearch(_cumulative, point);

        // A value on a boundary belongs to the item above it.
        return index >= 0 ? index + 1 : ~index;
    }
}
