using System.Numerics;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class Utf8HashTests
{
    [Fact]
    public void Equal_bytes_hash_alike_wherever_they_lie()
    {
        var random = new Random(50);
        for (int length = 0; length < 200; length++)
        {
            byte[] text = Utf8Texts.Ascii(random, length);
            byte[] shifted = [1, .. text, 2];

            Assert.Equal(Utf8Hash.Compute(text), Utf8Hash.Compute(shifted.AsSpan(1, length)));
        }
    }

    [Fact]
    public void Every_bit_of_a_text_changes_about_half_of_the_hash()
    {
        var random = new Random(51);
        for (int length = 1; length <= 100; length++)
        {
            byte[] text = new byte[length];
            for (int bit = 0; bit < length * 8; bit++)
            {
                int changed = 0;
                for (int round = 0; round < 40; round++)
                {
                    random.NextBytes(text);
                    int before = Utf8Hash.Compute(text);
                    text[bit / 8] ^= (byte)(1 << (bit % 8));
                    changed += BitOperations.PopCount((uint)(before ^ Utf8Hash.Compute(text)));
                }

                // On average 640 of 1,280 bits change, with a standard deviation of 18 per secret. The range of twelve deviations
                // allows for all tested bits.
                Assert.InRange(changed, 640 - 216, 640 + 216);
            }
        }
    }

    [Fact]
    public void Texts_that_resemble_each_other_hash_apart()
    {
        string[] shapes =
            ["{0}", "https://example.org/items/{0}/details.html", "{0:d20}", "{0:d17}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"];
        foreach (string shape in shapes)
        {
            HashSet<int> hashes = [.. Enumerable.Range(0, 10_000).Select(number => Compute(string.Format(null, shape, number)))];

            Assert.InRange(hashes.Count, 9_990, 10_000);
        }

        HashSet<int> zeros = [.. Enumerable.Range(0, 1_000).Select(static length => Utf8Hash.Compute(new byte[length]))];
        Assert.InRange(zeros.Count, 998, 1_000);
    }

    [Fact]
    public void The_lowest_bits_fill_the_buckets_evenly()
    {
        int[] buckets = new int[256];
        for (int number = 0; number < 256_000; number++)
        {
            buckets[Compute($"key {number}") & 0xff]++;
        }

        // Each bucket gets 1,000 hashes on average, with a standard deviation of 32.
        Assert.All(buckets, static count => Assert.InRange(count, 750, 1_250));
    }

    private static int Compute(string text) => Utf8Hash.Compute(System.Text.Encoding.UTF8.GetBytes(text));
}
