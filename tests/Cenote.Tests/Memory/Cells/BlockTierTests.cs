using System.Runtime.InteropServices;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Cells;

public sealed unsafe class BlockTierTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void Blocks_taken_and_freed_at_random_never_overlap_and_coalesce_to_whole_segments()
    {
        int seed = RunSettings.NewSeed();
        var random = new Random(seed);
        var pages = new FailingPageSource();
        using var space = new AddressSpace(pages, 1 << 30, long.MaxValue);
        byte* tables = (byte*)NativeMemory.Alloc((nuint)BlockTier.TableBytes);
        try
        {
            SlabTier cells = default;
            BlockTier arena = default;
            arena.Initialize(space, tables, 1 << 18);
            var blocks = new List<(nint Block, uint Bytes, byte Fill)>();
            for (int step = 0; step < 20_000; step++)
            {
                if (blocks.Count == 0 || random.Next(100) < (step % 4_000 < 2_000 ? 60 : 40))
                {
                    uint bytes = (uint)(random.Next(50) == 0 ? random.Next(1, 1_000_000) : random.Next(1, 5_000));
                    BlockHeader* block = arena.TakeBlock(bytes, ref cells, out uint units);
                    Assert.True((units * BlockTier.UnitBytes) - BlockHeader.Bytes >= bytes && block->Units >= units);
                    byte fill = (byte)random.Next(256);
                    new Span<byte>(BlockHeader.TextOf(block), (int)bytes).Fill(fill);
                    blocks.Add(((nint)block, bytes, fill));
                }
                else
                {
                    int position = random.Next(blocks.Count);
                    Free(ref arena, blocks[position], seed);
                    blocks[position] = blocks[^1];
                    blocks.RemoveAt(blocks.Count - 1);
                }
            }

            (long freeBlocks, long freeBytes, long largest) = arena.CountFree();
            long used = blocks.Sum(static block => (long)((BlockHeader*)block.Block)->Units) * BlockTier.UnitBytes;
            Assert.Equal(arena.SegmentBytes - (arena.SegmentCount * BlockTier.UnitBytes), freeBytes + used);
            Assert.InRange(largest, freeBytes == 0 ? 0 : freeBytes / freeBlocks, freeBytes);

            blocks.ForEach(block => Free(ref arena, block, seed));
            (freeBlocks, freeBytes, _) = arena.CountFree();
            Assert.Equal(arena.SegmentCount, freeBlocks);
            Assert.Equal(arena.SegmentBytes - (arena.SegmentCount * BlockTier.UnitBytes), freeBytes);
            Assert.Equal(arena.SegmentBytes, space.BytesLent);

            arena.Trim();
            Assert.Equal((0, 0L), (arena.SegmentCount, space.BytesLent));
        }
        finally
        {
            NativeMemory.Free(tables);
        }
    }

    // The next owner of this memory relies on zeros.
    [Theory]
    [InlineData(1_000, 1)]
    [InlineData(1_000, 100)]
    [InlineData(5_000, 40)]
    [InlineData(8, 8_191)]
    [InlineData(1_000, 600)]
    public void Nothing_is_left_of_blocks_once_the_tier_has_ended(int textBytes, int count)
    {
        const int SegmentBytes = 1 << 18;
        using var space = new AddressSpace(new FailingPageSource(), 1 << 30, long.MaxValue);
        byte* tables = (byte*)NativeMemory.Alloc((nuint)BlockTier.TableBytes);
        try
        {
            SlabTier cells = default;
            BlockTier arena = default;
            arena.Initialize(space, tables, SegmentBytes);
            nint[] blocks = [.. Enumerable.Range(0, count).Select(_ => Take(ref arena))];
            Array.ForEach(blocks[(count / 2)..], block => arena.FreeBlock((BlockHeader*)block));
            int segments = arena.SegmentCount;
            byte* start = (byte*)blocks.Min();
            arena.Close();

            Assert.Equal(-1, new Span<byte>(start, segments * SegmentBytes).IndexOfAnyExcept((byte)0));

            nint Take(ref BlockTier from)
            {
                BlockHeader* block = from.TakeBlock((uint)textBytes, ref cells, out _);
                new Span<byte>(BlockHeader.TextOf(block), textBytes).Fill(0xff);
                return (nint)block;
            }
        }
        finally
        {
            NativeMemory.Free(tables);
        }
    }

    [Fact]
    public void Nothing_is_left_of_a_block_that_reaches_to_the_end_of_its_segment()
    {
        const int SegmentBytes = 1 << 18;
        using var space = new AddressSpace(new FailingPageSource(), 1 << 30, long.MaxValue);
        byte* tables = (byte*)NativeMemory.Alloc((nuint)BlockTier.TableBytes);
        try
        {
            SlabTier cells = default;
            BlockTier arena = default;
            arena.Initialize(space, tables, SegmentBytes);
            BlockHeader* first = arena.TakeBlock(1_000, ref cells, out _);
            uint rest = (uint)arena.CountFree().MaxBytes - BlockHeader.Bytes;
            BlockHeader* last = arena.TakeBlock(rest, ref cells, out _);
            new Span<byte>(BlockHeader.TextOf(last), (int)rest).Fill(0xff);
            Assert.Equal((1, 0L), (arena.SegmentCount, arena.CountFree().Blocks));

            arena.Close();

            Assert.Equal(-1, new Span<byte>(first, SegmentBytes).IndexOfAnyExcept((byte)0));
        }
        finally
        {
            NativeMemory.Free(tables);
        }
    }

    [Theory]
    [InlineData(257)]
    [InlineData(1_000)]
    [InlineData(30_000)]
    public void A_freed_block_waits_for_the_next_string_of_its_size(int length)
    {
        PooledStringRef[] handles = [.. Enumerable.Range(0, 3).Select(_ => Create(length))];
        nint address = AddressOf(handles[1]);
        handles[1].Free();

        PooledStringRef heir = Create(length);

        Assert.Equal(address, AddressOf(heir));
        Assert.Equal(handles[1].Id.Cell.Index, heir.Id.Cell.Index);
        Assert.NotEqual(handles[1].Id, heir.Id);
    }

    [Fact]
    public void Blocks_that_wait_are_coalesced_before_the_arena_grows()
    {
        PooledStringRef[] handles = [.. Enumerable.Range(0, 2_000).Select(_ => Create(1_000))];
        int segments = _pool.SegmentCount;
        Array.ForEach(handles, static handle => handle.Free());

        for (int i = 0; i < 200; i++)
        {
            Create(8_000);
        }

        Assert.Equal(segments, _pool.SegmentCount);
    }

    [Fact]
    public void Slots_of_blocks_that_are_coalesced_serve_the_next_large_strings()
    {
        var handles = new PooledStringRef[60];
        for (int round = 0; round < 200; round++)
        {
            // The string of 500,000 chars takes the coalesced blocks of the freed strings, whose slots then have no block.
            for (int i = 0; i < handles.Length; i++)
            {
                handles[i] = _pool.Allocate(new string('x', 8_000));
            }

            Array.ForEach(handles, static handle => handle.Free());
            _pool.Allocate(new string('y', 500_000)).Free();
        }

        // A slab has 2,730 slots: without reuse, the slots of 12,000 strings would take five slabs.
        Assert.Equal(1, _pool.SlabCount);
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_long_block_is_coalesced_at_once()
    {
        PooledStringRef[] handles = [.. Enumerable.Range(0, 4).Select(_ => Create(60_000))];
        Assert.Equal(1, _pool.SegmentCount);
        long largest = _pool.GetStatistics().LargestFreeBlockBytes;
        handles[2].Free();
        handles[3].Free();

        Assert.InRange(_pool.GetStatistics().LargestFreeBlockBytes, largest + 240_000, 1 << 20);
        Create(150_000);
        Assert.Equal(1, _pool.SegmentCount);
    }

    [Fact]
    public void Small_remainders_are_used_up()
    {
        for (int length = 257; length < 1_200; length++)
        {
            Create(length);
        }

        StringPoolStatistics statistics = _pool.GetStatistics();
        Assert.InRange(statistics.TextBytes, statistics.BytesReserved * 0.4, statistics.BytesReserved);
        Assert.Equal(2, _pool.SegmentCount);
    }

    [Fact]
    public void Strings_longer_than_a_segment_have_one_of_their_own()
    {
        Create(1_000);
        PooledStringRef[] handles = [.. Enumerable.Range(0, 3).Select(number => Create(600_000 + number))];
        Assert.Equal(4, _pool.SegmentCount);

        handles[1].Free();
        Assert.Equal(3, _pool.SegmentCount);

        PooledStringRef heir = Create(600_000);
        Assert.Equal(4, _pool.SegmentCount);
        Assert.Equal(600_000, heir.Length);
        Assert.Equal(600_002, handles[2].Length);
    }

    [Fact]
    public void Trim_gives_empty_segments_back_and_no_others()
    {
        PooledStringRef[] handles = [.. Enumerable.Range(0, 5_000).Select(_ => Create(1_000))];
        Assert.Equal(10, _pool.SegmentCount);
        nint kept = AddressOf(handles[2_500]);
        for (int i = 0; i < handles.Length; i++)
        {
            if (i != 2_500)
            {
                handles[i].Free();
            }
        }

        Assert.InRange(_pool.Trim(), 9L << 20, (9L << 20) + AddressSpace.GranuleBytes);

        Assert.Equal(1, _pool.SegmentCount);
        Assert.Equal(kept, AddressOf(handles[2_500]));
        Assert.Equal(1_000, handles[2_500].Length);
    }

    private static void Free(ref BlockTier arena, (nint Block, uint Bytes, byte Fill) taken, int seed)
    {
        var block = (BlockHeader*)taken.Block;
        bool intact = new Span<byte>(BlockHeader.TextOf(block), (int)taken.Bytes).IndexOfAnyExcept(taken.Fill) < 0;
        Assert.True(intact, $"A block was overwritten. Seed {seed}");
        arena.FreeBlock(block);
    }

    private static nint AddressOf(PooledStringRef handle)
    {
        fixed (char* text = handle.AsSpan())
        {
            return (nint)text;
        }
    }

    private PooledStringRef Create(int length) => _pool.Create(length, 0, static (_, _) => { });
}
