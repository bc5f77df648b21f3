using System.Globalization;
using System.Text;
using Cenote.Tests.Support;

namespace Cenote.Samples.Jabber.Tests;

public sealed class JabberIdTextTests
{
    private const ulong Seed = 7622;

    [Fact]
    public void Whatever_comes_is_prepared_the_same_in_both_encodings_and_only_once()
    {
        var random = new RandomAddresses(Seed);
        int valid = 0;
        for (int i = 0; i < 200_000; i++)
        {
            string text = random.Next();
            bool isValid = JabberId.TryParse(text, out JabberId? id, out JabberIdFault fault);
            string at = $"seed {Seed}, text {i}: {string.Join(' ', text.Take(50).Select(c => $"{(int)c:X4}"))}, {fault.Message}";
            Assert.True(isValid == (fault.Reason == JabberIdReason.None), at);
            bool isUnicode = !text.EnumerateRunes().Any(rune => rune == Rune.ReplacementChar);
            if (isUnicode)
            {
                Assert.True(
                    isValid == JabberId.TryParse(
                        Encoding.UTF8.GetBytes(text), out JabberId? other, out JabberIdFault otherFault), at);
                Assert.True(id == other && fault == otherFault, $"{at} {otherFault.Message}");
            }

            if (id is not null)
            {
                valid++;
                Assert.True(JabberId.TryParse(id.ToString(), out JabberId? again, out fault), $"{at}, then {fault.Message}");
                Assert.True(id == again, at);
                Assert.All(
                    [id.Local, id.Domain, id.Resource], part => Assert.True(Encoding.UTF8.GetByteCount(part) <= 1_023, at));
            }
        }

        Assert.InRange(valid, 2_000, 198_000);
    }

    [LongFact]
    public void Every_code_unit_and_character_in_every_part_is_prepared_or_a_fault()
    {
        string[] frames = ["{0}", "a{0}b.example", "a.{0}", "xn--{0}", "[{0}]", "{0}@c", "a{0}b@c", "c/{0}", "c/a{0}b"];
        for (int codePoint = 0; codePoint <= 0x10FFFF; codePoint++)
        {
            // A surrogate becomes a string of one char, which is not well-formed.
            string character = codePoint <= 0xFFFF ? ((char)codePoint).ToString() : char.ConvertFromUtf32(codePoint);
            bool isNear = codePoint is < 0x3000 or (>= 0xF000 and <= 0xFFFF);
            foreach (string frame in isNear ? frames : [frames[1], frames[codePoint % frames.Length]])
            {
                string text = frame.Replace("{0}", character, StringComparison.Ordinal);
                bool isValid = JabberId.TryParse(text, out JabberId? id, out JabberIdFault fault);
                Assert.Equal(isValid, fault.Reason == JabberIdReason.None);
                if (!Rune.IsValid(codePoint))
                {
                    Assert.False(isValid);
                    continue;
                }

                Assert.Equal(
                    isValid, JabberId.TryParse(Encoding.UTF8.GetBytes(text), out JabberId? other, out JabberIdFault same));
                Assert.Equal((id, fault), (other, same));
            }
        }
    }

    [Theory]
    [InlineData("juliet@a\uFFFEb/r", JabberIdPart.Domainpart, 0xFFFE)]
    [InlineData("\uFFFE", JabberIdPart.Domainpart, 0xFFFE)]
    [InlineData("a.\uFDD0", JabberIdPart.Domainpart, 0xFDD0)]
    [InlineData("a\U0001FFFF.b", JabberIdPart.Domainpart, 0x1FFFF)]
    [InlineData("\uFFFE@c", JabberIdPart.Localpart, 0xFFFE)]
    [InlineData("c/\uFFFE", JabberIdPart.Resourcepart, 0xFFFE)]
    public void A_noncharacter_is_a_forbidden_character(string text, JabberIdPart part, int codePoint) =>
        Verdict.IsFault(text, new JabberIdFault(part, JabberIdReason.ForbiddenCharacter, codePoint));

    // An ICU older than Unicode 16 cannot normalize the pairs below, so both strings of such a pair must be rejected.
    [Fact]
    public void Texts_that_are_canonically_equal_are_one_address_or_none()
    {
        for (int codePoint = 0xA0; codePoint <= 0x1FFFF; codePoint++)
        {
            if (!Rune.TryCreate(codePoint, out Rune rune)
                || CharUnicodeInfo.GetUnicodeCategory(codePoint) != UnicodeCategory.NonSpacingMark
                || !JabberId.TryParse($"a{rune}@c", out JabberId? id, out JabberIdFault _))
            {
                continue;
            }

            string decomposed = $"a{rune}".Normalize(NormalizationForm.FormD);
            Assert.Equal(id, JabberId.Parse($"{decomposed}@c"));
        }

        (string One, string Other)[] pairs = [("\U000105C9", "\U000105D2\u0307"), ("\U00011383", "\U00011382\U000113C9")];
        foreach ((string one, string other) in pairs)
        {
            bool isOne = JabberId.TryParse($"{one}@c", out JabberId? id, out JabberIdFault fault);
            Assert.Equal(isOne, JabberId.TryParse($"{other}@c", out JabberId? same, out JabberIdFault otherFault));
            Assert.Equal(id, same);
            Assert.Equal(isOne ? JabberIdReason.None : JabberIdReason.UnassignedCharacter, fault.Reason);
            Assert.Equal(fault.Reason, otherFault.Reason);
        }
    }

    [Fact]
    public void Bytes_at_random_are_addresses_or_faults()
    {
        var random = new RandomAddresses(Seed);
        for (int i = 0; i < 200_000; i++)
        {
            byte[] bytes = random.NextBytes();
            if (JabberId.TryParse(bytes, out JabberId? id, out JabberIdFault fault))
            {
                Assert.Equal(id, JabberId.Parse(id.ToString()));
            }
            else
            {
                Assert.NotEqual(JabberIdReason.None, fault.Reason);
            }
        }
    }

    [Fact]
    public void Text_that_is_prepared_is_not_copied()
    {
        Span<char> scratch = new char[JabberIdText.ScratchLength];
        ReadOnlySpan<char> text = "juliet@example.com/balcony";

        Assert.True(JabberIdText.TryPrepare(text, scratch, out JabberIdParts<char> parts, out _));
        Assert.Equal(("juliet", 0), (parts.Local.ToString(), OffsetIn(text, parts.Local)));
        Assert.Equal(("example.com", 7), (parts.Domain.ToString(), OffsetIn(text, parts.Domain)));
        Assert.Equal(("balcony", 19), (parts.Resource.ToString(), OffsetIn(text, parts.Resource)));
        Assert.True(JabberIdText.TryRecognize(text, out JabberIdParts<char> recognized));
        Assert.Equal(19, OffsetIn(text, recognized.Resource));
        Assert.True(JabberIdText.TryPrepare("Juliet@example.com", scratch, out parts, out _));
        Assert.Equal(("juliet", 0), (parts.Local.ToString(), OffsetIn(scratch, parts.Local)));

        static int OffsetIn(ReadOnlySpan<char> whole, ReadOnlySpan<char> part) =>
            whole.Overlaps(part, out int offset) ? offset : -1;
    }

    [Theory]
    [InlineData("Juliet@example.com")]
    [InlineData("juliet@example.com.")]
    [InlineData("juliet@[::1]")]
    [InlineData("\u03C0@example.com")]
    [InlineData("@example.com")]
    [InlineData("")]
    public void Only_prepared_ASCII_is_recognized_without_scratch_space(string text)
    {
        Assert.False(JabberIdText.TryRecognize(text, out JabberIdParts<char> parts));
        Assert.True(parts.Domain.IsEmpty);
        Assert.False(JabberIdText.TryRecognize(Encoding.UTF8.GetBytes(text), out JabberIdParts<byte> utf8));
        Assert.True(utf8.Domain.IsEmpty);
    }

    [Fact]
    public void Parts_of_a_failed_preparation_are_default()
    {
        Assert.False(JabberIdText.TryPrepare("a@b/", new char[JabberIdText.ScratchLength], out JabberIdParts<char> parts, out _));
        Assert.True(parts.Domain.IsEmpty);
        Assert.False(
            JabberIdText.TryPrepare("a b@c"u8, new byte[JabberIdText.ScratchLength], out JabberIdParts<byte> utf8, out _));
        Assert.True(utf8.Domain.IsEmpty);
    }

    [Fact]
    public void Scratch_space_that_is_too_small_is_refused_whatever_the_text()
    {
        Assert.Throws<ArgumentException>(
            () => JabberIdText.TryPrepare("a", new char[JabberIdText.ScratchLength - 1], out _, out _));
        Assert.Throws<ArgumentException>(
            () => JabberIdText.TryPrepare("a"u8, new byte[JabberIdText.ScratchLength - 1], out _, out _));
        Assert.Throws<ArgumentException>(
            () => JabberIdText.TryPrepareParts("", "a", "", new char[JabberIdText.ScratchLength - 1], out _, out _));
    }

    [Fact]
    public void Three_parts_of_the_largest_size_fit()
    {
        string local = new('\u00DC', 511);
        string domain = string.Join('.', Enumerable.Repeat(new string('A', 63), 16))[..1_023];
        string resource = new('\u265A', 341);
        string prepared = $"{new string('\u00FC', 511)}@{domain.ToLowerInvariant()}/{resource}";

        Assert.Equal(prepared, JabberId.Parse($"{local}@{domain}/{resource}").ToString());
        Assert.Equal(prepared, JabberId.Parse(Encoding.UTF8.GetBytes($"{local}@{domain}/{resource}")).ToString());
        Assert.InRange(Encoding.UTF8.GetByteCount(prepared), 3_000, JabberIdText.MaximumLength);
    }

    [Theory]
    [InlineData("juliet@example.com/balcony")]
    [InlineData("JULIET@EXAMPLE.COM/balcony")]
    [InlineData("example.com")]
    [InlineData("J\u00DCRGEN@example.com/\u265A")]
    [InlineData("bad one@example.com")]
    [InlineData("juliet@a..b")]
    public void Preparing_allocates_nothing(string text)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        char[] scratch = new char[JabberIdText.ScratchLength];
        byte[] utf8Scratch = new byte[JabberIdText.ScratchLength];
        long allocated = PrepareOften();

        // The framework's normalization boxes characters until the JIT optimizes the code in the background.
        for (int round = 0; round < 1_000 && allocated != 0; round++)
        {
            Thread.Sleep(50);
            allocated = PrepareOften();
        }

        Assert.Equal(0, allocated);

        long PrepareOften()
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1_000; i++)
            {
                Prepare();
            }

            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        void Prepare()
        {
            JabberIdText.TryPrepare(text, scratch, out _, out _);
            JabberIdText.TryPrepare(utf8, utf8Scratch, out _, out _);
            JabberIdText.TryRecognize(text, out _);
            JabberIdText.TryRecognize(utf8, out _);
        }
    }

    [Fact]
    public void Parts_format_and_compare_in_both_encodings()
    {
        Assert.True(JabberIdText.TryRecognize("b@c/d"u8, out JabberIdParts<byte> utf8));
        Assert.True(JabberIdText.TryRecognize("b@c/d", out JabberIdParts<char> utf16));

        Assert.Equal("b@c/d", utf8.ToString());
        Assert.Equal("b@c/d", utf16.ToString());
        Assert.Equal("b@c", utf8.Bare.ToString());
        Assert.True(utf8.Bare.IsBare);
        Assert.True(utf8.CompareTo(utf8.Bare) > 0);
        Assert.True(utf16.Equals(utf16));
        Assert.False(utf16.Equals(utf16.Bare));
        Assert.False(utf16.Equals((object)"b@c/d"));
        byte[] small = new byte[4];
        Assert.False(utf8.TryFormat(small, out int written));
        Assert.Equal(0, written);
    }
}
