namespace Cenote.Samples.Jabber.Tests;

/// <summary>UsernameCaseMapped: the examples of RFC 8265, section 3.5, and the classic cases of Nodeprep.</summary>
public sealed class LocalpartTests
{
    [Theory]
    [InlineData("fussball", "fussball")]
    [InlineData("fu\u00DFball", "fu\u00DFball")]
    [InlineData("\u03C0", "\u03C0")]
    [InlineData("\u03A3", "\u03C3")]
    [InlineData("\u03C3", "\u03C3")]
    [InlineData("\u03C2", "\u03C2")]
    public void Examples_of_usernames_are_prepared(string given, string prepared) => Verdict.IsLocal(given, prepared);

    [Theory]
    [InlineData("foo bar", ' ')]
    [InlineData("henry\u2163", 0x2163)]
    [InlineData("\u265A", 0x265A)]
    public void Examples_of_bad_usernames_are_refused(string given, int codePoint) =>
        Verdict.IsBadLocal(given, JabberIdReason.ForbiddenCharacter, codePoint);

    [Fact]
    public void A_localpart_is_not_empty() => Verdict.IsBadLocal("", JabberIdReason.Empty);

    [Theory]
    [InlineData("CAFE", "cafe")]
    [InlineData("JULIET", "juliet")]
    [InlineData("\u00C5", "\u00E5")]
    [InlineData("A\u030A", "\u00E5")]
    [InlineData("\u0130", "i\u0307")]
    [InlineData("\u0131", "\u0131")]
    [InlineData("\u01F0", "\u01F0")]
    [InlineData("j\u030C", "\u01F0")]
    [InlineData("\u0390", "\u0390")]
    [InlineData("\u1FB7", "\u1FB7")]
    [InlineData("\u1E9E", "\u00DF")]
    [InlineData("\u13A0", "\uAB70")]
    [InlineData("\U00010400", "\U00010428")]
    [InlineData("\u0391\u03A3", "\u03B1\u03C3")]
    public void Case_is_mapped_and_text_is_composed(string given, string prepared) => Verdict.IsLocal(given, prepared);

    [Theory]
    [InlineData("\uFF21\uFF42\uFF11", "ab1")]
    [InlineData("\uFF76\uFF9E", "\u30AC")]
    [InlineData("\uFF71", "\u30A2")]
    public void Wide_and_narrow_characters_become_ordinary_ones(string given, string prepared) =>
        Verdict.IsLocal(given, prepared);

    [Theory]
    [InlineData('"')]
    [InlineData('&')]
    [InlineData('\'')]
    [InlineData(':')]
    [InlineData('<')]
    [InlineData('>')]
    public void Characters_taken_out_for_XMPP_are_refused_in_every_width(int codePoint)
    {
        Verdict.IsBadLocal($"a{(char)codePoint}b", JabberIdReason.ForbiddenCharacter, codePoint);
        Verdict.IsBadLocal($"a{(char)(codePoint + 0xFEE0)}b", JabberIdReason.ForbiddenCharacter, codePoint);
    }

    [Theory]
    [InlineData(0x0010)]
    [InlineData(0x007F)]
    [InlineData(0x0085)]
    [InlineData(0x00A0)]
    [InlineData(0x00AA)]
    [InlineData(0x00AD)]
    [InlineData(0x0341)]
    [InlineData(0x034F)]
    [InlineData(0x037A)]
    [InlineData(0x0640)]
    [InlineData(0x1680)]
    [InlineData(0x180E)]
    [InlineData(0x1806)]
    [InlineData(0x180B)]
    [InlineData(0x2000)]
    [InlineData(0x200B)]
    [InlineData(0x200E)]
    [InlineData(0x2028)]
    [InlineData(0x202A)]
    [InlineData(0x2060)]
    [InlineData(0x2121)]
    [InlineData(0x212B)]
    [InlineData(0x2FF5)]
    [InlineData(0x33C6)]
    [InlineData(0x1100)]
    [InlineData(0xF123)]
    [InlineData(0xFB01)]
    [InlineData(0xFD50)]
    [InlineData(0xFE00)]
    [InlineData(0xFEFF)]
    [InlineData(0xFFFD)]
    [InlineData(0x1D175)]
    [InlineData(0x1D7BB)]
    [InlineData(0x8FFFE)]
    [InlineData(0xE0001)]
    [InlineData(0xF1234)]
    [InlineData(0x10F234)]
    [InlineData(0x10FFFF)]
    public void What_Nodeprep_deleted_mapped_or_prohibited_is_refused(int codePoint) =>
        Verdict.IsBadLocal($"x{char.ConvertFromUtf32(codePoint)}", JabberIdReason.ForbiddenCharacter, codePoint);

    [Fact]
    public void A_wide_space_is_refused_as_the_space_it_becomes() =>
        Verdict.IsBadLocal("foo\u3000bar", JabberIdReason.ForbiddenCharacter, ' ');

    [Theory]
    [InlineData(0x0378)]
    [InlineData(0x50000)]
    public void Unassigned_characters_are_told_apart(int codePoint) =>
        Verdict.IsBadLocal($"x{char.ConvertFromUtf32(codePoint)}", JabberIdReason.UnassignedCharacter, codePoint);

    [Theory]
    [InlineData("\u0627\u0031\u0628")]
    [InlineData("\u0627\u0031")]
    [InlineData("\u05D0\u05B0")]
    [InlineData("\u05D0-\u05D1")]
    public void Text_written_to_the_left_may_have_digits_and_marks(string given) => Verdict.IsLocal(given, given);

    [Theory]
    [InlineData("\u05D0a")]
    [InlineData("a\u05D0")]
    [InlineData("1\u05D0")]
    [InlineData("\u05D0-")]
    [InlineData("\u0627\u06F1\u0661")]
    public void Directions_are_not_mixed(string given)
    {
        Assert.False(JabberId.TryParse($"{given}@example.com", out _, out JabberIdFault fault));
        Assert.Equal(new JabberIdFault(JabberIdPart.Localpart, JabberIdReason.MixedDirections), fault);
    }

    [Theory]
    [InlineData(1_023, "a")]
    [InlineData(1_023, "A")]
    [InlineData(511, "\u00E9")]
    [InlineData(341, "\u4E2D")]
    [InlineData(255, "\U00010428")]
    public void A_localpart_has_at_most_1023_bytes(int count, string unit)
    {
        string longest = string.Concat(Enumerable.Repeat(unit, count));

        Verdict.IsLocal(longest, longest.ToLowerInvariant());
        Verdict.IsBadLocal(longest + unit, JabberIdReason.TooLong);
        Verdict.IsBadLocal(string.Concat(Enumerable.Repeat(longest, 9)), JabberIdReason.TooLong);
    }

    [Fact]
    public void The_length_is_that_of_the_prepared_text()
    {
        Verdict.IsLocal(new string('\uFF21', 1_023), new string('a', 1_023));
        Verdict.IsLocal(string.Concat(Enumerable.Repeat("u\u0308\u0304", 511)), new string('\u01D6', 511));
        Verdict.IsBadLocal(new string('\u0130', 342), JabberIdReason.TooLong);
    }
}
