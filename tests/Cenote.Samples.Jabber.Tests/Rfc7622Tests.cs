namespace Cenote.Samples.Jabber.Tests;

/// <summary>The examples of RFC 7622, section 3.5.</summary>
public sealed class Rfc7622Tests
{
    [Theory]
    [InlineData("juliet@example.com", "juliet", "example.com", "")]
    [InlineData("juliet@example.com/foo", "juliet", "example.com", "foo")]
    [InlineData("juliet@example.com/foo bar", "juliet", "example.com", "foo bar")]
    [InlineData("juliet@example.com/foo@bar", "juliet", "example.com", "foo@bar")]
    [InlineData("foo\\20bar@example.com", "foo\\20bar", "example.com", "")]
    [InlineData("fussball@example.com", "fussball", "example.com", "")]
    [InlineData("fu\u00DFball@example.com", "fu\u00DFball", "example.com", "")]
    [InlineData("\u03C0@example.com", "\u03C0", "example.com", "")]
    [InlineData("\u03A3@example.com/foo", "\u03C3", "example.com", "foo")]
    [InlineData("\u03C3@example.com/foo", "\u03C3", "example.com", "foo")]
    [InlineData("\u03C2@example.com/foo", "\u03C2", "example.com", "foo")]
    [InlineData("king@example.com/\u265A", "king", "example.com", "\u265A")]
    [InlineData("example.com", "", "example.com", "")]
    [InlineData("example.com/foobar", "", "example.com", "foobar")]
    [InlineData("a.example.com/b@example.net", "", "a.example.com", "b@example.net")]
    public void Valid_examples_are_taken_apart(string text, string local, string domain, string resource) =>
        Verdict.IsValid(text, local, domain, resource);

    [Theory]
    [InlineData("\"juliet\"@example.com", JabberIdPart.Localpart, JabberIdReason.ForbiddenCharacter, '"')]
    [InlineData("foo bar@example.com", JabberIdPart.Localpart, JabberIdReason.ForbiddenCharacter, ' ')]
    [InlineData("@example.com/", JabberIdPart.Localpart, JabberIdReason.Empty, 0)]
    [InlineData("henry\u2163@example.com", JabberIdPart.Localpart, JabberIdReason.ForbiddenCharacter, 0x2163)]
    [InlineData("\u265A@example.com", JabberIdPart.Localpart, JabberIdReason.ForbiddenCharacter, 0x265A)]
    [InlineData("juliet@", JabberIdPart.Domainpart, JabberIdReason.Empty, 0)]
    [InlineData("/foobar", JabberIdPart.Domainpart, JabberIdReason.Empty, 0)]
    public void Invalid_examples_are_refused_with_a_reason(
        string text, JabberIdPart part, JabberIdReason reason, int codePoint) =>
        Verdict.IsFault(text, new JabberIdFault(part, reason, codePoint));

    [Fact]
    public void A_space_may_lead_a_resourcepart_as_erratum_4560_has_it() =>
        Verdict.IsValid("juliet@example.com/ foo", "juliet", "example.com", " foo");

    [Fact]
    public void Capital_and_small_sigma_are_one_user_and_final_sigma_is_another()
    {
        Assert.Equal(JabberId.Parse("\u03A3@example.com/foo"), JabberId.Parse("\u03C3@example.com/foo"));
        Assert.NotEqual(JabberId.Parse("\u03C3@example.com/foo"), JabberId.Parse("\u03C2@example.com/foo"));
        Assert.NotEqual(JabberId.Parse("fussball@example.com"), JabberId.Parse("fu\u00DFball@example.com"));
    }

    [Theory]
    [InlineData("foo@bar@baz", '@')]
    [InlineData("foo@bar baz", ' ')]
    public void Only_the_first_at_sign_before_the_first_slash_separates(string text, int codePoint) =>
        Verdict.IsFault(text, new JabberIdFault(JabberIdPart.Domainpart, JabberIdReason.ForbiddenCharacter, codePoint));

    [Fact]
    public void Separators_are_looked_for_before_characters_are_mapped()
    {
        Verdict.IsFault("a\uFF20b.example", new JabberIdFault(JabberIdPart.Domainpart, JabberIdReason.ForbiddenCharacter, '@'));
        Verdict.IsFault("a\uFF20b@c.example", new JabberIdFault(JabberIdPart.Localpart, JabberIdReason.ForbiddenCharacter, '@'));
        Verdict.IsFault("c.example\uFF0Fd", new JabberIdFault(JabberIdPart.Domainpart, JabberIdReason.ForbiddenCharacter, '/'));
    }
}
