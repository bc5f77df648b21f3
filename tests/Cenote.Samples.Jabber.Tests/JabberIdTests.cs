using System.Text;

namespace Cenote.Samples.Jabber.Tests;

public sealed class JabberIdTests
{
    private static readonly JabberId s_juliet = JabberId.Parse("juliet@example.com/balcony");

    [Fact]
    public void An_address_is_bare_or_full()
    {
        Assert.True(s_juliet.IsFull);
        Assert.False(s_juliet.IsBare);
        Assert.True(s_juliet.Bare.IsBare);
        Assert.Equal("juliet@example.com", s_juliet.Bare.ToString());
        Assert.Same(s_juliet.Local, s_juliet.Bare.Local);
        Assert.Same(s_juliet.Bare.Bare.Domain, s_juliet.Domain);
    }

    [Fact]
    public void Addresses_are_equal_if_all_prepared_parts_are()
    {
        JabberId same = JabberId.Parse("JULIET@Example.COM./balcony");

        Assert.Equal(s_juliet, same);
        Assert.True(s_juliet == same);
        Assert.Equal(s_juliet.GetHashCode(), same.GetHashCode());
        Assert.Equal(s_juliet.Parts.GetHashCode(), same.Parts.GetHashCode());
        Assert.True(s_juliet.EqualsBare(JabberId.Parse("juliet@example.com/Balcony")));
        Assert.All(
            [
                "juliet@example.com/Balcony",
                "juliet@example.com",
                "juliet@example.org/balcony",
                "romeo@example.com/balcony",
                "example.com/balcony",
            ],
            other => Assert.True(s_juliet != JabberId.Parse(other)));
        Assert.False(s_juliet.Equals((object)"juliet@example.com/balcony"));
        Assert.False(s_juliet == null);
    }

    [Fact]
    public void Addresses_are_ordered_by_server_then_user_then_session()
    {
        string[] inOrder =
        [
            "a.example", "a.example/x", "a@a.example", "a@a.example/x", "a@a.example/y", "b@a.example", "a@b.example",
            "\u03C0@b.example",
        ];

        JabberId[] shuffled = [.. inOrder.Reverse().Select(JabberId.Parse)];
        Array.Sort(shuffled);

        Assert.Equal(inOrder, shuffled.Select(id => id.ToString()));
        Assert.True(s_juliet.CompareTo(null) > 0);
    }

    [Fact]
    public void An_address_can_be_made_of_parts()
    {
        Assert.Equal(s_juliet, JabberId.Create("Juliet", "example.com", "balcony"));
        Assert.Equal("example.com", JabberId.Create("", "example.com").ToString());
        Assert.Equal("juliet@example.com/a/b", s_juliet.WithResource("a/b").ToString());
        Assert.Equal(s_juliet.Bare, s_juliet.WithResource(""));
        Assert.Equal(
            new JabberIdFault(JabberIdPart.Domainpart, JabberIdReason.Empty),
            Assert.Throws<JabberIdException>(() => JabberId.Create("a", "")).Fault);
        Assert.Equal(
            new JabberIdFault(JabberIdPart.Localpart, JabberIdReason.ForbiddenCharacter, '/'),
            Assert.Throws<JabberIdException>(() => JabberId.Create("a/b", "c")).Fault);
        Assert.Equal(
            new JabberIdFault(JabberIdPart.Resourcepart, JabberIdReason.ForbiddenCharacter, 7),
            Assert.Throws<JabberIdException>(() => s_juliet.WithResource("\a")).Fault);
    }

    [Theory]
    [InlineData("juliet@example.com/balcony")]
    [InlineData("example.com")]
    [InlineData("example.com/\u265A")]
    [InlineData("\u03C0@b\u00FCcher.example")]
    public void Formatting_writes_exactly_what_fits(string text)
    {
        JabberId id = JabberId.Parse(text);
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        char[] chars = new char[text.Length];
        byte[] bytes = new byte[utf8.Length];

        Assert.Equal(text, id.ToString());
        Assert.Equal(text, $"{id}");
        Assert.True(id.TryFormat(chars, out int written));
        Assert.Equal(text, chars.AsSpan(0, written));
        Assert.True(id.TryFormat(bytes, out written));
        Assert.Equal(utf8, bytes.AsSpan(0, written));
        for (int length = 0; length < text.Length; length++)
        {
            Assert.False(id.TryFormat(chars.AsSpan(0, length), out written));
            Assert.Equal(0, written);
        }

        for (int length = 0; length < utf8.Length; length++)
        {
            Assert.False(id.TryFormat(bytes.AsSpan(0, length), out written));
            Assert.Equal(0, written);
        }
    }

    [Fact]
    public void Interfaces_of_the_framework_parse_and_format()
    {
        Assert.Equal(s_juliet, ParseBy<JabberId>("juliet@example.com/balcony"));
        Assert.Equal(s_juliet, ParseUtf8By<JabberId>("juliet@example.com/balcony"u8));
        Assert.False(TryParseBy<JabberId>("@", out JabberId? none));
        Assert.Null(none);
        Assert.Throws<JabberIdException>(() => ParseBy<JabberId>("@"));
        Assert.Throws<ArgumentNullException>(() => JabberId.Parse((string)null!));
        Assert.Equal("juliet@example.com/balcony", ((IFormattable)s_juliet).ToString(null, null));
    }

    private static T ParseBy<T>(string text)
        where T : ISpanParsable<T>
    {
        Assert.True(T.TryParse(text, null, out T? id) == TryParseBy(text.AsSpan(), out T? other));
        Assert.Equal(id, other);
        return T.Parse(text.AsSpan(), null);
    }

    private static bool TryParseBy<T>(ReadOnlySpan<char> text, out T? id)
        where T : ISpanParsable<T> => T.TryParse(text, null, out id);

    private static T ParseUtf8By<T>(ReadOnlySpan<byte> text)
        where T : IUtf8SpanParsable<T>
    {
        Assert.True(T.TryParse(text, null, out T? id));
        Assert.Equal(id, T.Parse(text, null));
        return id;
    }
}
