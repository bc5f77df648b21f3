namespace Cenote.Samples.Jabber.Tests;

public sealed class DomainpartTests
{
    [Theory]
    [InlineData("EXAMPLE.com", "example.com")]
    [InlineData("example.com.", "example.com")]
    [InlineData("localhost", "localhost")]
    [InlineData("192.168.0.1", "192.168.0.1")]
    [InlineData("B\u00DCCHER.example", "b\u00FCcher.example")]
    [InlineData("bu\u0308cher.example", "b\u00FCcher.example")]
    [InlineData("xn--bcher-kva.example", "b\u00FCcher.example")]
    [InlineData("XN--BCHER-KVA.EXAMPLE", "b\u00FCcher.example")]
    [InlineData("fa\u00DF.de", "fa\u00DF.de")]
    [InlineData("xn--fa-hia.de", "fa\u00DF.de")]
    [InlineData("\uFF25xample\uFF0Ecom", "example.com")]
    [InlineData("\u4F8B\u3048\u3002jp", "\u4F8B\u3048.jp")]
    [InlineData("\u4F8B\u3048\uFF61jp\u3002", "\u4F8B\u3048.jp")]
    [InlineData("\u05D0\u05D1.\u05D0", "\u05D0\u05D1.\u05D0")]
    [InlineData("\u05D0.com", "\u05D0.com")]
    [InlineData("\u06CC\u200C\u0627.com", "\u06CC\u200C\u0627.com")]
    [InlineData("l\u00B7l.cat", "l\u00B7l.cat")]
    [InlineData("\u13E3\u13B3\u13A9.com", "\u13E3\u13B3\u13A9.com")]
    [InlineData("\uABB3\uAB83\uAB79.com", "\u13E3\u13B3\u13A9.com")]
    public void Labels_are_mapped_and_decoded(string given, string prepared) => Verdict.IsDomain(given, prepared);

    [Theory]
    [InlineData("-a.com")]
    [InlineData("a-.com")]
    [InlineData("a.b-")]
    [InlineData("ab--cd.com")]
    [InlineData("a..com")]
    [InlineData(".com")]
    [InlineData("com..")]
    [InlineData("\u00FC-.com")]
    [InlineData("\u00FC\u00FC--a.com")]
    [InlineData("\u0308a.com")]
    public void Labels_have_something_in_them_and_hyphens_inside(string given) =>
        Verdict.IsBadDomain(given, JabberIdReason.MalformedLabel);

    [Theory]
    [InlineData("a_b.com", '_')]
    [InlineData("a b.com", ' ')]
    [InlineData("a:5222", ':')]
    [InlineData("i\u2665ny.com", 0x2665)]
    [InlineData("\u2163.com", 0x2173)]
    [InlineData("\uFB01.com", 0xFB01)]
    [InlineData("\u1F82.com", 0x1F82)]
    [InlineData("\u1C80.com", 0x1C80)]
    [InlineData("a\u20D0.com", 0x20D0)]
    [InlineData("a\u00AD.com", 0xAD)]
    public void Characters_that_the_DNS_never_sees_are_refused(string given, int codePoint) =>
        Verdict.IsBadDomain(given, JabberIdReason.ForbiddenCharacter, codePoint);

    [Theory]
    [InlineData("xn--.com")]
    [InlineData("xn--a.com")]
    [InlineData("xn--0.com")]
    [InlineData("xn--abc-.com")]
    [InlineData("xn--bcher-KVB_.com")]
    [InlineData("xn--Bcher-kva\u00FC.com")]
    [InlineData("xn--iny-zx5a9.com")]
    public void Encodings_of_nothing_are_refused(string given) => Verdict.IsBadDomain(given, JabberIdReason.MalformedEncoding);

    [Fact]
    public void An_encoded_label_is_held_to_the_rules_of_what_it_encodes() =>
        Verdict.IsBadDomain("xn--iny-zx5a.com", JabberIdReason.ForbiddenCharacter, 0x2665);

    [Fact]
    public void A_label_has_at_most_63_bytes_as_the_DNS_sees_it()
    {
        Verdict.IsDomain(new string('a', 63), new string('a', 63));
        Verdict.IsBadDomain(new string('a', 64), JabberIdReason.LabelTooLong);
        Verdict.IsDomain(new string('a', 55) + '\u00FC', new string('a', 55) + '\u00FC');
        Verdict.IsBadDomain(new string('a', 62) + '\u00FC', JabberIdReason.LabelTooLong);
    }

    [Fact]
    public void A_domainpart_has_at_most_1023_bytes()
    {
        string longest = string.Join('.', Enumerable.Repeat(new string('a', 63), 16))[..1_023];

        Verdict.IsDomain(longest, longest);
        Verdict.IsDomain(longest.ToUpperInvariant(), longest);
        Verdict.IsBadDomain("b." + longest, JabberIdReason.TooLong);
        Verdict.IsBadDomain(string.Join('.', Enumerable.Repeat("\u4E2D\u4E2D", 150)), JabberIdReason.TooLong);
    }

    [Theory]
    [InlineData("[::1]", "[::1]")]
    [InlineData("[2001:DB8:0:0:0:0:0:1]", "[2001:db8::1]")]
    [InlineData("[::FFFF:192.0.2.1]", "[::ffff:192.0.2.1]")]
    public void Addresses_of_IPv6_have_one_form(string given, string prepared) => Verdict.IsDomain(given, prepared);

    [Theory]
    [InlineData("[]")]
    [InlineData("[")]
    [InlineData("[::1")]
    [InlineData("[::1]x")]
    [InlineData("[[::1]]")]
    [InlineData("[::1]:5222")]
    [InlineData("[fe80::1%25eth0]")]
    [InlineData("[192.0.2.1]")]
    [InlineData("[v1.x]")]
    [InlineData("[\u0661::1]")]
    public void Brackets_hold_an_address_and_nothing_else(string given) =>
        Verdict.IsBadDomain(given, JabberIdReason.MalformedIPAddress);

    [Theory]
    [InlineData("\u05D0a.com")]
    [InlineData("1.\u05D0")]
    [InlineData("\u05D0.1a")]
    [InlineData("\u05D0-a.com")]
    public void One_label_written_to_the_left_puts_all_labels_under_the_rule(string given) =>
        Verdict.IsBadDomain(given, JabberIdReason.MixedDirections);

    [Theory]
    [InlineData("a\u00B7b.cat", 0xB7)]
    [InlineData("a\u30FBb.jp", 0x30FB)]
    [InlineData("a\u200Db.com", 0x200D)]
    public void Contextual_rules_hold_within_a_label(string given, int codePoint) =>
        Verdict.IsBadDomain(given, JabberIdReason.MisplacedCharacter, codePoint);

    [Fact]
    public void A_dot_alone_is_no_domain() => Verdict.IsBadDomain(".", JabberIdReason.Empty);
}
