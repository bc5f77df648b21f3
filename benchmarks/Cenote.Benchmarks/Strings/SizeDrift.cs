using System.Globalization;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>
/// What a pool holds when the sizes of its strings drift: 60,000 live strings, replaced at random several times over by strings
/// of other sizes in each phase. Nobody calls Trim.
/// </summary>
internal static class SizeDrift
{
    private const int Live = 60_000;
    private const int Replacements = 400_000;

    private static readonly (int Shortest, int Longest)[] s_phases =
        [(129, 400), (129, 4_000), (1_000, 4_000), (129, 400), (2_000, 2_100), (129, 4_000)];

    public static IEnumerable<DriftPhase> Run(int seed)
    {
        var random = new Random(seed);
        using var pool = new SegmentedStringPool();
        PooledStringRef[] strings = new PooledStringRef[Live];
        char[] source = [.. Enumerable.Repeat('x', s_phases.Max(phase => phase.Longest))];
        for (int number = 0; number < s_phases.Length; number++)
        {
            (int shortest, int longest) = s_phases[number];
            for (int i = 0; i < Replacements; i++)
            {
                ref PooledStringRef place = ref strings[random.Next(Live)];
                place.Free();
                place = pool.Allocate(source.AsSpan(0, random.Next(shortest, longest + 1)));
            }

            long text = pool.GetStatistics().TextBytes;
            yield return new DriftPhase(
                string.Create(CultureInfo.InvariantCulture, $"sizes drift, phase {number + 1}: {shortest} to {longest} chars"),
                (double)pool.GetTotalBytesUnmanaged() / text,
                number == s_phases.Length - 1);
        }
    }
}
