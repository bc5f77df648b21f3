using Cenote.Memory.Keys;

namespace Cenote.Tests.Memory.Keys;

public sealed unsafe class BucketTests
{
    [Fact]
    public void A_bucket_is_a_cache_line() => Assert.Equal(64, sizeof(Bucket));

    [Fact]
    public void Ways_are_found_with_and_without_vectors()
    {
        var random = new Random(50);
        for (int round = 0; round < 20_000; round++)
        {
            Bucket bucket = default;
            uint expected = 0;
            uint tag = (uint)random.Next(256);
            for (int way = 0; way < Bucket.Ways; way++)
            {
                // Some tags are adjacent values, which a carry between bytes would confuse.
                uint other = random.Next(3) == 0 ? tag : random.Next(2) == 0 ? tag ^ 1 : (uint)random.Next(256);
                if (other != 0)
                {
                    Bucket.Set(&bucket, way, other, (uint)way);
                }

                expected |= other == tag ? 1u << way : 0;
            }

            bucket.Overflow = bucket.Depth = (byte)tag;
            bucket.Count = (ushort)(tag * 0x101);

            Assert.Equal(expected, Bucket.Find(&bucket, tag));
            Assert.Equal(expected, Bucket.FindPortable(&bucket, tag));
        }
    }

    [Fact]
    public void A_way_that_is_freed_is_free_and_the_others_are_used()
    {
        Bucket bucket = default;
        for (int way = 0; way < Bucket.Ways; way++)
        {
            Bucket.Set(&bucket, way, 0xff, 100u + (uint)way);
        }

        Bucket.Free(&bucket, 5);

        Assert.Equal(1u << 5, Bucket.Find(&bucket, 0));
        Assert.Equal(0xfffu ^ (1u << 5), Bucket.FindUsed(&bucket));
        Assert.Equal(111u, Bucket.CellAt(&bucket, 11));
    }

    [Fact]
    public void A_count_of_passers_by_that_is_full_stays_full()
    {
        Bucket bucket = default;
        for (int i = 0; i < 300; i++)
        {
            Bucket.CountOverflow(&bucket);
        }

        Assert.Equal(255, bucket.Overflow);
        Bucket.DecrementOverflow(&bucket);
        Assert.Equal(255, bucket.Overflow);
    }

    [Fact]
    public void A_count_that_is_not_full_goes_down_again()
    {
        Bucket bucket = default;
        Bucket.CountOverflow(&bucket);
        Bucket.CountOverflow(&bucket);

        Bucket.DecrementOverflow(&bucket);

        Assert.Equal(1, bucket.Overflow);
    }
}
