using System.Runtime.InteropServices;
using System.Text;
using Cenote.Text;

namespace Cenote.Tests.Text;

public sealed unsafe class KeyTextTests
{
    private const int Longest = 200;

    [Fact]
    public void A_key_equals_itself_in_both_forms_and_no_other_one()
    {
        byte[] narrow = new byte[Longest];
        for (int length = 0; length <= Longest; length++)
        {
            string key = string.Create(length, length, static (chars, seed) => new Random(seed).GetItems("abcdefgh\0~", chars));
            Encoding.ASCII.GetBytes(key, narrow);
            CheckEquality(key, narrow, expected: true);
            for (int changed = 0; changed < length; changed++)
            {
                char[] other = key.ToCharArray();
                other[changed] ^= (char)1;
                CheckEquality(new string(other), narrow, expected: false);
                other[changed] = (char)(key[changed] + 0x100);
                CheckEquality(new string(other), narrow, expected: false);
            }
        }
    }

    [Fact]
    public void Ascii_is_told_from_everything_else_wherever_it_stands()
    {
        for (int length = 0; length <= Longest; length++)
        {
            Assert.True(KeyText.IsAscii(new string('\x7f', length)));
            for (int changed = 0; changed < length; changed++)
            {
                char[] text = new string('a', length).ToCharArray();
                text[changed] = '\x80';
                Assert.False(KeyText.IsAscii(text));
                text[changed] = '\u4100';
                Assert.False(KeyText.IsAscii(text));
            }
        }
    }

    [Fact]
    public void Bytes_that_are_not_ascii_are_found_wherever_they_stand()
    {
        for (int length = 0; length <= Longest; length++)
        {
            byte[] text = new byte[length];
            text.AsSpan().Fill(0x7f);
            Assert.True(KeyText.IsAscii(text.AsSpan()));
            for (int changed = 0; changed < length; changed++)
            {
                text[changed] = 0x80;
                Assert.False(KeyText.IsAscii(text.AsSpan()));
                text[changed] = 0x7f;
            }
        }
    }

    [Fact]
    public void Bytes_of_any_number_are_widened_to_the_last_one()
    {
        for (int length = 0; length <= Longest; length++)
        {
            byte[] bytes = Encoding.ASCII.GetBytes(new string('a', length));
            char[] chars = new char[length];

            KeyText.Widen(bytes, chars);

            Assert.Equal(new string('a', length), new string(chars));
        }
    }

    [Fact]
    public void Texts_are_the_same_only_if_every_byte_is()
    {
        for (int bytes = 2; bytes <= Longest; bytes += 2)
        {
            byte[] one = new byte[bytes];
            new Random(bytes).NextBytes(one);
            byte[] other = [.. one];
            Assert.True(KeyText.EqualsUtf16(ref one[0], ref other[0], (nuint)bytes));
            Assert.True(KeyText.SameScalar(ref one[0], ref other[0], (nuint)bytes));
            for (int changed = 0; changed < bytes; changed++)
            {
                other[changed] ^= 1;
                Assert.False(KeyText.EqualsUtf16(ref one[0], ref other[0], (nuint)bytes));
                Assert.False(KeyText.SameScalar(ref one[0], ref other[0], (nuint)bytes));
                other[changed] ^= 1;
            }
        }
    }

    [Fact]
    public void Narrowing_and_widening_give_the_text_back_and_touch_nothing_else()
    {
        for (int length = 0; length <= Longest; length++)
        {
            string text = string.Create(length, length, static (chars, seed) => new Random(seed).GetItems("abcdefgh\0~", chars));
            byte[] bytes = new byte[length + 16];
            bytes.AsSpan().Fill(0xee);
            fixed (byte* destination = bytes)
            {
                TextCopy.Narrow(destination, in text.AsSpan().GetPinnableReference(), (uint)length);
            }

            char[] chars = new char[length + 16];
            chars.AsSpan().Fill('e');
            Assert.True(KeyText.TryWiden(bytes.AsSpan(0, length), chars));

            Assert.Equal(Encoding.ASCII.GetBytes(text), bytes[..length]);
            Assert.Equal(text, new string(chars, 0, length));
            Assert.All(bytes[length..], static rest => Assert.Equal(0xee, rest));
            Assert.All(chars[length..], static rest => Assert.Equal('e', rest));
        }
    }

    [Fact]
    public void Bytes_that_are_not_ascii_are_not_widened()
    {
        for (int length = 1; length <= Longest; length++)
        {
            for (int changed = 0; changed < length; changed++)
            {
                byte[] bytes = new byte[length];
                bytes[changed] = 0x80;
                Assert.False(KeyText.TryWiden(bytes, new char[length]));
            }
        }
    }

    private static void CheckEquality(string key, byte[] stored, bool expected)
    {
        string wide = Encoding.ASCII.GetString(stored, 0, key.Length);
        fixed (byte* narrow = stored)
        fixed (char* chars = wide)
        {
            ref char first = ref MemoryMarshal.GetReference(key.AsSpan());
            Assert.Equal(expected, KeyText.EqualsNarrow(ref *narrow, ref first, (nuint)key.Length));
            Assert.Equal(expected, KeyText.EqualsNarrowScalar(ref *narrow, ref first, (nuint)key.Length));
            Assert.Equal(
                expected, KeyText.EqualsBytes(
                    (byte*)chars, ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(key.AsSpan())), 2 * (nuint)key.Length));
        }
    }
}
