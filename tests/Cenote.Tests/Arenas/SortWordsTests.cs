using Cenote.Arenas;
using Cenote.Tests.Support;

namespace Cenote.Tests.Arenas;

public sealed unsafe class SortWordsTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(SortWords.StackWords)]
    [InlineData(SortWords.StackWords + 1)]
    [InlineData(1 << 17)]
    [InlineData((1 << 17) + 1)]
    [InlineData(3_000_000)]
    public void Every_word_can_be_written_and_pages_are_given_back(int words)
    {
        var pages = new FailingPageSource();
        ulong* stack = stackalloc ulong[SortWords.StackWords];
        using (var scratch = new SortWords(pages, (ulong)words, stack))
        {
            Assert.Equal(words <= SortWords.StackWords, scratch.Words == stack);
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
        ulong* stack = stackalloc ulong[SortWords.StackWords];
        using (var scratch = new SortWords(pages, 1 << 20, stack))
        {
            Assert.True(scratch.Words == null);
        }

        Assert.Equal(0, pages.Reservations);
    }
}
