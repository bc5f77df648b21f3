using System.Runtime.InteropServices;
using System.Text;
using Cenote.Text;

namespace Cenote.Tests.Text;

/// <summary>Chars that are stored as bytes are read like UTF-16, with and without vectors.</summary>
public sealed class NarrowCharsTests
{
    [Fact]
    public void Bytes_are_read_as_the_same_words_as_chars()
    {
        byte[] narrow = [.. Enumerable.Range(0, 256).Select(static number => (byte)(number * 167))];
        byte[] wide = MemoryMarshal.AsBytes(Encoding.Latin1.GetString(narrow).AsSpan()).ToArray();
        for (int offset = 0; offset + 8 <= wide.Length; offset += 2)
        {
            Assert.Equal(WideChars.Read8(ref wide[0], (nuint)offset), NarrowChars.Read8(ref narrow[0], (nuint)offset));
            Assert.Equal(WideChars.Read4(ref wide[0], (nuint)offset), NarrowChars.Read4(ref narrow[0], (nuint)offset));
            Assert.Equal(WideChars.Read2(ref wide[offset]), NarrowChars.Read2(ref narrow[offset / 2]));
            int start = Math.Min(offset, wide.Length - 32);
            Assert.Equal(WideChars.Read32(ref wide[0], (nuint)start), NarrowChars.Read32(ref narrow[0], (nuint)start));
            Assert.Equal(
                WideChars.Read8(ref wide[0], (nuint)offset),
                NarrowChars.WidenPortably(BitConverter.ToUInt32(narrow, offset / 2)));
        }
    }
}
