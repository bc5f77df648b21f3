using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Strings;

namespace Cenote.Process.Tests.Strings;

/// <summary>The cost of a pool to the garbage collector, in a process that does nothing else.</summary>
public sealed class GcPressureTests
{
    private const int Strings = 500_000;

    private static readonly string s_text = new('x', 30);

    [Fact]
    public void Filling_a_pool_allocates_descriptors_only()
    {
        using var pool = new SegmentedStringPool();
        long before = GC.GetAllocatedBytesForCurrentThread();

        Fill(pool, Strings);

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, pool.BytesReserved / 300);
    }

    [Fact]
    public void Live_strings_add_nothing_to_the_managed_heap()
    {
        using var pool = new SegmentedStringPool();
        pool.Allocate(s_text);
        long before = GC.GetTotalMemory(forceFullCollection: true);

        Fill(pool, Strings);

        long added = GC.GetTotalMemory(forceFullCollection: true) - before;
        Assert.InRange(added, long.MinValue, pool.BytesReserved / 50);
        Assert.InRange(pool.BytesReserved, Strings * 60L, Strings * 80L);
    }

    [Fact]
    public void Millions_of_strings_that_come_and_go_cause_no_collection()
    {
        using var pool = new SegmentedStringPool();
        var ids = new PooledStringId[1_000];
        Churn(pool, ids);
        int before = GC.CollectionCount(0);

        for (int round = 0; round < 1_000; round++)
        {
            Churn(pool, ids);
        }

        Assert.Equal(0, GC.CollectionCount(0) - before);
    }

    [Fact]
    public void Nothing_that_is_held_per_string_or_slab_contains_references()
    {
        Assert.False(RuntimeHelpers.IsReferenceOrContainsReferences<PooledStringId>());
        Assert.False(RuntimeHelpers.IsReferenceOrContainsReferences<Slab>());
        Assert.False(RuntimeHelpers.IsReferenceOrContainsReferences<SlabClass>());
        Assert.False(RuntimeHelpers.IsReferenceOrContainsReferences<BlockSegment>());
        Assert.False(RuntimeHelpers.IsReferenceOrContainsReferences<PageRun>());
    }

    private static void Fill(SegmentedStringPool pool, int count)
    {
        for (int i = 0; i < count; i++)
        {
            pool.Allocate(s_text);
        }
    }

    private static void Churn(SegmentedStringPool pool, PooledStringId[] ids)
    {
        for (int i = 0; i < ids.Length; i++)
        {
            ids[i] = pool.Allocate(s_text).Id;
        }

        foreach (PooledStringId id in ids)
        {
            pool.Free(id);
        }
    }
}
