using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Arenas;
using Cenote.Buffers.Stack;
using Cenote.Interning;
using Cenote.Memory.Cells;
using Cenote.Memory.Contiguous;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Memory.Rings;
using Cenote.Strings;

namespace Cenote.Tests.Memory;

/// <summary>The sizes and offsets shown in the pictures of docs/internals.md, in a 64-bit process.</summary>
public sealed unsafe class PicturedLayoutTests
{
    private const uint MaxCellBytes = 512;
    private const int ControlTables = 64;

    [Fact]
    public void Handles_and_values_have_the_sizes_of_their_pictures()
    {
        Assert.Equal(8, Unsafe.SizeOf<PooledStringId>());
        Assert.Equal(16, Unsafe.SizeOf<PooledStringRef>());
        Assert.Equal(16, Unsafe.SizeOf<ArenaString>());
    }

    [Fact]
    public void The_tables_of_granule_0_are_where_the_picture_of_the_address_space_shows_them()
    {
        int bins = ControlTables + SlabTier.HeadsBytes(MaxCellBytes);

        Assert.Equal(66 * sizeof(uint), SlabTier.HeadsBytes(MaxCellBytes));
        Assert.Equal(328, bins);
        Assert.Equal((432 + 7) * sizeof(ulong) + 161 * sizeof(uint), BlockTier.TableBytes);
        Assert.Equal(4484, bins + BlockTier.TableBytes);
    }

    [Fact]
    public void A_slab_of_class_3_has_the_cells_of_its_picture()
    {
        Assert.All([5u, 8u], static chars => Assert.Equal(3u, CellLists.ClassOf(chars * sizeof(char))));
        Assert.Equal(2730u, AddressSpace.GranuleBytes / (3 << AddressSpace.UnitShift));
    }

    [Fact]
    public void Slots_and_headers_have_the_sizes_of_their_pictures()
    {
        Assert.Equal(24, sizeof(LargeSlot));
        Assert.Equal(24, sizeof(BlockHeader));
        Assert.Equal(16, sizeof(ContiguousSlot));
        Assert.Equal(16, sizeof(RingCell));
        Assert.Equal(40, sizeof(ScratchLine));
    }

    [Fact]
    public void Buckets_have_the_sizes_of_their_pictures()
    {
        Assert.Equal(64, sizeof(Bucket));
        Assert.Equal(12, Bucket.Ways);
        Assert.Equal(12, OffsetInBucket(nameof(Bucket.Overflow)));
        Assert.Equal(13, OffsetInBucket(nameof(Bucket.Depth)));
        Assert.Equal(14, OffsetInBucket(nameof(Bucket.Count)));
        Assert.Equal(64, Unsafe.SizeOf<InternBucket<StrongEntry>>());
        Assert.Equal(64, Unsafe.SizeOf<InternBucket<WeakEntry>>());
        Assert.Equal(80, BoundedSet.Bytes);
    }

    private static int OffsetInBucket(string field) => (int)Marshal.OffsetOf<Bucket>(field);
}
