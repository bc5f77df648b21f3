using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Compaction of contiguous pools, and memory that they return to the operating system.</summary>
public sealed class FragmentationTests
{
    private const int MiB = 1 << 20;

    [Fact]
    public void Fragmentation_is_the_share_of_the_used_part_that_is_freed()
    {
        using var pool = new UnmanagedStringPool(4_096);
        PooledString[] handles = [.. Enumerable.Range(0, 10).Select(number => pool.Allocate($"String_{number:D2}"))];
        Assert.Equal(0, pool.FragmentationPercentage);

        for (int i = 1; i < 10; i += 2)
        {
            handles[i].Free();
        }

        Assert.Equal(50, pool.FragmentationPercentage, 3);
        handles[0].Free();
        Assert.Equal(60, pool.FragmentationPercentage, 3);
    }

    [Fact]
    public void Nothing_is_fragmented_where_nothing_is_live()
    {
        using var pool = new UnmanagedStringPool(4_096);
        Assert.Equal(0, pool.FragmentationPercentage);
        PooledString[] handles = Fill(pool, 10);
        Array.ForEach(handles, static handle => handle.Free());

        Assert.Equal(0, pool.FragmentationPercentage);
        pool.Allocate("a text of another size");
        Assert.InRange(pool.FragmentationPercentage, 50, 99);
        pool.Clear();
        Assert.Equal(0, pool.FragmentationPercentage);
        pool.Dispose();
        Assert.Equal(0, pool.FragmentationPercentage);
    }

    [Fact]
    public void Defragmenting_closes_the_gaps_and_keeps_handles_and_order()
    {
        using var pool = new UnmanagedStringPool(4_096);
        PooledString[] handles = [.. Enumerable.Range(0, 60).Select(number => pool.Allocate(Text(number)))];
        for (int i = 0; i < 60; i += 3)
        {
            handles[i].Free();
        }

        int free = pool.FreeSpaceChars;
        Assert.InRange(pool.EndBlockSizeChars, 0, free - 1);
        pool.DefragmentAndGrowPool(0);

        Assert.Equal(0, pool.FragmentationPercentage);
        Assert.Equal(free, pool.FreeSpaceChars);
        Assert.Equal(free, pool.EndBlockSizeChars);
        Assert.Equal(
            string.Concat(
                Enumerable.Range(0, 60).Where(static number => number % 3 != 0).Select(Text)), pool.DumpBufferAsString());
        Assert.All(handles, static (handle, number) => Assert.Equal(number % 3 != 0, handle.IsAlive));
        Assert.All(
            handles.Where(static handle => handle.IsAlive),
            static handle => Assert.Equal(Text(handle.Length - 1), handle.ToString()));

        static string Text(int number) => new((char)('A' + (number % 26)), number + 1);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(MiB)]
    public void Defragmenting_adds_the_bytes_that_were_asked_for(int additionalBytes)
    {
        using var pool = new UnmanagedStringPool(1_000);
        PooledString handle = pool.Allocate("kept");
        int free = pool.FreeSpaceChars;

        pool.DefragmentAndGrowPool(additionalBytes);

        Assert.Equal(free + (additionalBytes / 2), pool.FreeSpaceChars);
        Assert.Equal("kept", handle.ToString());
    }

    [Fact]
    public void A_pool_that_may_not_grow_can_be_compacted_and_is_unchanged_when_bytes_are_asked_for()
    {
        using var pool = new UnmanagedStringPool(1_000, allowGrowth: false);
        pool.Allocate("freed").Free();
        PooledString kept = pool.Allocate("kept, of another size");
        double fragmentation = pool.FragmentationPercentage;
        int end = pool.EndBlockSizeChars;
        ReadOnlySpan<char> span = kept.AsSpan();

        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(() => pool.DefragmentAndGrowPool(1));

        Assert.Contains("AllowGrowth", exception.Message, StringComparison.Ordinal);
        Assert.InRange(fragmentation, 1, 99);
        Assert.Equal(fragmentation, pool.FragmentationPercentage);
        Assert.Equal(end, pool.EndBlockSizeChars);
        Assert.True(span.Overlaps(kept.AsSpan(), out int moved) && moved == 0, "The text has moved.");
        pool.DefragmentAndGrowPool(0);
        Assert.Equal(0, pool.FragmentationPercentage);
        Assert.Equal("kept, of another size", kept.ToString());
        pool.AllowGrowth = true;
        pool.DefragmentAndGrowPool(2_000);
        Assert.Equal(1_000 + 1_000 - 28, pool.FreeSpaceChars);
    }

    [Fact]
    public void A_pool_that_is_refused_the_memory_is_not_compacted_either()
    {
        var pages = new FailingPageSource();
        using var pool = new UnmanagedStringPool(1_000, true, pages, TimeProvider.System);
        pool.Allocate("freed").Free();
        PooledString kept = pool.Allocate("kept, of another size");
        (int Free, int End, long Bytes) before = (pool.FreeSpaceChars, pool.EndBlockSizeChars, pool.BytesReserved);
        pages.Fails = static _ => true;

        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(() => pool.DefragmentAndGrowPool(MiB));

        Assert.Contains($"{MiB + 2_008} bytes", exception.Message, StringComparison.Ordinal);
        Assert.Equal(before, (pool.FreeSpaceChars, pool.EndBlockSizeChars, pool.BytesReserved));
        pool.DefragmentAndGrowPool(0);
        Assert.Equal(0, pool.FragmentationPercentage);
        pages.Fails = static _ => false;
        pool.DefragmentAndGrowPool(MiB);
        Assert.Equal(before.Free + (MiB / 2), pool.FreeSpaceChars);
        Assert.Equal("kept, of another size", kept.ToString());
    }

    [Fact]
    public void A_negative_number_of_bytes_is_refused()
    {
        using var pool = new UnmanagedStringPool(1_000);

        Assert.Equal(
            "additionalBytes", Assert.Throws<ArgumentOutOfRangeException>(() => pool.DefragmentAndGrowPool(-1)).ParamName);
    }

    [Fact]
    public void A_pool_compacts_itself_instead_of_growing_when_a_third_is_freed()
    {
        using var pool = new UnmanagedStringPool(20_000);
        long bytes = pool.BytesReserved;
        PooledString[] handles = [.. Enumerable.Range(0, 400).Select(number => pool.Allocate($"a text with number {number:D3}"))];
        int end = pool.EndBlockSizeChars;
        for (int i = 0; i < 400; i += 2)
        {
            handles[i].Free();
        }

        PooledString longer = pool.Allocate(new string('x', end + 1_000));

        Assert.Equal(bytes, pool.BytesReserved);
        Assert.Equal(0, pool.FragmentationPercentage);
        Assert.Equal(new string('x', end + 1_000), longer.ToString());
        for (int i = 1; i < 400; i += 2)
        {
            Assert.Equal($"a text with number {i:D3}", handles[i].ToString());
        }
    }

    [Fact]
    public void A_pool_grows_instead_of_moving_everything_for_little()
    {
        using var pool = new UnmanagedStringPool(10_000);
        PooledString[] handles = [.. Enumerable.Range(0, 400).Select(number => pool.Allocate($"a text with number {number:D3}"))];
        for (int i = 0; i < 400; i += 4)
        {
            handles[i].Free();
        }

        double fragmentation = pool.FragmentationPercentage;
        pool.Allocate(new string('x', pool.EndBlockSizeChars + 1));

        Assert.InRange(pool.FragmentationPercentage, 1, fragmentation);
    }

    [Fact]
    public void A_pool_of_fixed_size_uses_all_of_its_free_space()
    {
        using var pool = new UnmanagedStringPool(10_000, allowGrowth: false);
        var handles = new List<PooledString>();
        while (pool.FreeSpaceChars >= 20)
        {
            handles.Add(pool.Allocate("twenty chars of text"));
        }

        for (int i = 0; i < handles.Count; i += 10)
        {
            handles[i].Free();
        }

        PooledString last = pool.Allocate(new string('x', pool.FreeSpaceChars));

        Assert.Equal(0, pool.FreeSpaceChars);
        Assert.True(last.IsAlive);
        Assert.All(
            handles.Where(static (_, number) => number % 10 != 0),
            static handle => Assert.Equal("twenty chars of text", handle.ToString()));
    }

    [Fact]
    public void Most_strings_freed_memory_falls_by_itself()
    {
        using var pool = new UnmanagedStringPool(1_000);
        PooledString[] handles =
            [.. Enumerable.Range(0, 200_000).Select(number => pool.Allocate($"a text with number {number:D6}"))];
        long full = pool.BytesReserved;
        for (int i = 0; i < handles.Length; i++)
        {
            if (i % 50 != 0)
            {
                handles[i].Free();
            }
        }

        // The slots are never returned.
        const int SlotBytes = 16;
        long live = pool.ActiveAllocations * 64L;
        Assert.InRange(live + (pool.FreeSpaceChars * 2L), live, 5 * live);
        Assert.InRange(pool.BytesReserved, live, (5 * live) + (3L * SlotBytes * handles.Length / 2));
        Assert.InRange(full, 64L * handles.Length, long.MaxValue);
        for (int i = 0; i < handles.Length; i += 50)
        {
            Assert.Equal($"a text with number {i:D6}", handles[i].ToString());
        }

        pool.Allocate("still works");
    }

    [Theory]
    [InlineData(28, 200_000)]
    [InlineData(5_000, 1_000)]
    [InlineData(3_000_000, 2)]
    public void All_strings_freed_memory_falls_by_itself(int length, int count)
    {
        using var pool = new UnmanagedStringPool(1_000);
        string text = new('x', length);
        PooledString[] handles = [.. Enumerable.Range(0, count).Select(_ => pool.Allocate(text))];
        Assert.InRange(pool.BytesReserved, 2L * length * count, long.MaxValue);

        Array.ForEach(handles, static handle => handle.Free());

        // 16 bytes per slot remain, plus the few bytes freed since the last check.
        Assert.InRange(pool.BytesReserved, 0, (24L * count) + (2 * MiB));
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(text, pool.Allocate(text).ToString());
    }

    [Fact]
    public void The_initial_capacity_and_what_was_asked_for_are_not_given_back()
    {
        using var large = new UnmanagedStringPool(4 * MiB);
        using var grown = new UnmanagedStringPool(1_000);
        using var reserved = new UnmanagedStringPool(1_000);
        grown.DefragmentAndGrowPool(8 * MiB);
        reserved.Reserve(4 * MiB);
        Assert.All([large, grown, reserved], static pool =>
        {
            int free = pool.FreeSpaceChars;
            long bytes = pool.BytesReserved;
            Churn(pool, 50_000);
            Assert.Equal(free, pool.FreeSpaceChars);
            Assert.InRange(pool.BytesReserved, bytes, bytes + (2 * MiB));
        });

        Assert.InRange(large.Trim(), 0, 0);
        Assert.InRange(grown.Trim(), 7 * MiB, 9 * MiB);
        Assert.InRange(reserved.Trim(), 7 * MiB, 13 * MiB);
        Assert.Equal(1_000, reserved.FreeSpaceChars);
    }

    [Fact]
    public void Trim_compacts_gives_back_at_once_and_says_how_much()
    {
        using var pool = new UnmanagedStringPool(100);
        PooledString[] handles =
            [.. Enumerable.Range(0, 10_000).Select(number => pool.Allocate($"a text with number {number:D6}"))];
        for (int i = 0; i < handles.Length; i++)
        {
            if (i % 2 != 0)
            {
                handles[i].Free();
            }
        }

        long before = pool.BytesReserved;
        long given = pool.Trim();

        Assert.InRange(given, 1, before);
        Assert.Equal(before - given, pool.BytesReserved);
        Assert.Equal(0, pool.FragmentationPercentage);
        Assert.Equal(0, pool.Trim());
        for (int i = 0; i < handles.Length; i += 2)
        {
            Assert.Equal($"a text with number {i:D6}", handles[i].ToString());
        }

        pool.Allocate("grows again");
        pool.Clear();
        pool.Trim();
        Assert.Equal(100, pool.FreeSpaceChars);
    }

    [Fact]
    public void Demand_that_swings_does_not_pay_for_it_each_time()
    {
        var clock = new ManualClock();
        using var pool = new UnmanagedStringPool(1_000, true, PageSource.System, clock);
        long empty = pool.BytesReserved + (4 * MiB);
        int releases = 0;
        for (int second = 0; second < 100; second++)
        {
            Churn(pool, 100_000);
            releases += pool.BytesReserved < empty ? 1 : 0;
            clock.Advance(TimeSpan.FromSeconds(0.999));
        }

        // Each release followed by growth doubles the pause: after 0, 1, 3, 7, 15, 31 and 63 seconds.
        Assert.InRange(releases, 5, 8);
    }

    [Fact]
    public void After_the_pause_memory_is_given_back_again()
    {
        var clock = new ManualClock();
        using var pool = new UnmanagedStringPool(1_000, true, PageSource.System, clock);
        long empty = pool.BytesReserved + (4 * MiB);
        Churn(pool, 100_000);
        Assert.InRange(pool.BytesReserved, 0, empty);
        Churn(pool, 100_000);
        Assert.InRange(pool.BytesReserved, empty + MiB, long.MaxValue);

        clock.Advance(TimeSpan.FromSeconds(1));
        Churn(pool, 100_000);

        Assert.InRange(pool.BytesReserved, 0, empty);
        clock.Advance(TimeSpan.FromHours(1));
        Churn(pool, 100_000);
        Assert.InRange(pool.BytesReserved, 0, empty);
    }

    [Fact]
    public void Clear_gives_back_as_well_and_not_each_time_either()
    {
        var clock = new ManualClock();
        using var pool = new UnmanagedStringPool(1_000, true, PageSource.System, clock);
        Fill(pool, 100_000);
        long full = pool.BytesReserved;

        pool.Clear();
        long cleared = pool.BytesReserved;
        Fill(pool, 100_000);
        pool.Clear();
        long kept = pool.BytesReserved;
        int free = pool.FreeSpaceChars;
        clock.Advance(TimeSpan.FromSeconds(2));
        Fill(pool, 100_000);
        pool.Clear();

        Assert.InRange(full - cleared, 4 * MiB, full);
        Assert.InRange(kept, full - MiB, full + MiB);
        Assert.Equal(1_000, free);
        Assert.Equal(cleared, pool.BytesReserved);
    }

    [Fact]
    public void Small_pools_keep_their_memory()
    {
        using var pool = new UnmanagedStringPool(1_000);
        Fill(pool, 5_000);
        long bytes = pool.BytesReserved;

        pool.Clear();
        Churn(pool, 5_000);

        Assert.Equal(bytes, pool.BytesReserved);
        Assert.InRange(pool.Trim(), 1, bytes);
    }

    private static PooledString[] Fill(UnmanagedStringPool pool, int count) =>
        [.. Enumerable.Range(0, count).Select(number => pool.Allocate($"a text with number {number:D6}"))];

    private static void Churn(UnmanagedStringPool pool, int count) =>
        Array.ForEach(Fill(pool, count), static handle => handle.Free());
}
