using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class PooledStringSpansTests
{
    [Theory]
    [MemberData(nameof(PoolShapes.Names), MemberType = typeof(PoolShapes))]
    public void All_texts_come_in_the_order_of_their_ids(string shape)
    {
        using var pool = new SegmentedStringPool(PoolShapes.Options(shape));
        var random = new Random(40);
        for (int count = 0; count < 60; count++)
        {
            string[] texts =
            [
                .. Enumerable.Range(0, count)
                    .Select(_ => Texts.Random(random, random.Next(20) == 0 ? 0 : random.Next(12, 300))),
            ];
            PooledStringId[] ids = [.. texts.Select(text => pool.Allocate(text).Id)];
            var read = new List<string>();

            foreach (ReadOnlySpan<char> text in pool.AsSpans(ids))
            {
                read.Add(text.ToString());
            }

            Assert.Equal(texts, read);
            pool.Clear();
        }
    }

    [Fact]
    public void Texts_can_be_read_more_than_once()
    {
        using var pool = new SegmentedStringPool();
        PooledStringId[] ids = [pool.Allocate("a").Id, pool.Allocate("bc").Id];
        PooledStringSpans spans = pool.AsSpans(ids);
        int chars = 0;
        for (int round = 0; round < 3; round++)
        {
            foreach (ReadOnlySpan<char> text in spans)
            {
                chars += text.Length;
            }
        }

        Assert.Equal(9, chars);
    }

    [Fact]
    public void A_stale_id_throws_when_its_turn_comes()
    {
        using var pool = new SegmentedStringPool();
        PooledStringId[] ids = [pool.Allocate("a").Id, pool.Allocate("stale").Id, pool.Allocate("b").Id];
        pool.Free(ids[1]);

        PooledStringSpans spans = pool.AsSpans(ids).GetEnumerator();
        Assert.True(spans.MoveNext());
        Assert.Equal("a", spans.Current.ToString());
        Assert.True(spans.MoveNext());
        bool refused = false;
        try
        {
            _ = spans.Current.Length;
        }
        catch (InvalidOperationException)
        {
            refused = true;
        }

        Assert.True(refused);
        Assert.True(spans.MoveNext());
        Assert.Equal("b", spans.Current.ToString());
        Assert.False(spans.MoveNext());
    }

    [Fact]
    public void A_disposed_pool_refuses_to_be_read()
    {
        var pool = new SegmentedStringPool();
        PooledStringId[] ids = [.. Enumerable.Range(0, 100).Select(_ => pool.Allocate("text").Id)];
        pool.Dispose();

        Assert.Throws<ObjectDisposedException>(() =>
        {
            foreach (ReadOnlySpan<char> text in pool.AsSpans(ids))
            {
                Assert.Fail(text.ToString());
            }
        });
    }
}
