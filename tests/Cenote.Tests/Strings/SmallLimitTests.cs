using Cenote.Strings;

namespace Cenote.Tests.Strings;

/// <summary>A small limit is not used up by a few strings of different lengths.</summary>
public class SmallLimitTests
{
    private const int Limit = 200_000;

    [Theory]
    [InlineData(Limit, 200)]
    [InlineData(1 << 20, 1_300)]
    [InlineData(3 << 20, 5_000)]
    public void Short_texts_of_all_lengths_share_what_there_is(long limit, int least)
    {
        using var segmented = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = limit });
        using var utf8 = new Utf8StringPool(new Utf8StringPoolOptions { MaximumBytes = limit });
        var random = new Random(11);

        int count = 0;
        while (segmented.TryAllocate(new string('x', random.Next(1, 257)), out _))
        {
            count++;
        }

        Assert.InRange(count, least, int.MaxValue);
        Assert.InRange(segmented.BytesReserved, 0, limit);
        count = 0;
        while (utf8.TryAllocate(new byte[random.Next(1, 513)], out _))
        {
            count++;
        }

        Assert.InRange(count, least, int.MaxValue);
        Assert.InRange(utf8.BytesReserved, 0, limit);
    }

    [Fact]
    public void A_concurrent_pool_shares_what_there_is_too()
    {
        using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = 1 << 20 });
        var random = new Random(12);

        int count = 0;
        while (pool.TryAllocate(new string('x', random.Next(1, 257)), out _))
        {
            count++;
        }

        Assert.InRange(count, 500, int.MaxValue);
    }

    [Fact]
    public void Texts_of_one_length_get_all_there_is()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 3 << 20 });

        int count = 0;
        while (pool.TryAllocate("8 chars.", out _))
        {
            count++;
        }

        Assert.InRange(count, 45 * (65_536 / 24), int.MaxValue);
    }

    [Fact]
    public void What_is_in_cells_of_a_larger_size_comes_and_goes_as_elsewhere()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = Limit });
        var random = new Random(13);
        List<(PooledStringRef Handle, string Text)> live = [];
        int refused = 0;
        for (int step = 0; step < 20_000; step++)
        {
            string text = new((char)('a' + (step % 26)), random.Next(1, 257));
            if (pool.TryAllocate(text, out PooledStringRef handle))
            {
                live.Add((handle, text));
            }
            else
            {
                refused++;
                Assert.All(live, static each => Assert.Equal(each.Text, each.Handle.ToString()));
                live.RemoveAll(each =>
                {
                    bool isFreed = random.Next(2) == 0;
                    if (isFreed)
                    {
                        each.Handle.Free();
                    }

                    Assert.Equal(!isFreed, each.Handle.IsAlive);
                    return isFreed;
                });
            }

            if (step % 3_000 == 0)
            {
                pool.Trim();
            }
        }

        Assert.InRange(refused, 1, int.MaxValue);
        Assert.Equal(live.Count, pool.ActiveAllocations);
        Assert.Equal(live.Count, pool.GetStatistics().SmallStrings);
    }

    [Fact]
    public void A_long_text_gets_a_segment_that_the_limit_admits()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 500_000 });

        Assert.Equal(100_000, pool.Allocate(new string('x', 100_000)).Length);
    }
}
