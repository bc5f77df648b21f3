using System.Text;
using Cenote.Text;

namespace Cenote.Tests.Text;

public sealed class KeyHashTests
{
    private const int Longest = 1_200;

    [Fact]
    public void Every_char_and_the_length_count()
    {
        var hashes = new HashSet<ulong>();
        int texts = 0;
        for (int length = 0; length <= Longest; length += length < 300 ? 1 : 29)
        {
            char[] text = new char[length];
            hashes.Add(KeyHash.ComputeLong(text));
            texts++;
            for (int changed = 0; changed < length; changed++)
            {
                text[changed] = 'x';
                hashes.Add(KeyHash.ComputeLong(text));
                Assert.Equal((uint)KeyHash.ComputeLong(text), KeyHash.Compute(text));
                text[changed] = '\0';
                texts++;
            }
        }

        Assert.Equal(texts, hashes.Count);
    }

    [Fact]
    public void A_hash_depends_on_the_text_only()
    {
        string text = string.Concat(Enumerable.Range(0, 500));
        for (int length = 0; length <= Longest; length++)
        {
            Assert.Equal(KeyHash.Compute(text.AsSpan(3, length)), KeyHash.Compute(text.AsSpan(3, length).ToArray()));
        }
    }

    [Fact]
    public void Ascii_as_bytes_has_the_hash_that_it_has_as_chars()
    {
        for (int length = 0; length <= Longest; length++)
        {
            string text = string.Create(length, length, static (chars, seed) => new Random(seed).GetItems("abcdefgh\0~", chars));
            Assert.Equal(KeyHash.ComputeLong(text), KeyHash.ComputeLong(Encoding.ASCII.GetBytes(text)));
        }
    }

    // The lowest bits select a bucket; the highest bits are the tag of a key in that bucket.
    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    [InlineData(24)]
    public void Keys_that_differ_little_spread(int shift)
    {
        int[] counts = new int[256];
        for (int i = 0; i < 256_000; i++)
        {
            counts[(KeyHash.Compute($"k{i}") >> shift) & 0xff]++;
        }

        // The tolerance is seven standard deviations of a random distribution.
        Assert.All(counts, static count => Assert.InRange(count, 1_000 - 220, 1_000 + 220));
    }
}
