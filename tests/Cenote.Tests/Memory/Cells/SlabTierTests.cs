using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Strings;

namespace Cenote.Tests.Memory.Cells;

public sealed class SlabTierTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void New_cells_follow_each_other()
    {
        uint[] indices = Indices(Allocate(_pool, 100, 8));

        Assert.Equal(Enumerable.Range(0, 100).Select(number => indices[0] + (3u * (uint)number)), indices);
    }

    [Fact]
    public void The_cell_that_was_freed_last_is_used_first()
    {
        PooledStringId[] ids = Allocate(_pool, 100, 8);
        foreach (PooledStringId id in ids)
        {
            _pool.Free(id);
        }

        Assert.Equal(Indices(ids).Reverse(), Indices(Allocate(_pool, 100, 8)));
    }

    [Fact]
    public void A_free_cell_serves_strings_of_its_own_size_only()
    {
        PooledStringId id = Allocate(_pool, 1, 8)[0];
        _pool.Free(id);

        Assert.NotEqual(id.Cell.Index, Allocate(_pool, 1, 9)[0].Cell.Index);
        Assert.NotEqual(id.Cell.Index, Allocate(_pool, 1, 4)[0].Cell.Index);
        Assert.Equal(id.Cell.Index, Allocate(_pool, 1, 5)[0].Cell.Index);
    }

    [Fact]
    public void After_clear_cells_are_used_in_the_order_of_addresses()
    {
        PooledStringId[] ids = Shuffled(Allocate(_pool, 10_000, 8));
        foreach (PooledStringId id in ids[..5_000])
        {
            _pool.Free(id);
        }

        _pool.Clear();

        Assert.Equal(Indices(ids).Order(), Indices(Allocate(_pool, 10_000, 8)));
    }

    [Fact]
    public void After_trim_the_free_cells_are_used_in_the_order_of_addresses()
    {
        PooledStringId[] ids = Shuffled(Allocate(_pool, 2_000, 8));
        foreach (PooledStringId id in ids[..1_500])
        {
            _pool.Free(id);
        }

        Assert.Equal(0, _pool.Trim());

        Assert.Equal(Indices(ids[..1_500]).Order(), Indices(Allocate(_pool, 1_500, 8)));
    }

    [Fact]
    public void One_live_string_keeps_its_slab_and_no_other()
    {
        PooledStringId[] ids = Allocate(_pool, 20_000, 8);
        PooledStringId kept = ids[12_345];
        foreach (PooledStringId id in ids.Where(id => id != kept))
        {
            _pool.Free(id);
        }

        int slabs = _pool.SlabCount;
        Assert.Equal((slabs - 1L) * AddressSpace.GranuleBytes, _pool.Trim());

        Assert.Equal(1, _pool.SlabCount);
        Assert.Equal("xxxxxxxx", _pool.AsSpan(kept).ToString());
        Assert.Equal(1, _pool.GetStatistics().SmallStrings);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(1 << 16)]
    [InlineData(3 << 16)]
    public void Cells_behind_the_reservation_are_like_all_others(long reservedAddressBytes)
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = reservedAddressBytes });
        PooledStringRef[] handles = [.. Enumerable.Range(0, 20_000).Select(number => pool.Allocate($"text {number}"))];
        long bytes = pool.BytesReserved;
        for (int i = 0; i < handles.Length; i += 2)
        {
            PooledStringRef old = handles[i];
            old.Free();
            old.Free();
            Assert.False(old.IsAlive);
            handles[i] = pool.Allocate($"heir {i}");
        }

        Assert.All(
            handles, (handle, number) => Assert.Equal($"{(number % 2 == 0 ? "heir" : "text")} {number}", handle.ToString()));
        Assert.Equal(20_000, pool.ActiveAllocations);
        pool.Clear();
        Assert.All(handles, static handle => Assert.False(handle.IsAlive));
        Allocate(pool, 20_000, 9);
        Assert.InRange(pool.BytesReserved, bytes, bytes + (20 * AddressSpace.GranuleBytes));
    }

    [Fact]
    public void At_the_limit_a_slab_that_was_given_back_stays_away_until_there_is_room()
    {
        const int Granule = (int)AddressSpace.GranuleBytes;
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 2 * Granule });
        PooledStringId first = Allocate(pool, 1, 100)[0];
        pool.Free(first);
        pool.Trim();
        PooledStringId other = Allocate(pool, 1, 8)[0];

        Assert.Throws<OutOfMemoryException>(() => Allocate(pool, 1, 100));
        Assert.Equal(8, pool.AsSpan(other).Length);

        pool.Free(other);
        PooledStringId second = Allocate(pool, 1, 100)[0];
        Assert.Equal(first.Cell.Index, second.Cell.Index);
        Assert.False(pool.TryGetSpan(first, out _));
    }

    [Fact]
    public void A_refused_allocation_does_not_walk_for_slabs_that_were_given_back_before()
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { MaximumBytes = 2 * AddressSpace.GranuleBytes });
        pool.Free(Allocate(pool, 1, 100)[0]);
        pool.Trim();
        Allocate(pool, 1, 8);
        long walks = pool.Walks;

        Assert.Throws<OutOfMemoryException>(() => Allocate(pool, 1, 100));

        Assert.Equal(walks, pool.Walks);
    }

    [Fact]
    public void Where_more_room_is_refused_the_room_reserved_before_stays()
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MaximumBytes = 10 * AddressSpace.GranuleBytes });
        pool.ReserveSmall(100_000);
        int slabs = pool.SlabCount;
        long bytes = pool.BytesReserved;
        Assert.InRange(slabs, 1, 9);

        Assert.Throws<OutOfMemoryException>(() => pool.ReserveSmall(1_000_000));

        Assert.Equal(slabs, pool.SlabCount);
        Assert.Equal(bytes, pool.BytesReserved);
    }

    [Fact]
    public unsafe void An_id_right_behind_the_granules_with_cells_is_refused()
    {
        var lists = default(CellLists);
        lists.SetTables(null, new byte[3]);

        Assert.False(lists.TryFree(new CellId(3 * AddressSpace.GranuleUnits, 1)));
    }

    private static PooledStringId[] Allocate(SegmentedStringPool pool, int count, int length) =>
        [.. Enumerable.Range(0, count).Select(_ => pool.Allocate(new string('x', length)).Id)];

    private static uint[] Indices(PooledStringId[] ids) => [.. ids.Select(static id => id.Cell.Index)];

    private static PooledStringId[] Shuffled(PooledStringId[] ids)
    {
        new Random(22).Shuffle(ids);
        return ids;
    }
}
