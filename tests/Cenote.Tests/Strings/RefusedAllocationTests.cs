using System.Text;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>
/// A pool at its limit refuses cheaply: the test counts the pool's scans over cells and pauses of other threads. The pool still
/// finds freed memory.
/// </summary>
public sealed class RefusedAllocationTests
{
    private const long Limit = 8 << 20;
    private const int Refusals = 2_000;

    [Theory]
    [InlineData(20)]
    [InlineData(5_000)]
    public void A_segmented_pool_at_its_limit_walks_over_nothing(int length)
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = Limit });
        PooledStringRef[] live = Fill(pool, 20);
        Churn(pool, live);
        Refuse(pool, length);
        long walks = pool.Walks;

        Refuse(pool, length);

        Assert.Equal(walks, pool.Walks);
        Assert.InRange(walks, 0, 2);
    }

    [Theory]
    [InlineData(20)]
    [InlineData(5_000)]
    public void A_concurrent_pool_at_its_limit_stops_nobody(int length)
    {
        using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = Limit });
        PooledStringRef[] live = Fill(pool, 20);
        Churn(pool, live);
        Refuse(pool, length);
        long walks = pool.Walks;
        long stops = pool.Stops;

        Refuse(pool, length);
        SteppedThread.RunOnce(() => Refuse(pool, length));

        Assert.Equal(walks, pool.Walks);
        Assert.Equal(stops, pool.Stops);
    }

    [Fact]
    public void Refusals_beside_threads_that_free_and_allocate_stop_nobody()
    {
        using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = Limit });
        PooledStringRef[] live = Fill(pool, 20);
        bool done = false;
        var other = new Thread(() =>
        {
            var random = new Random(1);
            while (!Volatile.Read(ref done))
            {
                ref PooledStringRef handle = ref live[random.Next(live.Length)];
                handle.Free();
                handle = pool.Allocate(new string('b', 20));
            }
        });
        other.Start();
        long stops = pool.Stops;

        Refuse(pool, 200);

        Volatile.Write(ref done, true);
        other.Join();
        Assert.InRange(pool.Stops - stops, 0, 2);
    }

    [Fact]
    public void A_UTF_8_pool_at_its_limit_walks_over_nothing()
    {
        using var pool = new Utf8StringPool(new Utf8StringPoolOptions { MaximumBytes = Limit });
        byte[] text = Encoding.UTF8.GetBytes(new string('a', 40));
        var live = new List<PooledUtf8String>();
        while (pool.TryAllocate(text, out PooledUtf8String handle))
        {
            live.Add(handle);
        }

        for (int i = 0; i < live.Count; i += 100)
        {
            live[i].Free();
        }

        long walks = pool.Walks;
        for (int i = 0; i < Refusals; i++)
        {
            Assert.False(pool.TryAllocate(new byte[300], out _));
        }

        Assert.InRange(pool.Walks - walks, 0, 1);
    }

    [Fact]
    public void A_contiguous_pool_that_is_full_compacts_once()
    {
        using var pool = new UnmanagedStringPool(100_000, allowGrowth: false);
        var live = new List<PooledString>();
        while (pool.TryAllocate(new string('a', 20), out PooledString handle))
        {
            live.Add(handle);
        }

        for (int i = 0; i < live.Count; i += 2)
        {
            live[i].Free();
        }

        for (int i = 0; i < Refusals; i++)
        {
            Assert.False(pool.TryAllocate(new string('b', 90_000), out _));
        }

        Assert.InRange(pool.Compactions, 0, 1);
    }

    [Fact]
    public void A_contiguous_pool_whose_table_cannot_grow_does_not_compact()
    {
        var pages = new FailingPageSource();
        using var pool = new UnmanagedStringPool(1_000_000, false, pages, new ManualClock());
        pages.Fails = static _ => true;
        while (pool.TryAllocate("a", out _))
        {
        }

        Assert.InRange(pool.FreeSpaceChars, 100_000, int.MaxValue);
        for (int i = 0; i < Refusals; i++)
        {
            Assert.False(pool.TryAllocate("a", out _));
        }

        Assert.Equal(0, pool.Compactions);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_slab_that_was_emptied_is_found_by_a_string_of_another_size(bool isConcurrent)
    {
        using StringPool pool = NewPool(isConcurrent);
        PooledStringRef[] live = Fill(pool, 20);
        Refuse(pool, 100);

        // Frees as many consecutive cells as two slabs have, which always include one whole slab.
        int first = live.Length / 2;
        int perSlab = (int)AddressSpace.GranuleBytes / 48;
        Array.ForEach(live[first..(first + (2 * perSlab))], static handle => handle.Free());

        PooledStringRef[] heirs = [.. Enumerable.Range(0, 100).Select(number => pool.Allocate($"{number:d100}"))];

        Assert.All(heirs, static (handle, number) => Assert.Equal($"{number:d100}", handle.ToString()));
        Assert.All(live[..first], static handle => Assert.True(handle.IsAlive));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_segment_that_was_emptied_is_found_by_small_strings(bool isConcurrent)
    {
        using StringPool pool = NewPool(isConcurrent);
        PooledStringRef[] live = Fill(pool, 10_000);
        _ = Fill(pool, 20);
        Refuse(pool, 20);
        Refuse(pool, 10_000);

        Array.ForEach(live[..120], static handle => handle.Free());

        Assert.All(
            Enumerable.Range(0, 5_000), number => Assert.Equal($"{number:d20}", pool.Allocate($"{number:d20}").ToString()));
    }

    [Fact]
    public void Cells_that_other_threads_have_at_hand_are_found()
    {
        using var pool = new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = Limit });
        using var other = new SteppedThread();
        PooledStringRef[] live = Fill(pool, 20);
        Refuse(pool, 20);

        other.Run(() => Array.ForEach(live[..500], static handle => handle.Free()));

        Assert.All(Enumerable.Range(0, 500), _ => Assert.True(pool.TryAllocate(new string('c', 20), out PooledStringRef _)));
        Assert.False(pool.TryAllocate(new string('c', 20), out _));
    }

    private static StringPool NewPool(bool isConcurrent) => isConcurrent
        ? new ConcurrentStringPool(new ConcurrentStringPoolOptions { MaximumBytes = Limit })
        : new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = Limit });

    private static PooledStringRef[] Fill(StringPool pool, int length)
    {
        string text = new('a', length);
        var live = new List<PooledStringRef>();
        while (pool.TryAllocate(text, out PooledStringRef handle))
        {
            live.Add(handle);
        }

        return [.. live];
    }

    // Frees scattered strings and refills, so that no slab becomes empty.
    private static void Churn(StringPool pool, PooledStringRef[] live)
    {
        for (int i = 0; i < live.Length; i += 100)
        {
            live[i].Free();
        }

        for (int i = 0; i < live.Length; i += 100)
        {
            live[i] = pool.Allocate(new string('c', 20));
        }
    }

    private static void Refuse(StringPool pool, int length)
    {
        string text = new('d', length);
        for (int i = 0; i < Refusals; i++)
        {
            Assert.False(pool.TryAllocate(text, out PooledStringRef handle));
            Assert.True(handle.IsEmpty);
        }
    }
}
