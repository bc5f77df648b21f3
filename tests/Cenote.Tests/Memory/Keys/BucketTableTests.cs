using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;

namespace Cenote.Tests.Memory.Keys;

public sealed unsafe class BucketTableTests : IDisposable
{
    private const uint Hash = 0xab00_0123;

    private readonly FailingPageSource _pages = new();
    private readonly AddressSpace _space;
    private BucketTable _table;

    public BucketTableTests()
    {
        _space = new AddressSpace(_pages, 64 << 20, long.MaxValue);
        Assert.True(_table.TryInitialize(_space, 100_000));
    }

    private Bucket* Home => _table.SegmentOf(Hash) + (Hash & _table.BucketMask);

    public void Dispose() => _space.Dispose();

    [Fact]
    public void Counts_of_passers_by_saturate_and_are_then_never_decremented()
    {
        const int Keys = 400;
        for (uint cell = 1; cell <= Keys; cell++)
        {
            _table.Add(Hash, cell);
        }

        Assert.Equal(255, Home->Overflow);
        for (uint cell = 1; cell <= Keys; cell++)
        {
            Assert.True(TryFind(cell, out uint number, out int way), "A key was not found after an overflow count saturated.");
            _table.Remove(Hash, number, way);
        }

        Assert.Equal(0, _table.Count);
        Assert.Equal(255, Home->Overflow);
        Assert.Equal(0xfffu, Bucket.Find(Home, 0));
    }

    [Fact]
    public void Counts_that_never_were_full_are_0_once_the_keys_are_gone()
    {
        for (uint cell = 1; cell <= 100; cell++)
        {
            _table.Add(Hash, cell);
        }

        Assert.Equal(100 - Bucket.Ways, Home->Overflow);
        for (uint cell = 100; cell > 0; cell--)
        {
            Assert.True(TryFind(cell, out uint number, out int way));
            _table.Remove(Hash, number, way);
        }

        Assert.Equal(0, Home->Overflow);
    }

    [Fact]
    public void A_segment_through_which_many_keys_passed_has_room()
    {
        for (uint i = 0; i < 100_000; i++)
        {
            uint hash = Hash + (i & 0xff);
            _table.Add(hash, i + 1);
            _table.Remove(hash, hash & _table.BucketMask, 0);
        }

        Assert.Equal(0, _table.Count);
        Assert.True(_table.HasRoom(Hash));
    }

    [Fact]
    public void Too_many_keys_around_one_bucket_leave_no_room_near_enough()
    {
        uint cell = 1;
        for (; cell <= BucketTable.MaxProbes * Bucket.Ways; cell++)
        {
            Assert.True(_table.HasRoom(Hash));
            _table.Add(Hash, cell);
        }

        Assert.False(_table.HasRoom(Hash));
        Assert.False(_table.HasFreeWay(Hash));
        Assert.True(_table.IsFlooded(Hash));
        Assert.True(_table.HasRoom(Hash + 1));
    }

    [Fact]
    public void An_empty_table_has_forgotten_full_counts()
    {
        for (uint cell = 1; cell <= 400; cell++)
        {
            _table.Add(Hash, cell);
        }

        _table.Clear();

        Assert.Equal(0, Home->Overflow);
        Assert.Equal(0, _table.Count);
        Assert.True(_table.HasRoom(Hash));
    }

    [Fact]
    public void A_table_that_cannot_be_planned_borrows_nothing()
    {
        long before = _space.BytesLent;
        _pages.Fails = static _ => true;

        Assert.False(_table.TryAllocateTable(10_000_000, out _));

        Assert.Equal(before, _space.BytesLent);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(9, 1)]
    [InlineData(10, 2)]
    [InlineData(1_000, 128)]
    [InlineData(4_900, 512)]
    [InlineData(9_000, 1_024)]
    [InlineData(100_000, 16_384)]
    public void A_planned_table_has_room_for_its_keys(int keys, int buckets)
    {
        Assert.True(_table.TryAllocateTable(keys, out NewTable table));
        _table.Adopt(table);

        Assert.Equal(buckets, _table.Buckets);
        Assert.InRange(keys, 0, _table.Buckets * 10);
    }

    private bool TryFind(uint cell, out uint number, out int way)
    {
        uint tag = BucketTable.TagOf(Hash);
        Bucket* segment = _table.SegmentOf(Hash);
        number = Hash & _table.BucketMask;
        for (uint rest = _table.BucketMask; ; rest--)
        {
            for (way = 0; way < Bucket.Ways; way++)
            {
                if ((Bucket.Find(segment + number, tag) >> way & 1) != 0 && Bucket.CellAt(segment + number, way) == cell)
                {
                    return true;
                }
            }

            if (segment[number].Overflow == 0 || rest == 0)
            {
                return false;
            }

            number = _table.Next(number, tag);
        }
    }
}
