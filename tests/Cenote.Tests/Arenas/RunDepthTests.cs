using Cenote.Arenas;

namespace Cenote.Tests.Arenas;

public sealed class RunDepthTests
{
    [Theory]
    [InlineData(0UL)]
    [InlineData(1UL << 63)]
    [InlineData(ulong.MaxValue)]
    public void Without_a_guide_all_keys_have_one_depth(ulong key) => Assert.Equal(12, new RunDepth(12).Of(key));

    [Theory]
    [InlineData(0, 0)]
    [InlineData(0, 1)]
    [InlineData(3, 10)]
    [InlineData(0, 255)]
    [InlineData(100, 1_000_000)]
    public void A_key_says_where_its_text_leaves_the_guide(int first, int last)
    {
        const int CharBits = 20;
        var depth = new RunDepth(7, first, last, CharBits);
        foreach (int place in new[] { first, (first + last) / 2, last })
        {
            foreach (ulong chars in new[] { 0UL, (1UL << CharBits) - 1 })
            {
                Assert.Equal(7 + place, depth.Of(depth.KeyOf(place, isAbove: false) | chars));
                Assert.Equal(7 + place, depth.Of(depth.KeyOf(place, isAbove: true) | chars));
            }
        }
    }

    [Fact]
    public void Who_leaves_the_guide_downwards_comes_first_and_the_sooner_the_earlier()
    {
        const int Last = 20;
        var depth = new RunDepth(0, 5, Last, 16);
        ulong[] keys =
        [
            .. Enumerable.Range(5, Last - 4).Select(place => depth.KeyOf(place, isAbove: false)),
            .. Enumerable.Range(5, Last - 4).Reverse().Select(place => depth.KeyOf(place, isAbove: true)),
        ];

        Assert.Equal(keys.Order(), keys);
        Assert.Equal(keys.Length, keys.Distinct().Count());
        Assert.True(keys[^1] < 1UL << (16 + RunDepth.BitsOfPlace(5, Last) + 1), "A key has more bits than BitsOfPlace allows.");
    }

    [Fact]
    public void A_depth_behind_the_longest_text_there_can_be_stays_there()
    {
        var depth = new RunDepth(int.MaxValue - 2, 0, 100, 8);

        Assert.Equal(int.MaxValue, depth.Of(depth.KeyOf(100, isAbove: true)));
    }
}
