using Cenote.Memory.Pages;

namespace Cenote.Tests.Memory.Pages;

public sealed class BlockSizeTests
{
    private const uint Longest = 1u << 28;

    public static IEnumerable<uint> Sizes =>
        [.. Enumerable.Range(1, 5_000).Select(static size => (uint)size), .. Around(), .. Random()];

    [Fact]
    public void A_size_is_rounded_up_by_at_most_a_sixteenth()
    {
        foreach (uint units in Sizes)
        {
            uint rounded = BlockSize.RoundUp(units);

            Assert.InRange(rounded, units, units + (units / 16));
            Assert.True(units >= 64 || rounded == units);
        }
    }

    [Fact]
    public void A_rounded_size_is_the_smallest_of_its_class()
    {
        foreach (uint units in Sizes)
        {
            uint rounded = BlockSize.RoundUp(units);

            Assert.Equal(rounded, BlockSize.RoundUp(rounded));
            Assert.Equal(BlockSize.Floor(rounded) - 1, BlockSize.Floor(rounded - 1));
        }
    }

    [Fact]
    public void Every_block_of_the_class_of_a_rounded_size_is_large_enough()
    {
        foreach (uint units in Sizes)
        {
            uint wanted = BlockSize.Floor(BlockSize.RoundUp(units));

            Assert.InRange(wanted, BlockSize.Floor(units), BlockSize.Floor(units) + 1);
            Assert.True(
                units == 1 || BlockSize.Floor(units - 1) < wanted, $"A block of {units - 1} would serve for {units} units.");
        }
    }

    [Fact]
    public void The_ceiling_of_a_size_is_the_class_of_the_rounded_size()
    {
        foreach (uint units in Sizes)
        {
            Assert.Equal(BlockSize.Floor(BlockSize.RoundUp(units)), BlockSize.Ceiling(units));
        }
    }

    [Fact]
    public void Classes_follow_each_other_without_gaps()
    {
        for (uint units = 1; units < 300_000; units++)
        {
            Assert.InRange(BlockSize.Floor(units + 1) - BlockSize.Floor(units), 0u, 1u);
        }
    }

    private static IEnumerable<uint> Around()
    {
        for (uint power = 64; power <= Longest; power *= 2)
        {
            for (uint step = 0; step < 16; step++)
            {
                uint boundary = power + (power / 16 * step);
                yield return boundary - 1;
                yield return boundary;
                yield return boundary + 1;
            }
        }
    }

    private static IEnumerable<uint> Random()
    {
        var random = new Random(21);
        return [.. Enumerable.Range(0, 10_000).Select(_ => (uint)random.Next(1, (int)Longest))];
    }
}
