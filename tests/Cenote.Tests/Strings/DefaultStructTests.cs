using Cenote.Formatting;
using Cenote.Strings;

namespace Cenote.Tests.Strings;

/// <summary>The <c>default</c> of each struct acts as an empty value, or throws an exception that says what to do.</summary>
public sealed class DefaultStructTests
{
    [Fact]
    public void A_default_handler_is_an_empty_text_that_can_be_added_to()
    {
        using var pool = new SegmentedStringPool();
        StringHandler handler = default;
        Assert.True(pool.Allocate(ref handler).IsEmpty);

        handler = default;
        handler.AppendLiteral("literal ");
        handler.AppendFormatted(5);
        Assert.Equal("literal 5", pool.Allocate(ref handler).ToString());
    }

    [Fact]
    public void Default_spans_are_none()
    {
        PooledStringSpans spans = default;
        foreach (ReadOnlySpan<char> _ in spans)
        {
            Assert.Fail("Default spans contain no span.");
        }

        Assert.False(spans.MoveNext());
    }

    [Fact]
    public void Spans_without_a_current_text_say_what_to_do()
    {
        using var pool = new SegmentedStringPool();
        PooledStringId[] ids = [pool.Allocate("text").Id];
        Action[] refused =
        [
            static () => _ = default(PooledStringSpans).Current.Length,
            () => _ = pool.AsSpans(ids).Current.Length,
            () =>
            {
                PooledStringSpans spans = pool.AsSpans(ids);
                while (spans.MoveNext())
                {
                    Assert.Equal(4, spans.Current.Length);
                }

                _ = spans.Current.Length;
            },
        ];

        Assert.All(refused, static action =>
        {
            string message = Assert.Throws<InvalidOperationException>(action).Message;
            Assert.Contains("AsSpans, and use foreach", message, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void A_default_reader_says_where_readers_come_from()
    {
        SynchronizedStringPool.Reader reader = default;
        reader.Dispose();
        string message = "";
        try
        {
            _ = reader.TryGetSpan(default, out ReadOnlySpan<char> _);
        }
        catch (ObjectDisposedException exception)
        {
            message = exception.Message;
        }

        Assert.Contains("EnterRead", message, StringComparison.Ordinal);
    }

    [Fact]
    public void Default_handles_and_ids_are_the_empty_string()
    {
        using var pool = new SegmentedStringPool();
        using var contiguous = new UnmanagedStringPool(100);
        using var utf8 = new Utf8StringPool();

        Assert.True(pool.AsSpan(default).IsEmpty);
        Assert.True(contiguous.AsSpan(default).IsEmpty);
        Assert.True(utf8.AsSpan(default).IsEmpty);
        Assert.Equal(default(PooledStringRef), pool.Resolve(default));
        Assert.Equal(default(PooledString), contiguous.Resolve(default));
        Assert.Equal(default(PooledUtf8String), utf8.Resolve(default));
    }
}
