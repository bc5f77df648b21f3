using Cenote.Interning;

namespace Cenote.Samples.Jabber.Tests;

public sealed class JabberIdParserTests
{
    [Fact]
    public void Interned_servers_and_resources_are_one_string()
    {
        var parser = new JabberIdParser(new StringInterner(), new StringInterner());

        Assert.True(parser.TryParse("a@example.com/home", out JabberId? first, out _));
        Assert.True(parser.TryParse("b@EXAMPLE.com./home"u8, out JabberId? second, out _));
        Assert.True(parser.TryParse("example.com/home", out JabberId? third, out _));

        Assert.Same(first.Domain, second.Domain);
        Assert.Same(first.Domain, third.Domain);
        Assert.Same(first.Resource, second.Resource);
        Assert.Equal("a@example.com/home", first.ToString());
    }

    [Fact]
    public void Without_interners_each_address_has_its_own_strings()
    {
        Assert.NotSame(JabberId.Parse("a@example.com").Domain, JabberId.Parse("a@example.com").Domain);
    }

    [Fact]
    public void An_interner_gets_prepared_text_only()
    {
        var servers = new StringInterner();
        var parser = new JabberIdParser(servers);

        Assert.False(parser.TryParse("a b@example.com", out JabberId? id, out JabberIdFault fault));
        Assert.Null(id);
        Assert.Equal(JabberIdReason.ForbiddenCharacter, fault.Reason);
        Assert.True(parser.TryParse("ab@Example.com", out _, out _));
        Assert.True(servers.TryGet("example.com", out _));
        Assert.Equal(1, servers.Count);
    }

    [Fact]
    public void A_full_interner_is_not_reported_as_a_fault_of_the_address()
    {
        var full = new StringInterner(new StringInternerOptions { MaximumBytes = 1 });
        var parser = new JabberIdParser(full, full);

        Assert.True(parser.TryParse("a@example.com/home", out JabberId? id, out _));
        Assert.True(parser.TryParse("a@example.com/home"u8, out JabberId? same, out _));
        Assert.Equal(id, same);
        Assert.Equal(0, full.Count);
    }

    [Fact]
    public void An_interner_that_ignores_case_is_refused()
    {
        var interner = new StringInterner(new StringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase });

        Assert.Throws<ArgumentException>("servers", () => new JabberIdParser(interner));
        Assert.Throws<ArgumentException>("resources", () => new JabberIdParser(null, interner));
    }
}
