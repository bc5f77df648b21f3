using Cenote.Memory.Pages;
using Cenote.Strings;

namespace Cenote.Tests.Memory.Cells;

public sealed class SlabTests : IDisposable
{
    private const int SlabBytes = (int)AddressSpace.GranuleBytes;

    private readonly SegmentedStringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Theory]
    [InlineData(1, 16)]
    [InlineData(4, 16)]
    [InlineData(5, 24)]
    [InlineData(8, 24)]
    [InlineData(9, 32)]
    [InlineData(127, 264)]
    [InlineData(128, 264)]
    [InlineData(129, 296)]
    [InlineData(144, 296)]
    [InlineData(256, 520)]
    public void A_slab_holds_as_many_cells_as_fit(int length, int cellBytes)
    {
        int cells = SlabBytes / cellBytes;

        Allocate(cells, length);
        Assert.Equal(1, _pool.SlabCount);

        Allocate(1, length);
        Assert.Equal(2, _pool.SlabCount);
    }

    [Fact]
    public void Cells_of_one_size_share_a_slab_and_cells_of_different_sizes_never_do()
    {
        var owners = new Dictionary<uint, int>();
        for (int round = 0; round < 50; round++)
        {
            for (int length = 1; length <= 128; length++)
            {
                int size = (length + 3) / 4;
                uint slab = SlabOf(_pool.Allocate(new string('x', length)).Id);

                Assert.True(owners.TryAdd(slab, size) || owners[slab] == size);
            }
        }

        Assert.Equal(32, owners.Count);
        Assert.Equal(32, _pool.SlabCount);
    }

    [Fact]
    public void A_slab_keeps_its_cell_size_when_its_memory_was_given_back()
    {
        HashSet<uint> slabs = [.. Allocate(10_000, 8).Select(SlabOf)];
        _pool.Clear();
        _pool.Trim();
        Assert.Equal(0, _pool.SlabCount);

        HashSet<uint> others = [.. Allocate(10_000, 100).Select(SlabOf)];
        Assert.False(slabs.Overlaps(others));

        Assert.True(slabs.SetEquals(Allocate(10_000, 7).Select(SlabOf)));
    }

    [Fact]
    public void A_slab_that_comes_back_starts_above_every_generation_it_had()
    {
        uint highest = 0;
        for (int round = 0; round < 10; round++)
        {
            PooledStringId[] ids = Allocate(1_000, 8);
            Assert.All(ids, id => Assert.True(id.Cell.Generation > highest));
            for (int reuse = 0; reuse < round; reuse++)
            {
                _pool.Free(ids[^1]);
                ids[^1] = Allocate(1, 8)[0];
            }

            highest = ids.Max(static id => id.Cell.Generation);
            _pool.Clear();
            Assert.Equal(SlabBytes, _pool.Trim());
        }
    }

    [Theory]
    [InlineData(64 << 10)]
    [InlineData(192 << 10)]
    [InlineData(4 << 20)]
    public void Every_cell_of_a_slab_keeps_its_text_apart_from_its_neighbours(int slabBytes)
    {
        using var pool = new SegmentedStringPool(new SegmentedStringPoolOptions { SlabBytes = slabBytes });
        int cells = slabBytes / 264;
        PooledStringRef[] handles = [.. Enumerable.Range(0, cells).Select(number => pool.Allocate($"{number}".PadLeft(128)))];
        for (int i = 0; i < cells; i += 2)
        {
            handles[i].Free();
            handles[i] = pool.Allocate($"{-i}".PadLeft(127));
        }

        for (int i = 0; i < cells; i++)
        {
            Assert.Equal(i % 2 == 0 ? $"{-i}".PadLeft(127) : $"{i}".PadLeft(128), handles[i].ToString());
        }

        Assert.Equal(1, pool.SlabCount);
    }

    private static uint SlabOf(PooledStringId id) => id.Cell.Index / AddressSpace.GranuleUnits;

    private PooledStringId[] Allocate(int count, int length) =>
        [.. Enumerable.Range(0, count).Select(_ => _pool.Allocate(new string('x', length)).Id)];
}
