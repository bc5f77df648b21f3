using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class DisposalAndLifecycleTests
{
    [Fact]
    public void Disposing_gives_all_memory_back()
    {
        var pages = new FailingPageSource();
        var pool = new UnmanagedStringPool(100, true, pages, TimeProvider.System);
        pool.Allocate(new string('x', 2_000_000));
        Assert.Equal(2, pages.Reservations);

        pool.Dispose();
        pool.Dispose();

        Assert.Equal(0, pages.Reservations);
        Assert.True(pool.IsDisposed);
    }

    [Fact]
    public void A_pool_that_may_grow_later_has_its_two_ranges_from_the_start_and_gives_them_back()
    {
        var pages = new FailingPageSource();
        var pool = new UnmanagedStringPool(100, false, pages, TimeProvider.System) { AllowGrowth = true };
        PooledString handle = pool.Allocate("text");
        pool.Allocate(new string('x', 1_000_000));
        Assert.Equal(2, pages.Reservations);
        Assert.Equal("text", handle.ToString());

        pool.Dispose();

        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void Methods_of_a_disposed_pool_throw()
    {
        var pool = new UnmanagedStringPool(100);
        PooledStringId id = pool.Allocate("text").Id;
        pool.Dispose();

        AssertDisposed(() => pool.Allocate("text"));
        AssertDisposed(() => pool.Allocate(""));
        AssertDisposed(() => pool.AllocateString("text"));
        AssertDisposed(() => pool.Allocate($"{1}"));
        AssertDisposed(() => pool.Allocate("text"u8));
        AssertDisposed(() => pool.Create(1, 0, static (_, _) => { }));
        AssertDisposed(() => pool.CreateEmptyString());
        AssertDisposed(() => pool.AsSpan(id));
        AssertDisposed(pool.Clear);
        AssertDisposed(() => pool.Trim());
        AssertDisposed(() => pool.Reserve(1));
        AssertDisposed(() => pool.DefragmentAndGrowPool(0));
        AssertDisposed(() => pool.DumpBufferAsString());
        AssertDisposed(() => pool.GetStatistics());

        static void AssertDisposed(Action code) =>
            Assert.Contains(
                nameof(UnmanagedStringPool), Assert.Throws<ObjectDisposedException>(code).ObjectName, StringComparison.Ordinal);
    }

    [Fact]
    public void Properties_of_a_disposed_pool_are_those_of_nothing()
    {
        var pool = new UnmanagedStringPool(100);
        pool.Allocate("text");
        pool.Dispose();

        Assert.Equal(0, pool.FreeSpaceChars);
        Assert.Equal(0, pool.EndBlockSizeChars);
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(0, pool.FragmentationPercentage);
        Assert.Equal(0, pool.BytesReserved);
        Assert.Equal(0, pool.ManagedBytes);
        Assert.True(pool.AllowGrowth);
        pool.AllowGrowth = false;
        Assert.False(pool.AllowGrowth);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(4_000)]
    public void Handles_of_a_disposed_pool_are_stale_and_can_be_freed(int length)
    {
        var pool = new UnmanagedStringPool(100);
        PooledString handle = pool.Allocate(new string('x', length));
        pool.Dispose();

        Assert.False(handle.IsAlive);
        Assert.False(handle.TryGetSpan(out _));
        Assert.Throws<ObjectDisposedException>(() => handle.Length);
        Assert.Throws<ObjectDisposedException>(() => handle.AsSpan().Length);
        Assert.Throws<ObjectDisposedException>(() => handle.Insert(0, "x"));
        Assert.Throws<ObjectDisposedException>(() => handle.Duplicate());
        Assert.ThrowsAny<InvalidOperationException>(() => handle.ToString());
        Assert.Equal(handle.GetHashCode(), handle.GetHashCode());
        Assert.True(handle.Equals(pool.Resolve(handle.Id)));
        handle.Free();
        handle.Dispose();
        pool.Free(handle.Id);
        Assert.True(pool.Resolve(default).IsAlive);
        Assert.True(pool.AsSpan(default).IsEmpty);
        Assert.True(pool.TryGetSpan(default, out _));
    }

    [Fact]
    public void Pools_come_and_go_side_by_side()
    {
        var pools = new List<UnmanagedStringPool>();
        var handles = new List<PooledString>();
        for (int i = 0; i < 200; i++)
        {
            pools.Add(new UnmanagedStringPool(1 + i, allowGrowth: i % 2 == 0));
            handles.Add(pools[i].Allocate($"{i % 10}"));
            if (i % 3 == 0)
            {
                pools[i / 2].Dispose();
            }
        }

        for (int i = 0; i < 200; i++)
        {
            Assert.Equal(!pools[i].IsDisposed, handles[i].IsAlive);
            Assert.True(pools[i].IsDisposed || handles[i].Equals($"{i % 10}"));
            pools[i].Dispose();
        }
    }

    [Fact]
    public void Using_statements_end_strings_and_pools()
    {
        UnmanagedStringPool outside;
        using (var pool = new UnmanagedStringPool(100))
        {
            outside = pool;
            using (PooledString handle = pool.Allocate("text"))
            {
                Assert.Equal(1, pool.ActiveAllocations);
            }

            Assert.Equal(0, pool.ActiveAllocations);
        }

        Assert.True(outside.IsDisposed);
    }

    [Theory]
    [InlineData(500, 20)]
    [InlineData(50_000, 2)]
    public void A_pool_on_the_memory_of_a_disposed_one_knows_none_of_its_strings(int count, int rounds)
    {
        for (int round = 0; round < rounds; round++)
        {
            var former = new UnmanagedStringPool(10_000);
            PooledString[] handles = [.. Enumerable.Range(0, count).Select(number => former.Allocate($"text {number}"))];
            PooledStringId[] ids = [.. handles.Select(static handle => handle.Id)];
            former.Dispose();

            using var pool = new UnmanagedStringPool(10_000);
            Assert.All(ids, id => Assert.False(pool.TryGetSpan(id, out _)));
            PooledString[] own = [.. Enumerable.Range(0, count).Select(number => pool.Allocate($"own {number}"))];

            Assert.All(ids, id => Assert.False(pool.TryGetSpan(id, out _)));
            Assert.All(handles, static handle => Assert.False(handle.IsAlive));
            Assert.All(own, static (handle, number) => Assert.Equal($"own {number}", handle.ToString()));
            Assert.Equal(count, pool.ActiveAllocations);
            Assert.StartsWith("own 0own 1own 2", pool.DumpBufferAsString(), StringComparison.Ordinal);
        }
    }
}
