using Cenote.Memory;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory;

public sealed unsafe class ScratchTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Scratch.StackWords)]
    [InlineData(Scratch.StackWords + 1)]
    [InlineData(1 << 17)]
    [InlineData((1 << 17) + 1)]
    [InlineData(3_000_000)]
    public void Every_word_can_be_written_and_pages_are_given_back(int words)
    {
        var pages = new FailingPageSource();
        ulong* stack = stackalloc ulong[Scratch.StackWords];
        using (var scratch = new Scratch(pages, (ulong)words, stack))
        {
            Assert.Equal(words <= Scratch.StackWords, scratch.Words == stack);
            new Span<ulong>(scratch.Words, words).Fill(ulong.MaxValue);
            Assert.Equal(-1, new Span<ulong>(scratch.Words, words).IndexOfAnyExcept(ulong.MaxValue));
        }

        Assert.Equal(0, pages.Reservations);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Refused_pages_are_no_words(int request)
    {
        var pages = new FailingPageSource { Fails = number => number == request };
        ulong* stack = stackalloc ulong[Scratch.StackWords];
        using (var scratch = new Scratch(pages, 1 << 20, stack))
        {
            Assert.True(scratch.Words == null);
        }

        Assert.Equal(0, pages.Reservations);
    }
}
