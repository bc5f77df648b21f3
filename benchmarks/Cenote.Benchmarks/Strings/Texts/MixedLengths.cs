namespace Cenote.Benchmarks.Strings.Texts;

/// <summary>Log-normal lengths, similar to those of real strings: the median is 20 chars, the maximum 2,000.</summary>
internal static class MixedLengths
{
    private const int Longest = 2_000;
    private const double Median = 20;
    private const double Sigma = 1;

    /// <summary>Creates strings with lengths of this distribution.</summary>
    public static ManyTexts<char> Texts(int count, int seed)
    {
        var random = new Random(seed);
        var slices = new Slice[count];
        for (int i = 0; i < count; i++)
        {
            // The Box-Muller transform of two uniform numbers into a normal one.
            double normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
            slices[i] = new Slice(0, Math.Clamp((int)(Median * Math.Exp(Sigma * normal)), 1, Longest));
        }

        return new ManyTexts<char>([.. Enumerable.Repeat('x', Longest)], slices);
    }
}
