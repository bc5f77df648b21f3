using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class Utf8StringPoolLifecycleTests
{
    private const int Granule = 64 << 10;

    [Fact]
    public void Statistics_add_up()
    {
        using var pool = new Utf8StringPool();
        PooledUtf8String[] handles = [pool.Allocate("a"u8), pool.Allocate("abc"u8), Create(pool, 512), Create(pool, 513)];
        handles[1].Free();
        pool.Allocate(""u8);

        StringPoolStatistics statistics = pool.GetStatistics();

        Assert.Equal(3, statistics.ActiveAllocations);
        Assert.Equal(4, statistics.TotalAllocations);
        Assert.Equal(0, statistics.ManagedStrings);
        Assert.Equal(2, statistics.SmallStrings);
        Assert.Equal(1, statistics.LargeStrings);
        Assert.Equal(1 + 512 + 513, statistics.TextBytes);
        Assert.Equal(3, statistics.SlabCount);
        Assert.Equal(1, statistics.SegmentCount);
        Assert.Equal((4 * Granule) + (1 << 20), statistics.BytesReserved);
        Assert.Equal(pool.BytesReserved, statistics.BytesReserved);
        Assert.Equal(pool.ManagedBytes, statistics.ManagedBytes);
        Assert.InRange(statistics.ManagedBytes, 1, Granule);
    }

    [Theory]
    [InlineData(64, 0.55)]
    [InlineData(200, 0.52)]
    [InlineData(1_000, 0.53)]
    [InlineData(20_000, 0.56)]
    public void Ascii_takes_half_the_memory_of_utf16(int length, double mostOfUtf16)
    {
        int count = 32_000_000 / length;
        byte[] utf8 = Utf8Texts.Ascii(new Random(1), length);
        string utf16 = System.Text.Encoding.ASCII.GetString(utf8);
        using var bytes = new Utf8StringPool();
        using var chars = new SegmentedStringPool();
        for (int i = 0; i < count; i++)
        {
            bytes.Allocate(utf8);
            chars.Allocate(utf16);
        }

        Assert.Equal(2 * bytes.GetStatistics().TextBytes, chars.GetStatistics().TextBytes);
        Assert.InRange((double)bytes.BytesReserved / chars.BytesReserved, 0.4, mostOfUtf16);
    }

    [Fact]
    public void Trim_of_an_empty_pool_gives_everything_back_but_the_tables()
    {
        using var pool = new Utf8StringPool();
        PooledUtf8String[] handles = [.. Enumerable.Range(1, 2_000).Select(length => Create(pool, length))];
        Array.ForEach(handles, static handle => handle.Free());
        long before = pool.BytesReserved;

        Assert.Equal(before - Granule, pool.Trim());

        Assert.Equal((0, 0), (pool.SlabCount, pool.SegmentCount));
        Assert.Equal(0, pool.Trim());
        Assert.All(handles, static handle => Assert.False(handle.IsAlive));
        Assert.Equal("usable", pool.Allocate("usable"u8).ToString());
    }

    [Theory]
    [InlineData(32)]
    [InlineData(67)]
    [InlineData(512)]
    [InlineData(513)]
    [InlineData(300)]
    [InlineData(2_001)]
    [InlineData(40_001)]
    [InlineData(800_000)]
    [InlineData(4_000_000)]
    public void Reserved_room_is_enough_for_strings_of_one_length(int length)
    {
        const int Bytes = 4_000_000;
        using var pool = new Utf8StringPool();
        if (length <= 512)
        {
            pool.ReserveSmall(Bytes);
        }
        else
        {
            // The slots of the large strings are small cells.
            pool.Reserve(Bytes);
        }

        long reserved = pool.BytesReserved;
        Assert.InRange(reserved, Bytes, long.MaxValue);
        for (int i = 0; i < Bytes / length; i++)
        {
            Create(pool, length);
        }

        Assert.Equal(reserved, pool.BytesReserved);
    }

    [Fact]
    public void Room_for_large_strings_alone_is_a_segment()
    {
        using var pool = new Utf8StringPool();

        pool.ReserveLarge(3_000_000);

        Assert.Equal(1, pool.SegmentCount);
        Assert.InRange(pool.BytesReserved, 3_000_000, 5_000_000);
    }

    [Fact]
    public void Room_that_cannot_be_had_is_refused_and_changes_nothing()
    {
        using var pool = new Utf8StringPool(new Utf8StringPoolOptions { MaximumBytes = 64 << 20 });
        PooledUtf8String handle = pool.Allocate("text"u8);
        long before = pool.BytesReserved;

        Assert.Throws<OutOfMemoryException>(() => pool.Reserve(int.MaxValue));
        Assert.Throws<OutOfMemoryException>(() => pool.ReserveSmall(int.MaxValue));
        Assert.Throws<OutOfMemoryException>(() => pool.ReserveLarge(int.MaxValue));
        Assert.Equal("bytes", Assert.Throws<ArgumentOutOfRangeException>(() => pool.Reserve(-1)).ParamName);
        Assert.Equal("bytes", Assert.Throws<ArgumentOutOfRangeException>(() => pool.ReserveSmall(-1)).ParamName);
        Assert.Equal("bytes", Assert.Throws<ArgumentOutOfRangeException>(() => pool.ReserveLarge(int.MinValue)).ParamName);
        Assert.Contains(
            "2147483647 bytes",
            Assert.Throws<OutOfMemoryException>(() => pool.Create(Utf8StringPool.MaximumLength, 0, static (_, _) => { })).Message,
            StringComparison.Ordinal);

        Assert.Equal(before, pool.BytesReserved);
        Assert.Equal(1, pool.ActiveAllocations);
        Assert.Equal("text", handle.ToString());
    }

    [Theory]
    [InlineData(4)]
    [InlineData(1_000)]
    [InlineData(1_000_000)]
    public void A_disposed_pool_refuses_everything_but_freeing(int length)
    {
        var pool = new Utf8StringPool();
        PooledUtf8String handle = Create(pool, length);

        pool.Dispose();
        pool.Dispose();

        Assert.Contains(
            "Keep the pool", Assert.Throws<ObjectDisposedException>(() => handle.Length).Message, StringComparison.Ordinal);
        Assert.Equal(
            nameof(Utf8StringPool), Assert.Throws<ObjectDisposedException>(() => pool.AsSpan(handle.Id).Length).ObjectName);
        Assert.Throws<ObjectDisposedException>(() => handle.IndexOf("a"u8));
        Assert.Throws<ObjectDisposedException>(() => handle.Duplicate());
        Assert.Throws<ObjectDisposedException>(() => handle.Insert(0, "a"u8));
        Assert.Throws<ObjectDisposedException>(() => handle.Replace("a"u8, "b"u8));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate("a"u8));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate(""u8));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate("a"));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate(""));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate($"{length}"));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate(new byte[] { 0xff }));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate(new byte[1_000]));
        Assert.Throws<ObjectDisposedException>(() => pool.DangerousAllocate("a"u8));
        Assert.Throws<ObjectDisposedException>(() => pool.DangerousAllocate(new byte[1_000]));
        Assert.Throws<ObjectDisposedException>(() => pool.Create(1, 0, static (_, _) => { }));
        Assert.Throws<ObjectDisposedException>(pool.Clear);
        Assert.Throws<ObjectDisposedException>(() => pool.Trim());
        Assert.Throws<ObjectDisposedException>(() => pool.Reserve(1));
        Assert.Throws<ObjectDisposedException>(() => pool.GetStatistics());
        Assert.False(pool.TryGetSpan(handle.Id, out _));
        Assert.False(handle.IsAlive);
        Assert.ThrowsAny<InvalidOperationException>(() => handle.ToString());
        handle.Free();
        pool.Free(handle.Id);
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(0, pool.BytesReserved);
    }

    private static PooledUtf8String Create(Utf8StringPool pool, int length) =>
        pool.Create(length, (uint)length, static (text, seed) => Utf8Texts.WriteChecked(text, seed));
}
