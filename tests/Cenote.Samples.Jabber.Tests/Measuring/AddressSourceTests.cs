using Cenote.Samples.Jabber.Measuring;

namespace Cenote.Samples.Jabber.Tests.Measuring;

public sealed class AddressSourceTests
{
    [Fact]
    public void Every_source_makes_up_the_same_addresses()
    {
        var source = new AddressSource();
        var other = new AddressSource();
        Span<char> text = stackalloc char[JabberIdText.MaximumLength];
        Span<char> otherText = stackalloc char[JabberIdText.MaximumLength];
        for (int i = 0; i < 10_000; i++)
        {
            ReadOnlySpan<char> address = text[..source.Next(text)];

            Assert.True(address.SequenceEqual(otherText[..other.Next(otherText)]), address.ToString());
            Assert.True(JabberId.TryParse(address, out _, out _), address.ToString());
        }
    }

    [Fact]
    public void Making_up_an_address_allocates_nothing_from_the_first_one_on()
    {
        var source = new AddressSource();
        Span<char> text = stackalloc char[JabberIdText.MaximumLength];
        source.Next(text);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 10_000; i++)
        {
            source.Next(text);
        }

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }
}
