using Cenote.Text;

namespace Cenote.Tests.Text;

public sealed class PrivateCopyTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(PrivateCopy<char>.StackLength)]
    [InlineData(PrivateCopy<char>.StackLength + 1)]
    [InlineData(10_000)]
    public void A_copy_stays_when_the_original_changes(int length)
    {
        char[] original = new char[length];
        original.AsSpan().Fill('o');
        using var copy = new PrivateCopy<char>(original, stackalloc char[PrivateCopy<char>.StackLength]);
        original.AsSpan().Fill('x');
        Assert.Equal(new string('o', length), copy.Span.ToString());
    }

    [Fact]
    public void Nothing_of_the_text_is_left_in_the_buffer()
    {
        Span<char> buffer = stackalloc char[PrivateCopy<char>.StackLength];
        buffer.Clear();
        new PrivateCopy<char>("secret", buffer).Dispose();
        Assert.Equal(-1, buffer.IndexOfAnyExcept('\0'));
    }
}
