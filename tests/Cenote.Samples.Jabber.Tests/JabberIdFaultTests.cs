namespace Cenote.Samples.Jabber.Tests;

public sealed class JabberIdFaultTests
{
    [Fact]
    public void Every_reason_has_a_sentence_of_its_own()
    {
        string[] messages =
        [
            .. Enum.GetValues<JabberIdReason>()
                .Select(reason => new JabberIdFault(JabberIdPart.Domainpart, reason, 0x265A).Message),
        ];

        Assert.All(messages, message => Assert.EndsWith(".", message, StringComparison.Ordinal));
        Assert.Distinct(messages);
        Assert.DoesNotContain("The domainpart is invalid.", messages);
    }

    [Fact]
    public void A_message_names_the_part_and_the_character_and_never_the_text()
    {
        Assert.Equal(
            "The localpart must not contain the character U+265A.",
            Assert.Throws<JabberIdException>(() => JabberId.Parse("king\u265A@example.com")).Message);
        Assert.Equal("The address is empty.", Assert.Throws<JabberIdException>(() => JabberId.Parse("")).Message);
    }

    [Fact]
    public void Text_that_is_no_Unicode_is_refused_in_either_encoding()
    {
        Assert.False(JabberId.TryParse("a\uD800@example.com", out _, out JabberIdFault fault));
        Assert.Equal(new JabberIdFault(JabberIdPart.Localpart, JabberIdReason.NotUnicode), fault);
        Assert.False(JabberId.TryParse("example.com/\uDF42", out _, out fault));
        Assert.Equal(new JabberIdFault(JabberIdPart.Resourcepart, JabberIdReason.NotUnicode), fault);
        Assert.False(JabberId.TryParse([(byte)'a', (byte)'@', 0xC3, (byte)'('], out _, out fault));
        Assert.Equal(new JabberIdFault(JabberIdPart.Domainpart, JabberIdReason.NotUnicode), fault);
    }
}
