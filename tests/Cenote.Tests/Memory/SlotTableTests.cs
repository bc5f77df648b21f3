using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;
using Cenote.Strings;

namespace Cenote.Tests.Memory;

/// <summary>Large strings are found through slots, which are cells with a separate size class.</summary>
public sealed class SlotTableTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void A_slot_takes_24_bytes_without_references()
    {
        Assert.Equal(24, Unsafe.SizeOf<LargeSlot>());
        Assert.False(RuntimeHelpers.IsReferenceOrContainsReferences<LargeSlot>());
    }

    [Fact]
    public void Ids_of_large_strings_are_tagged()
    {
        Assert.False(_pool.Allocate(new string('x', 256)).Id.Cell.IsSlot);
        Assert.True(_pool.Allocate(new string('x', 257)).Id.Cell.IsSlot);
    }

    [Theory]
    [InlineData(300)]
    [InlineData(100_000)]
    public void A_slot_never_hands_out_an_id_twice(int length)
    {
        string text = new('x', length);
        var ids = new HashSet<PooledStringId>();
        var slots = new HashSet<uint>();
        for (int i = 0; i < 2_000; i++)
        {
            PooledStringRef handle = _pool.Allocate(text);
            Assert.True(ids.Add(handle.Id));
            slots.Add(handle.Id.Cell.Index);
            handle.Free();
        }

        Assert.Single(slots);
        Assert.All(ids, id => Assert.False(_pool.TryGetSpan(id, out _)));
    }

    [Fact]
    public void Slots_outlive_their_blocks()
    {
        var stale = new List<PooledStringId>();
        for (int round = 1; round < 20; round++)
        {
            string text = new('x', 200 * round);
            PooledStringRef[] handles = [.. Enumerable.Range(0, 500).Select(_ => _pool.Allocate(text))];
            Assert.All(stale, id => Assert.False(_pool.TryGetSpan(id, out _)));
            Assert.All(handles, handle => Assert.True(handle.Equals(text.AsSpan())));
            Array.ForEach(handles, static handle => handle.Free());
            stale.AddRange(handles.Select(static handle => handle.Id));
            if (round % 3 == 0)
            {
                _pool.Trim();
            }
        }

        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_slot_serves_blocks_and_managed_strings_in_turn()
    {
        using var pool = new SegmentedStringPool(
            new SegmentedStringPoolOptions { MinimumLength = 10, ShortStrings = ShortStrings.Managed });
        var slots = new HashSet<uint>();
        string large = new('x', 40_000);
        for (int i = 0; i < 20; i++)
        {
            PooledStringRef handle = pool.Allocate(i % 2 == 0 ? large : "short");
            Assert.Equal(i % 2 == 0 ? large : "short", handle.ToString());
            Assert.Equal((i % 2, 1 - (i % 2)), (pool.GetStatistics().ManagedStrings, pool.GetStatistics().LargeStrings));
            slots.Add(handle.Id.Cell.Index);
            handle.Free();
            Assert.False(handle.IsAlive);
        }

        Assert.Single(slots);
    }

    [Fact]
    public void Text_that_looks_like_a_slot_revives_nothing()
    {
        PooledStringRef stale = _pool.Allocate(new string('x', 5_000));
        CellId id = stale.Id.Cell;
        stale.Free();
        uint generation = id.Generation & ~CellId.SlotTag;
        string bait = string.Concat(Enumerable.Repeat($"{(char)generation}{(char)(generation >> 16)}\u0005\0", 1_250));

        for (int i = 0; i < 200; i++)
        {
            _pool.Allocate(bait);
            _pool.Allocate(bait.AsSpan(0, 100));
        }

        Assert.False(stale.IsAlive);
        Assert.False(_pool.TryGetSpan(stale.Id, out _));
    }
}
