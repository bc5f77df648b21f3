namespace Cenote.Benchmarks.Strings;

/// <summary>Lengths as in real text: log-normal, most of them short, a few up to 2,000 chars.</summary>
internal static class MixedSizes
{
    public const int Longest = 2_000;
    private const double Sigma = 1;

    public static int[] Lengths(int count, int seed, double median = 20)
    {
        var random = new Random(seed);
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++)
        {
            // Box and Muller's transform of two uniform numbers into a normal one.
            double normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
            lengths[i] = Math.Clamp((int)(median * Math.Exp(Sigma * normal)), 1, Longest);
        }

        return lengths;
    }
}
