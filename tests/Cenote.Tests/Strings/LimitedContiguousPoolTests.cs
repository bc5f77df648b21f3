using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>A contiguous pool at its limit, or at the end of its addresses, rejects only strings that do not fit.</summary>
public class LimitedContiguousPoolTests
{
    [Fact]
    public void Room_that_long_strings_left_serves_the_table_of_short_ones()
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions { MaximumBytes = 1 << 20 });
        var handles = new List<PooledString>();
        while (pool.TryAllocate(new string('x', 400), out PooledString handle))
        {
            handles.Add(handle);
        }

        handles.ForEach(static handle => handle.Free());
        int count = 0;
        while (pool.TryAllocate("y", out PooledString handle))
        {
            Assert.Equal("y", handle.ToString());
            count++;
        }

        Assert.InRange(count, 30_000, int.MaxValue);
        Assert.InRange(pool.BytesReserved, 0, 1 << 20);
    }

    [Theory]
    [InlineData(720_000, long.MaxValue)]
    [InlineData(long.MaxValue, 1_320_000)]
    public void A_block_that_can_only_grow_a_little_is_compacted_and_grown(long maximumBytes, long reservedAddressBytes)
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            InitialCapacityChars = 200_000,
            MaximumBytes = maximumBytes,
            ReservedAddressBytes = reservedAddressBytes,
        });
        PooledString[] handles = [.. Enumerable.Range(0, 390).Select(_ => pool.Allocate(new string('x', 500)))];
        for (int i = 0; i < handles.Length * 3 / 10; i++)
        {
            handles[i * 3].Free();
        }

        Assert.Equal(175_000, pool.Allocate(new string('y', 175_000)).Length);
        Assert.All(handles.Where(static handle => handle.IsAlive), static handle => Assert.Equal(500, handle.Length));
    }

    [Fact]
    public void A_block_that_is_exactly_full_is_compacted_to_reserve_room()
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            InitialCapacityChars = 1_000,
            ReservedAddressBytes = 128 << 10,
        });
        PooledString[] handles = [.. Enumerable.Range(0, 64).Select(_ => pool.Allocate(new string('x', 508)))];
        Array.ForEach(handles[1..], static handle => handle.Free());

        pool.Reserve(25_000);

        Assert.InRange(pool.EndBlockSizeChars, 25_000, int.MaxValue);
    }

    [Fact]
    public void A_pool_without_further_addresses_has_a_slot_for_each_string_of_its_block()
    {
        using var pool = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            InitialCapacityChars = 1,
            ReservedAddressBytes = 0,
        });
        int count = 0;
        while (pool.TryAllocate("x", out _))
        {
            count++;
        }

        Assert.InRange(count, Environment.SystemPageSize / 16, int.MaxValue);
    }

    [Fact]
    public void Messages_name_what_refused()
    {
        const int Capacity = 500_000;
        using var fixedSize = new UnmanagedStringPool(new UnmanagedStringPoolOptions
        {
            InitialCapacityChars = Capacity,
            AllowGrowth = false,
            MaximumBytes = (Capacity * sizeof(char)) + (80 << 10),
        });
        void Fill()
        {
            while (fixedSize.ActiveAllocations < Capacity)
            {
                fixedSize.Allocate("x");
            }
        }

        Assert.Contains(
            "MaximumBytes", Assert.Throws<OutOfMemoryException>(Fill).Message, StringComparison.Ordinal);
        using var addressed = new UnmanagedStringPool(new UnmanagedStringPoolOptions { ReservedAddressBytes = 1 << 20 });
        Assert.Contains(
            "524288 bytes",
            Assert.Throws<ArgumentOutOfRangeException>(() => addressed.Reserve(300_000)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Short_texts_are_refused_by_the_name_of_the_parameter_that_they_came_in()
    {
        using var pool = new SegmentedStringPool(new() { MinimumLength = 10, ShortStrings = ShortStrings.Throw });
        using var contiguous = new UnmanagedStringPool(
            new UnmanagedStringPoolOptions { MinimumLength = 10, ShortStrings = ShortStrings.Throw });
        using var utf8 = new Utf8StringPool(new() { MinimumLength = 10, ShortStrings = ShortStrings.Throw });
        PooledStringRef text = pool.Allocate("0123456789");
        PooledString moving = contiguous.Allocate("0123456789");
        PooledUtf8String bytes = utf8.Allocate("0123456789"u8);

        Assert.Equal("newValue", Assert.Throws<ArgumentException>(() => text.Replace("012345678", "")).ParamName);
        Assert.Equal("newValue", Assert.Throws<ArgumentException>(() => moving.Replace("012345678", "")).ParamName);
        Assert.Equal("newValue", Assert.Throws<ArgumentException>(() => bytes.Replace("012345678"u8, default)).ParamName);
        Assert.Equal("utf8", Assert.Throws<ArgumentException>(() => contiguous.Allocate("short"u8)).ParamName);
        Assert.Equal("bytes", Assert.Throws<ArgumentException>(() => utf8.Create(5, 0, static (_, _) => { })).ParamName);
    }

    [Fact]
    public void A_debugger_does_not_wait_for_a_thread_that_stands_still()
    {
        using var arrested = new ManualResetEventSlim();
        using var released = new ManualResetEventSlim();
        var pages = new FailingPageSource();
        using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions(), pages);
        pool.Allocate("before");
        pages.Fails = _ =>
        {
            arrested.Set();
            released.Wait();
            return false;
        };
        var thread = new Thread(() =>
        {
            for (int i = 0; i < 200_000; i++)
            {
                pool.Allocate("a text that makes the pool grow");
            }
        });
        thread.Start();
        arrested.Wait();
        try
        {
            Assert.Contains("BytesReserved", StringPoolDebugView.TextOf(pool), StringComparison.Ordinal);
            Assert.Null(new StringPoolDebugView(pool).ActiveAllocations);
        }
        finally
        {
            released.Set();
            thread.Join();
        }

        Assert.Equal(200_001, new StringPoolDebugView(pool).ActiveAllocations);
    }
}
