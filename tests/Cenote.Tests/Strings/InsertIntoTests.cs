using Cenote.Strings;

namespace Cenote.Tests.Strings;

/// <summary>Insertion through the pool that stores the result.</summary>
public class InsertIntoTests
{
    [Fact]
    public void The_empty_string_gets_a_value_from_the_pool()
    {
        using var pool = new SegmentedStringPool();
        using var contiguous = new UnmanagedStringPool(10);
        using var utf8 = new Utf8StringPool();

        Assert.Equal("value", pool.Insert(default, 0, "value").ToString());
        Assert.Equal("value", contiguous.Insert(default, 0, "value").ToString());
        Assert.Equal("value", utf8.Insert(default, 0, "value"u8).ToString());
        Assert.True(pool.Insert(default, 0, "").IsEmpty);
        Assert.True(contiguous.Insert(default, 0, "").IsEmpty);
        Assert.True(utf8.Insert(default, 0, default).IsEmpty);
        Assert.Throws<ArgumentOutOfRangeException>(() => pool.Insert(default, 1, "value"));
        Assert.Throws<ArgumentOutOfRangeException>(() => contiguous.Insert(default, 1, "value"));
        Assert.Throws<ArgumentOutOfRangeException>(() => utf8.Insert(default, -1, "value"u8));
        Assert.Contains(
            "Insert or Allocate on the pool",
            Assert.Throws<InvalidOperationException>(() => PooledStringRef.Empty.Insert(0, "value")).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void The_result_belongs_to_the_pool_that_was_asked()
    {
        using var other = new SegmentedStringPool();
        using var pool = new ConcurrentStringPool();
        PooledStringRef text = other.Allocate("Dos Ojos");

        PooledStringRef result = pool.Insert(text, 3, " or Tres");

        Assert.Equal("Dos or Tres Ojos", result.ToString());
        Assert.Equal("Dos Ojos", text.ToString());
        Assert.Equal((1, 1), (other.ActiveAllocations, pool.ActiveAllocations));
        text.Free();
        Assert.Throws<InvalidOperationException>(() => pool.Insert(text, 0, "value"));
        Assert.Equal(1, pool.ActiveAllocations);
    }

    [Fact]
    public void A_contiguous_pool_may_move_the_texts_that_the_new_one_is_made_of()
    {
        using var pool = new UnmanagedStringPool(20);
        PooledString text = pool.Allocate("0123456789");
        for (int i = 0; i < 2_000; i++)
        {
            PooledString next = pool.Insert(text, 5, i % 2 == 0 ? text.AsSpan()[..3] : "abc");
            Assert.Equal($"01234{(i % 2 == 0 ? "012" : "abc")}56789", next.ToString());
            text.Free();
            next.Free();
            text = pool.Allocate("0123456789");
        }
    }

    [Fact]
    public void A_pool_that_is_disposed_says_so()
    {
        var pool = new SegmentedStringPool();
        pool.Dispose();

        Assert.Throws<ObjectDisposedException>(() => pool.Insert(default, 0, "value"));
        Assert.Throws<ObjectDisposedException>(() => pool.Insert(default, 0, ""));
    }
}
