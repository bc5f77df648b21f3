using System.Runtime.InteropServices;
using Cenote.Memory.Cells;
using Cenote.Strings;

namespace Cenote.Tests.Strings;

/// <summary>
/// Ids of another pool that lead to text resembling a header: reads stay in the pool's memory and follow no pointer in that text.
/// </summary>
public sealed class ForeignIdTests
{
    private const uint Generation = 0x12345;

    [Theory]
    [InlineData(34_359_672_832)]
    [InlineData(0)]
    public void Text_that_looks_like_a_header_gives_no_more_text_than_a_cell_holds(long reservedAddressBytes)
    {
        using var pool = new SegmentedStringPool(new() { ReservedAddressBytes = reservedAddressBytes });
        PooledStringId id = Forge(pool, Generation, uint.MaxValue, isSlot: false);

        bool isRead = pool.TryGetSpan(id, out ReadOnlySpan<char> text);

        Assert.InRange(text.Length, 0, SegmentedStringPoolOptions.MaximumSmallStringLength + 23);
        Assert.Equal(isRead, text.Length > 0);
        Assert.InRange(text.ToString().Length, 0, text.Length);
        Assert.False(pool.TryCopyTo(id, new char[5_000], out _));
    }

    [Theory]
    [InlineData(34_359_672_832)]
    [InlineData(0)]
    public void Text_that_looks_like_a_slot_is_not_followed(long reservedAddressBytes)
    {
        using var pool = new SegmentedStringPool(new() { ReservedAddressBytes = reservedAddressBytes });
        PooledStringId id = Forge(pool, Generation, 100, isSlot: true);

        Assert.Throws<InvalidOperationException>(() => _ = pool.AsSpan(id));
        Assert.False(pool.TryGetSpan(id, out _));
        Assert.False(pool.TryCopyTo(id, new char[5_000], out int length));
        Assert.Equal(0, length);
        pool.Free(id);
        Assert.Equal(1, pool.ActiveAllocations);
    }

    [Fact]
    public void A_slot_is_found_where_it_begins_and_nowhere_else()
    {
        using var pool = new SegmentedStringPool();
        CellId[] ids = [.. Enumerable.Range(0, 5_000).Select(i => pool.Allocate(new string('x', 200 + (i % 50))).Id.Cell)];

        Assert.All(ids, id =>
        {
            Assert.True(pool.TryGetSpan(new PooledStringId(id), out _));
            Assert.False(pool.TryGetSpan(new PooledStringId(new CellId(id.Index + 1, id.Generation)), out _));
            Assert.False(pool.TryGetSpan(new PooledStringId(new CellId(id.Index + 2, id.Generation)), out _));
        });
    }

    // A string whose text contains a forged cell header in its second unit.
    private static PooledStringId Forge(SegmentedStringPool pool, uint generation, uint second, bool isSlot)
    {
        ReadOnlySpan<uint> words = [0, 0, generation, second, 1, 100, 0xDEADBEEF, 0xDEAD];
        PooledStringRef handle = pool.Allocate(MemoryMarshal.Cast<uint, char>(words));
        return new PooledStringId(new CellId(handle.Id.Cell.Index + 2, generation | (isSlot ? CellId.SlotTag : 0)));
    }
}
