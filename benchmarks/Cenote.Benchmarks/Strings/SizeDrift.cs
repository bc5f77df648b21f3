using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Strings;

namespace Cenote.Benchmarks.Strings;

/// <summary>
/// Memory that a pool holds when the sizes of its strings drift. Each phase makes 400,000 replacements at random among 60,000
/// live strings, with strings of the phase's sizes. Trim is never called.
/// </summary>
internal static class SizeDrift
{
    /// <summary>The number of strings that are live at once.</summary>
    public const int Live = 60_000;

    private const int Replacements = 400_000;

    /// <summary>The sizes of the phases.</summary>
    public static readonly (int Shortest, int Longest)[] Phases =
        [(129, 400), (129, 4_000), (1_000, 4_000), (129, 400), (2_000, 2_100), (129, 4_000)];

    /// <summary>Runs the phases.</summary>
    /// <param name="shelf">The strings.</param>
    /// <param name="statistics">The statistics of the pool.</param>
    /// <param name="seed">The random seed.</param>
    /// <returns>Bytes that the pool holds per byte of live strings, after each phase.</returns>
    public static IEnumerable<double> Run<TShelf>(TShelf shelf, Func<StringPoolStatistics> statistics, int seed)
        where TShelf : struct, IShelf<char>
    {
        var random = new Random(seed);
        char[] source = [.. Enumerable.Repeat('x', Phases.Max(phase => phase.Longest))];
        foreach ((int shortest, int longest) in Phases)
        {
            for (int i = 0; i < Replacements; i++)
            {
                int place = random.Next(Live);
                shelf.Free(place);
                shelf.Allocate(place, source.AsSpan(0, random.Next(shortest, longest + 1)));
            }

            StringPoolStatistics after = statistics();
            yield return (double)after.BytesReserved / after.TextBytes;
        }
    }
}
