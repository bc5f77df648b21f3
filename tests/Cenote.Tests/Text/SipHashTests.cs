using System.Text;
using Cenote.Text;

namespace Cenote.Tests.Text;

public sealed class SipHashTests
{
    [Fact]
    public void Both_forms_of_a_key_have_the_hash_that_the_definition_gives()
    {
        var hash = new SipHash(0x0706050403020100, 0x0f0e0d0c0b0a0908);
        for (int length = 0; length < 1_000; length++)
        {
            string text = string.Create(length, length, static (chars, seed) => new Random(seed).GetItems("abcdefgh\0~", chars));
            ulong expected = Reference(0x0706050403020100, 0x0f0e0d0c0b0a0908, Encoding.Unicode.GetBytes(text));

            Assert.Equal((uint)(expected ^ (expected >> 32)), hash.Compute(text));
            Assert.Equal(hash.Compute(text), hash.Compute(Encoding.ASCII.GetBytes(text)));
        }
    }

    [Fact]
    public void Every_secret_is_another_one()
    {
        uint[] hashes = [.. Enumerable.Range(0, 100).Select(static _ => SipHash.WithNewSecret().Compute("key"))];

        Assert.InRange(hashes.Distinct().Count(), 99, 100);
    }

    // The authors' definition: a word at a time, the last one with the length in its highest byte.
    private static ulong Reference(ulong low, ulong high, byte[] bytes)
    {
        ulong[] v = [low ^ 0x736f6d6570736575, high ^ 0x646f72616e646f6d, low ^ 0x6c7967656e657261, high ^ 0x7465646279746573];
        byte[] padded = new byte[(bytes.Length / 8 * 8) + 8];
        bytes.CopyTo(padded, 0);
        padded[^1] = (byte)bytes.Length;
        for (int i = 0; i < padded.Length; i += 8)
        {
            ulong word = BitConverter.ToUInt64(padded, i);
            v[3] ^= word;
            Round(v);
            v[0] ^= word;
        }

        v[2] ^= 0xff;
        Round(v);
        Round(v);
        Round(v);
        return v[0] ^ v[1] ^ v[2] ^ v[3];
    }

    private static void Round(ulong[] v)
    {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = ulong.RotateLeft(v[1], 13);
        v[3] = ulong.RotateLeft(v[3], 16);
        v[1] ^= v[0];
        v[3] ^= v[2];
        v[0] = ulong.RotateLeft(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = ulong.RotateLeft(v[1], 17);
        v[3] = ulong.RotateLeft(v[3], 21);
        v[1] ^= v[2];
        v[3] ^= v[0];
        v[2] = ulong.RotateLeft(v[2], 32);
    }
}
