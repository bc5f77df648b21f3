using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Strings;

namespace Cenote.Tests.Memory.Cells;

/// <summary>
/// A cell can be reused a billion times before its generations run out, so these tests wear cells out artificially.
/// </summary>
public sealed unsafe class GenerationTests : IDisposable
{
    private const uint Last = Generation.Retired - 1;

    private readonly SegmentedStringPool _pool = new();
    private readonly PooledStringRef _anchor;

    public GenerationTests() => _anchor = _pool.Allocate("anchor");

    public void Dispose() => _pool.Dispose();

    [Theory]
    [InlineData(3)]
    [InlineData(300)]
    [InlineData(100_000)]
    public void A_cell_that_is_worn_out_is_retired_and_never_used_again(int length)
    {
        string text = new('x', length);
        PooledStringRef handle = WearOut(_pool.Allocate(text), Last - 4);
        uint index = handle.Id.Cell.Index;
        for (int reuse = 0; reuse < 2; reuse++)
        {
            handle.Free();
            handle = _pool.Allocate(text);
            Assert.Equal(index, handle.Id.Cell.Index);
            Assert.Equal(0, _pool.GetStatistics().RetiredCells);
        }

        Assert.Equal(Last, handle.Id.Cell.Generation & ~CellId.SlotTag);
        handle.Free();

        Assert.Equal(1, _pool.GetStatistics().RetiredCells);
        Assert.Equal(1, _pool.ActiveAllocations);
        for (int i = 0; i < 1_000; i++)
        {
            PooledStringRef next = _pool.Allocate(text);
            Assert.NotEqual(index, next.Id.Cell.Index);
            if (i % 2 == 0)
            {
                next.Free();
            }
        }

        handle.Free();
        Assert.False(handle.IsAlive);
        Assert.Equal(501, _pool.ActiveAllocations);
        Assert.Equal(1, _pool.GetStatistics().RetiredCells);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(300)]
    public void Clear_retires_worn_cells_as_well(int length)
    {
        string text = new('x', length);
        PooledStringRef handle = WearOut(_pool.Allocate(text), Last);

        _pool.Clear();

        Assert.Equal(1, _pool.GetStatistics().RetiredCells);
        Assert.False(handle.IsAlive);
        Assert.NotEqual(handle.Id.Cell.Index, _pool.Allocate(text).Id.Cell.Index);
        _pool.Clear();
        Assert.Equal(1, _pool.GetStatistics().RetiredCells);
    }

    [Fact]
    public void Slabs_with_worn_cells_are_not_given_back()
    {
        PooledStringRef worn = WearOut(_pool.Allocate("worn out, almost"), Last);
        PooledStringRef wearing = WearOut(_pool.Allocate(new string('x', 100)), Generation.LastFloor + 1);
        PooledStringRef young = WearOut(_pool.Allocate(new string('y', 60)), Generation.LastFloor - 1);
        worn.Free();
        wearing.Free();
        young.Free();
        Assert.Equal(4, _pool.SlabCount);

        _pool.Trim();

        Assert.Equal(3, _pool.SlabCount);
        Assert.Equal(1, _pool.GetStatistics().RetiredCells);
        Assert.NotEqual(worn.Id.Cell.Index, _pool.Allocate("worn out, almost").Id.Cell.Index);
        Assert.Equal(wearing.Id.Cell.Index, _pool.Allocate(new string('x', 100)).Id.Cell.Index);
        PooledStringId heir = _pool.Allocate(new string('y', 60)).Id;
        Assert.Equal(young.Id.Cell.Index, heir.Cell.Index);
        Assert.True(heir.Cell.Generation > young.Id.Cell.Generation);
    }

    [Fact]
    public void Generations_of_new_pools_are_even_differ_and_leave_room_for_a_billion_reuses()
    {
        uint[] floors = [.. Enumerable.Range(0, 1_000).Select(static _ => Generation.NewFloor())];

        Assert.All(floors, static floor => Assert.False(Generation.IsLive(floor)));
        Assert.All(floors, static floor => Assert.InRange(floor, 2u, 1u << 30));
        Assert.InRange(floors.Distinct().Count(), 990, 1_000);
    }

    /// <summary>Sets the generation of a live cell and returns the matching handle.</summary>
    private PooledStringRef WearOut(PooledStringRef handle, uint generation)
    {
        CellId id = handle.Id.Cell;
        CellId anchor = _anchor.Id.Cell;
        fixed (char* text = _anchor.AsSpan())
        {
            byte* origin = (byte*)text - CellLists.HeaderBytes - ((nuint)anchor.Index << AddressSpace.UnitShift);
            uint* cell = (uint*)(origin + ((nuint)id.Index << AddressSpace.UnitShift));
            Assert.Equal(id.Generation & ~CellId.SlotTag, *cell);
            *cell = generation;
        }

        Assert.False(handle.IsAlive);
        return _pool.Resolve(new PooledStringId(new CellId(id.Index, generation | (id.Generation & CellId.SlotTag))));
    }
}
