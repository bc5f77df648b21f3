using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Cells;

public sealed unsafe class BlockSegmentTests : IDisposable
{
    private const uint GranuleUnits = AddressSpace.GranuleBytes / BlockTier.UnitBytes;

    private readonly AddressSpace _space = new(new FailingPageSource(), 1 << 20, long.MaxValue);

    public void Dispose() => _space.Dispose();

    [Fact]
    public void A_new_segment_is_one_free_block_with_a_sentinel_behind_it()
    {
        BlockSegment segment = NewSegment(2);

        Assert.Equal((2 * GranuleUnits) - 1, segment.Units);
        Assert.True(segment.IsEmpty);
        Assert.True(segment.First->IsFree);
        Assert.True(segment.First->IsFirst);
        Assert.False(segment.First->IsPreviousFree);
        BlockHeader* sentinel = BlockHeader.Next(segment.First, segment.Units);
        Assert.True(sentinel->IsSentinel);
        Assert.False(sentinel->IsFree);
        Assert.True(sentinel->IsPreviousFree);
        Assert.True(BlockHeader.Previous(sentinel) == segment.First);
        Assert.True((byte*)(sentinel + 1) > segment.Run.Address + segment.Run.Bytes - BlockTier.UnitBytes);
    }

    [Fact]
    public void Headers_of_neighbours_follow_what_happens_to_a_block()
    {
        BlockSegment segment = NewSegment(1);
        BlockHeader* first = segment.First;
        BlockHeader* second = BlockHeader.Next(first, 10);
        uint rest = segment.Units - 10;
        BlockHeader* sentinel = BlockHeader.Next(second, rest);

        BlockHeader.MarkSplit(second);
        BlockHeader.MarkFree(second, rest);
        BlockHeader.MarkUsed(first, 10);
        Assert.False(segment.IsEmpty);
        Assert.Equal((10u, rest), (first->Units, second->Units));
        Assert.True(!first->IsFree && second->IsFree && !second->IsPreviousFree && sentinel->IsPreviousFree);
        Assert.True(first->IsFirst && !second->IsFirst);

        BlockHeader.MarkUsed(second, rest);
        Assert.True(!second->IsFree && !sentinel->IsPreviousFree);

        BlockHeader.MarkFree(first, 10);
        Assert.True(second->IsPreviousFree && BlockHeader.Previous(second) == first);
        Assert.False(segment.IsEmpty);
    }

    [Fact]
    public void Text_of_a_used_block_reaches_up_to_the_next_header()
    {
        BlockSegment segment = NewSegment(1);
        BlockHeader.MarkUsed(segment.First, segment.Units);

        byte* text = BlockHeader.TextOf(segment.First);
        uint bytes = (segment.Units * BlockTier.UnitBytes) - BlockHeader.Bytes;
        new Span<byte>(text, (int)bytes).Fill(0xFF);

        Assert.Equal(segment.Units, segment.First->Units);
        Assert.True(BlockHeader.Next(segment.First, segment.Units)->IsSentinel);
        Assert.True(text + bytes == (byte*)BlockHeader.Next(segment.First, segment.Units));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData((int)GranuleUnits - 1, 1)]
    [InlineData((int)GranuleUnits, 2)]
    [InlineData((2 * (int)GranuleUnits) - 1, 2)]
    [InlineData(1 << 28, (1 << 16) + 1)]
    public void A_segment_has_the_granules_that_its_block_and_the_sentinel_need(int units, int granules) =>
        Assert.Equal((uint)granules, BlockSegment.GranulesFor((uint)units));

    private BlockSegment NewSegment(uint granules)
    {
        Assert.True(_space.TryLend(granules, indexed: false, out PageRun run));
        var segment = new BlockSegment(run, isOversized: false);
        BlockHeader.Format(segment.First, segment.Units);
        return segment;
    }
}
