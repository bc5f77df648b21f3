using Cenote.Interning;
using Cenote.Text;

namespace Cenote.Tests.Interning;

public sealed class InternBucketTests
{
    private const int OverflowShift = 56;

    [Fact]
    public void No_key_has_the_mark_of_a_free_way()
    {
        for (ulong highest = 0; highest < 256; highest++)
        {
            ulong pattern = TagWord.PatternOf((highest << 56) | 0xffff);

            Assert.Equal(Math.Max(highest, 1) * 0x0101_0101_0101_0101, pattern);
        }
    }

    [Fact]
    public void A_count_of_passers_by_that_is_full_stays_full()
    {
        InternBucket<StrongEntry> bucket = default;
        for (int i = 0; i < 300; i++)
        {
            bucket.CountOverflow();
        }

        bucket.DecrementOverflow();

        Assert.Equal(255ul << OverflowShift, bucket.Tags);
    }

    [Fact]
    public void A_count_that_is_not_full_goes_down_again()
    {
        InternBucket<StrongEntry> bucket = default;
        bucket.CountOverflow();
        bucket.CountOverflow();

        bucket.DecrementOverflow();

        Assert.Equal(1ul << OverflowShift, bucket.Tags);
        Assert.True(InternBucket<StrongEntry>.HasOverflowed(bucket.Tags));
    }
}
