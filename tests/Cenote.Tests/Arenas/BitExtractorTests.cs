using Cenote.Arenas;

namespace Cenote.Tests.Arenas;

public sealed class BitExtractorTests
{
    [Fact]
    public void Both_extractors_take_the_bits_of_the_mask_and_put_them_back()
    {
        var random = new Random(5);
        for (int round = 0; round < 20_000; round++)
        {
            ulong word = (ulong)random.NextInt64(long.MinValue, long.MaxValue);
            ulong mask = Mask(random, round);
            ulong expected = Extract(word, mask);

            Assert.Equal(expected, PortableExtractor.For(mask).Extract(word));
            Assert.Equal(word & mask, PortableExtractor.For(mask).Deposit(expected));
            if (PextExtractor.IsSupported)
            {
                Assert.Equal(expected, PextExtractor.For(mask).Extract(word));
                Assert.Equal(PextExtractor.For(mask).Deposit(word), PortableExtractor.For(mask).Deposit(word));
            }
        }
    }

    private static ulong Mask(Random random, int round)
    {
        ulong mask = (ulong)random.NextInt64(long.MinValue, long.MaxValue);
        return (round % 5) switch
        {
            0 => mask,
            1 => mask & (ulong)random.NextInt64(long.MinValue, long.MaxValue),
            2 => mask | (ulong)random.NextInt64(long.MinValue, long.MaxValue),
            3 => 1UL << random.Next(64),
            _ => random.Next(2) == 0 ? 0 : ulong.MaxValue,
        };
    }

    private static ulong Extract(ulong word, ulong mask)
    {
        ulong result = 0;
        for (int bit = 63; bit >= 0; bit--)
        {
            result = (mask >> bit & 1) == 0 ? result : (result << 1) | ((word >> bit) & 1);
        }

        return result;
    }
}
