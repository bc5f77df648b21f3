using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

public sealed class SegmentedStringPoolLifecycleTests
{
    private const int Granule = 64 << 10;

    [Fact]
    public void Clear_makes_every_handle_stale_and_keeps_the_memory()
    {
        using var pool = new SegmentedStringPool();
        PooledStringRef[] handles = AllocateMany(pool, 2_000);
        long bytes = pool.BytesReserved;

        pool.Clear();

        Assert.All(handles, static handle => Assert.False(handle.IsAlive));
        Assert.Equal(0, pool.ActiveAllocations);
        Assert.Equal(bytes, pool.BytesReserved);
        Assert.Equal(0, pool.GetStatistics().TextBytes);
    }

    [Fact]
    public void Stale_handles_read_nothing_after_clear_and_refill()
    {
        using var pool = new SegmentedStringPool();
        var stale = new List<PooledStringRef>();
        for (int round = 0; round < 5; round++)
        {
            PooledStringRef[] handles = AllocateMany(pool, 1_000);

            Assert.All(handles, static handle => Assert.True(handle.IsAlive));
            Assert.All(stale, static handle => Assert.False(handle.TryGetSpan(out _)));
            stale.ForEach(static handle => handle.Free());
            Assert.Equal(1_000, pool.ActiveAllocations);

            pool.Clear();
            stale.AddRange(handles);
        }
    }

    [Fact]
    public void A_cleared_pool_is_refilled_without_growth()
    {
        using var pool = new SegmentedStringPool();
        AllocateMany(pool, 2_000);
        long bytes = pool.BytesReserved;

        for (int round = 0; round < 5; round++)
        {
            pool.Clear();
            AllocateMany(pool, 2_000);
        }

        Assert.Equal(bytes, pool.BytesReserved);
    }

    [Fact]
    public void A_string_longer_than_a_segment_gives_its_memory_back_when_it_is_freed()
    {
        using var pool = new SegmentedStringPool();
        long before = pool.BytesReserved;
        PooledStringRef handle = pool.Create(3_000_000, 0, static (_, _) => { });
        Assert.InRange(pool.BytesReserved - before, 6_000_000, 7_000_000);

        handle.Free();

        Assert.InRange(pool.BytesReserved - before, 0, Granule);
        Assert.Equal(0, pool.SegmentCount);
    }

    [Fact]
    public void Clear_gives_segments_of_enormous_strings_back()
    {
        using var pool = new SegmentedStringPool();
        pool.Create(3_000_000, 0, static (_, _) => { });
        pool.Create(1_000, 0, static (_, _) => { });

        pool.Clear();

        Assert.InRange(pool.BytesReserved, 0, (1 << 20) + (4 * Granule));
    }

    [Fact]
    public void Trim_of_an_empty_pool_gives_everything_back_but_the_tables()
    {
        using var pool = new SegmentedStringPool();
        PooledStringRef[] handles = AllocateMany(pool, 2_000);
        Array.ForEach(handles, static handle => handle.Free());
        long before = pool.BytesReserved;

        long given = pool.Trim();

        Assert.Equal(before - Granule, given);
        Assert.Equal(Granule, pool.BytesReserved);
        Assert.Equal(0, pool.SlabCount);
        Assert.Equal(0, pool.SegmentCount);
        Assert.Equal(0, pool.Trim());
    }

    [Fact]
    public void Trim_leaves_live_strings_alone()
    {
        using var pool = new SegmentedStringPool();
        var random = new Random(2);
        string[] texts = [.. Enumerable.Range(0, 20_000).Select(_ => Texts.Random(random, Texts.RandomLength(random)))];
        PooledStringRef[] handles = [.. texts.Select(text => pool.Allocate(text))];
        for (int i = 0; i < handles.Length; i++)
        {
            if (i % 1_000 != 0)
            {
                handles[i].Free();
            }
        }

        Assert.InRange(pool.Trim(), 1, long.MaxValue);

        for (int i = 0; i < handles.Length; i++)
        {
            Assert.Equal(i % 1_000 == 0 || texts[i].Length == 0, handles[i].IsAlive);
            Assert.True(!handles[i].IsAlive || handles[i].AsSpan().SequenceEqual(texts[i]));
        }
    }

    [Fact]
    public void Stale_handles_stay_stale_when_trimmed_memory_is_used_again()
    {
        using var pool = new SegmentedStringPool();
        var stale = new List<PooledStringRef>();
        for (int round = 0; round < 6; round++)
        {
            PooledStringRef[] handles = AllocateMany(pool, 1_500);
            Assert.All(stale, static handle => Assert.False(handle.IsAlive));
            Array.ForEach(handles, static handle => handle.Free());
            stale.AddRange(handles);
            Assert.InRange(pool.Trim(), 1, long.MaxValue);
            Assert.All(stale, static handle => Assert.False(handle.IsAlive));
        }
    }

    [Fact]
    public void Trim_gives_reserved_memory_back()
    {
        using var pool = new SegmentedStringPool();
        pool.Reserve(1_000_000);

        Assert.InRange(pool.Trim(), 4_000_000, long.MaxValue);

        Assert.Equal(Granule, pool.BytesReserved);
        Assert.Equal("usable", pool.Allocate("usable").ToString());
    }

    [Theory]
    [InlineData(16)]
    [InlineData(33)]
    [InlineData(100)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(150)]
    [InlineData(1_000)]
    [InlineData(20_000)]
    [InlineData(400_000)]
    [InlineData(2_000_000)]
    public void Reserved_room_is_enough_for_strings_of_one_length(int length)
    {
        const int Chars = 2_000_000;
        using var pool = new SegmentedStringPool();
        if (length <= 256)
        {
            pool.ReserveSmall(Chars);
        }
        else
        {
            // The slots of the large strings are small cells.
            pool.Reserve(Chars);
        }

        long reserved = pool.BytesReserved;
        for (int i = 0; i < Chars / length; i++)
        {
            pool.Create(length, 0, static (_, _) => { });
        }

        Assert.Equal(reserved, pool.BytesReserved);
    }

    [Theory]
    [InlineData(17, 21, 2_000)]
    [InlineData(257, 2_000, 10_000)]
    [InlineData(16, 4_000, 1_000_000)]
    public void Reserved_room_is_enough_for_strings_of_mixed_lengths(int shortest, int longest, int chars)
    {
        using var pool = new SegmentedStringPool();
        pool.Reserve(chars);
        long reserved = pool.BytesReserved;

        int left = chars;
        for (int i = 0; left > longest; i++)
        {
            int length = shortest + (i * 7 % (longest - shortest));
            pool.Create(length, 0, static (_, _) => { });
            left -= length;
        }

        Assert.Equal(reserved, pool.BytesReserved);
    }

    [Fact]
    public void Room_reserved_for_large_strings_is_enough_for_them()
    {
        using var pool = new SegmentedStringPool();
        pool.ReserveLarge(1_000_000);
        long reserved = pool.BytesReserved;

        for (int i = 0; i < 1_000; i++)
        {
            pool.Create(1_000, 0, static (_, _) => { });
        }

        Assert.Equal(reserved, pool.BytesReserved);
    }

    [Fact]
    public void Reserving_what_is_reserved_already_adds_nothing()
    {
        using var pool = new SegmentedStringPool();
        pool.ReserveSmall(1_000_000);
        long reserved = pool.BytesReserved;

        pool.ReserveSmall(1_000_000);
        pool.ReserveSmall(500_000);
        pool.Reserve(0);

        Assert.Equal(reserved, pool.BytesReserved);
    }

    [Fact]
    public void Reserve_refuses_negative_amounts()
    {
        using var pool = new SegmentedStringPool();

        Assert.Equal("chars", Assert.Throws<ArgumentOutOfRangeException>(() => pool.Reserve(-1)).ParamName);
        Assert.Equal("chars", Assert.Throws<ArgumentOutOfRangeException>(() => pool.ReserveSmall(-1)).ParamName);
        Assert.Equal("chars", Assert.Throws<ArgumentOutOfRangeException>(() => pool.ReserveLarge(int.MinValue)).ParamName);
    }

    [Fact]
    public void A_reservation_that_is_refused_changes_nothing()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 2 << 20 });
        pool.Allocate("text");
        long before = pool.BytesReserved;

        Assert.Throws<OutOfMemoryException>(() => pool.Reserve(600_000));
        Assert.Throws<OutOfMemoryException>(() => pool.Reserve(int.MaxValue));
        Assert.Throws<OutOfMemoryException>(() => pool.ReserveSmall(int.MaxValue));
        Assert.Throws<OutOfMemoryException>(() => pool.ReserveLarge(int.MaxValue));

        Assert.Equal(before, pool.BytesReserved);
        Assert.Equal("more", pool.Allocate("more").ToString());
    }

    [Theory]
    [InlineData(8)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(5_000)]
    [InlineData(300_000)]
    public void At_the_limit_an_allocation_throws_and_the_pool_stays_usable(int length)
    {
        const int MaximumBytes = 4 << 20;
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = MaximumBytes });
        List<PooledStringRef> handles = Fill(pool, length);
        long held = pool.BytesReserved;

        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(() => Checked(pool, length, 0));

        Assert.Contains(nameof(SegmentedStringPoolOptions.MaximumBytes), exception.Message, StringComparison.Ordinal);
        Assert.InRange(held, MaximumBytes / 2, MaximumBytes);
        Assert.Equal(held, pool.BytesReserved);
        Assert.Equal(handles.Count, pool.ActiveAllocations);
        Assert.All(handles, handle => Assert.True(Texts.IsChecked(handle.AsSpan(), (uint)length)));

        handles[^1].Free();
        Assert.True(Texts.IsChecked(Checked(pool, length, 9).AsSpan(), 9));
        Assert.Throws<OutOfMemoryException>(() => Checked(pool, length, 0));
    }

    [Fact]
    public void At_the_limit_memory_of_one_length_serves_another()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 4 << 20 });
        foreach (int length in (int[])[8, 1_000, 256, 300_000, 40, 257])
        {
            List<PooledStringRef> handles = Fill(pool, length);
            Assert.InRange((long)handles.Count * length * sizeof(char), 1 << 20, 4 << 20);
            handles.ForEach(static handle => handle.Free());
        }
    }

    [Fact]
    public void At_the_limit_neighbours_that_were_freed_make_room_for_a_longer_string()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 20 << 20 });
        List<PooledStringRef> handles = Fill(pool, 1_000);
        for (int i = 2_000; i < 2_100; i++)
        {
            handles[i].Free();
        }

        Assert.True(Texts.IsChecked(Checked(pool, 40_000, 5).AsSpan(), 5));
    }

    [Fact]
    public void A_pool_without_room_for_its_tables_cannot_be_made()
    {
        OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(
            () => new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 1 }));

        Assert.Contains(nameof(SegmentedStringPoolOptions.MaximumBytes), exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Statistics_add_up()
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = 3, ShortStrings = ShortStrings.Managed });
        PooledStringRef[] handles =
        [
            pool.Allocate("ab"), pool.Allocate("abc"), pool.Allocate(new string('x', 256)), pool.Allocate(new string('y', 257)),
        ];
        handles[1].Free();
        pool.Allocate("");

        StringPoolStatistics statistics = pool.GetStatistics();

        Assert.Equal(3, statistics.ActiveAllocations);
        Assert.Equal(4, statistics.TotalAllocations);
        Assert.Equal(1, statistics.ManagedStrings);
        Assert.Equal(1, statistics.SmallStrings);
        Assert.Equal(1, statistics.LargeStrings);
        Assert.Equal((256 + 257) * sizeof(char), statistics.TextBytes);
        Assert.Equal(pool.BytesReserved, statistics.BytesReserved);
        Assert.Equal(pool.ManagedBytes, statistics.ManagedBytes);
        Assert.Equal(3, statistics.SlabCount);
        Assert.Equal(1, statistics.SegmentCount);
        Assert.Equal(Granule + (3 * Granule) + (1 << 20), statistics.BytesReserved);
        Assert.Equal(statistics.LargestFreeBlockBytes, statistics.FreeSegmentBytes);
        Assert.InRange(statistics.FreeSegmentBytes, (1 << 20) - 656, (1 << 20) - 526);
        Assert.Equal(1 - (1026.0 / statistics.BytesReserved), statistics.Overhead, 10);
    }

    [Fact]
    public void Statistics_of_nothing_have_no_overhead() => Assert.Equal(0, default(StringPoolStatistics).Overhead);

    [Fact]
    public void Managed_memory_stays_small_beside_unmanaged_memory()
    {
        using var pool = new SegmentedStringPool();
        AllocateMany(pool, 50_000);

        Assert.InRange(pool.ManagedBytes, 1, pool.BytesReserved / 500);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(1_000)]
    [InlineData(1_000_000)]
    public void A_disposed_pool_refuses_everything_but_freeing(int length)
    {
        var pool = new SegmentedStringPool();
        PooledStringRef handle = Checked(pool, length, 1);

        pool.Dispose();

        Assert.Contains(
            "Keep the pool", Assert.Throws<ObjectDisposedException>(() => handle.Length).Message, StringComparison.Ordinal);
        Assert.Equal(
            nameof(SegmentedStringPool), Assert.Throws<ObjectDisposedException>(() => pool.AsSpan(handle.Id).Length).ObjectName);
        Assert.Throws<ObjectDisposedException>(() => handle.IndexOf("a"));
        Assert.Throws<ObjectDisposedException>(() => handle.Duplicate());
        Assert.Throws<ObjectDisposedException>(() => handle.Insert(0, "a"));
        Assert.Throws<ObjectDisposedException>(() => handle.Replace("a", "b"));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate("a"));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate(""));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate(new string('a', 1_000)));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate($"{length}"));
        Assert.Throws<ObjectDisposedException>(() => pool.Allocate("a"u8));
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

    [Fact]
    public void Disposing_twice_does_nothing()
    {
        var pool = new SegmentedStringPool();
        pool.Dispose();
        pool.Dispose();

        using var next = new SegmentedStringPool();
        PooledStringRef handle = next.Allocate("text");
        pool.Dispose();

        Assert.Equal("text", handle.ToString());
    }

    private static PooledStringRef[] AllocateMany(SegmentedStringPool pool, int count)
    {
        var random = new Random(3);
        return
        [
            .. Enumerable.Range(0, count)
                .Select(_ => pool.Allocate(Texts.Random(random, Math.Max(1, Texts.RandomLength(random))))),
        ];
    }

    private static PooledStringRef Checked(SegmentedStringPool pool, int length, uint seed) =>
        pool.Create(length, seed, static (text, seed) => Texts.WriteChecked(text, seed));

    private static List<PooledStringRef> Fill(SegmentedStringPool pool, int length)
    {
        var handles = new List<PooledStringRef>();
        while (true)
        {
            try
            {
                handles.Add(Checked(pool, length, (uint)length));
            }
            catch (OutOfMemoryException)
            {
                return handles;
            }
        }
    }
}
