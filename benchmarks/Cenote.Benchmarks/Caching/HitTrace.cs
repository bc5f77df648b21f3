using Cenote.Measurement;

namespace Cenote.Benchmarks.Caching;

/// <summary>A sequence of requested keys, and the sizes of their values. The sequence is the same in every run.</summary>
internal sealed class HitTrace
{
    private const int Items = 100_000;
    private const int Requests = 2_000_000;

    // A multiplier that scatters ranks over keys.
    private const uint Scatter = 2_654_435_761;

    private HitTrace(string name, int[] keys, Func<int, int> sizeOf)
    {
        Name = name;
        Keys = keys;
        SizeOf = sizeOf;
    }

    public string Name { get; }

    public int[] Keys { get; }

    /// <summary>Whether the same keys stay popular. If not, a cache that forgets quickly has an advantage.</summary>
    public bool IsSteady { get; private init; } = true;

    /// <summary>Size of a key's value, in bytes.</summary>
    public Func<int, int> SizeOf { get; }

    /// <summary>Creates all traces, for a cache that holds about this many entries.</summary>
    public static IEnumerable<HitTrace> For(int entries)
    {
        foreach (double skew in (double[])[0.7, 0.9, 0.99, 1.1])
        {
            yield return new HitTrace($"Zipf {skew.ToString(System.Globalization.CultureInfo.InvariantCulture)}", [.. Zipf(skew, Requests)], Even);
        }

        int[] phase = [.. Zipf(0.99, Requests / 4)];
        int[] scan = [.. Enumerable.Range(Items, 2 * entries)];
        yield return new HitTrace("scans between Zipf 0.99", [.. phase, .. scan, .. phase, .. scan, .. phase], Even);
        yield return new HitTrace("Zipf 0.99, others popular after each tenth", [.. Moving(0.99, Requests)], Even)
        {
            IsSteady = false,
        };
        int loop = entries * 5 / 4;
        yield return new HitTrace("loop of 1.25 times the cache", [.. Enumerable.Range(0, Requests).Select(i => i % loop)], Even);

        yield return new HitTrace("Zipf 0.9, popular are small", [.. Ranks(0.9, Requests)], static rank => 50 + (rank / 200));
        yield return new HitTrace("Zipf 0.9, popular are large", [.. Ranks(0.9, Requests)], static rank => 550 - (rank / 200));
    }

    private static int Even(int key) => 200;

    private static IEnumerable<int> Zipf(double skew, int count) =>
        Ranks(skew, count).Select(static rank => (int)((uint)rank * Scatter % Items));

    // After each tenth of the requests, the ranks belong to different keys.
    private static IEnumerable<int> Moving(double skew, int count) =>
        Ranks(skew, count).Select((rank, i) => (int)((uint)(rank + (i / (count / 10) * 7_919)) * Scatter % Items));

    private static IEnumerable<int> Ranks(double skew, int count)
    {
        double[] cumulative = new double[Items];
        double sum = 0;
        for (int i = 0; i < Items; i++)
        {
            sum += Math.Pow(i + 1, -skew);
            cumulative[i] = sum;
        }

        var random = new SplitMix64(7);
        for (int i = 0; i < count; i++)
        {
            double point = random.Next() / (double)ulong.MaxValue * sum;
            int found = Array.BinarySearch(cumulative, point);
            yield return Math.Min(found < 0 ? ~found : found, Items - 1);
        }
    }
}
