using Cenote.Arenas;
using Cenote.Tests.Support;
using Xunit.Abstractions;

namespace Cenote.Tests.Arenas;

public sealed unsafe class RankSortTests(ITestOutputHelper output)
{
    [Fact]
    public void Places_are_those_of_a_stable_sort()
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        for (int count = 0; count <= RankSort.MaxWords; count++)
        {
            Check([.. Enumerable.Range(0, count).Select(_ => (ulong)random.NextInt64(long.MinValue, long.MaxValue))]);
            Check([.. Enumerable.Range(0, count).Select(_ => (ulong)random.Next(5))]);
            Check([.. Enumerable.Range(0, count).Select(_ => random.Next(2) == 0 ? 0 : ulong.MaxValue)]);
        }
    }

    [Fact]
    public void Words_are_compared_as_unsigned_numbers() =>
        Check([ulong.MaxValue, 0, 1UL << 63, (1UL << 63) - 1, 1, ulong.MaxValue - 1]);

    private static void Check(ulong[] words)
    {
        byte[] places = new byte[words.Length + 1];
        places[^1] = 0xAB;
        fixed (ulong* first = words)
        fixed (byte* firstPlace = places)
        {
            RankSort.FindPlaces(first, words.Length, firstPlace);
        }

        int[] order = [.. Enumerable.Range(0, words.Length).OrderBy(i => words[i])];
        byte[] expected = new byte[words.Length];
        for (int place = 0; place < order.Length; place++)
        {
            expected[order[place]] = (byte)place;
        }

        Assert.Equal(expected, places[..^1]);
        Assert.Equal(0xAB, places[^1]);
    }
}
