using System.Runtime.InteropServices;
using Cenote.Memory.Contiguous;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>Sizes around the limit of 2 GiB are rejected by a check, never by an overflow.</summary>
public sealed class IntegerOverflowTests : IDisposable
{
    private readonly UnmanagedStringPool _pool = new(1_000);

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void The_longest_string_fills_a_block_of_2_GiB()
    {
        Assert.Equal((1 << 30) - 4, UnmanagedStringPool.MaximumLength);
        Assert.Equal(1UL << 31, (2UL * UnmanagedStringPool.MaximumLength) + 8);
    }

    [Theory]
    [InlineData(UnmanagedStringPool.MaximumLength + 1)]
    [InlineData(int.MaxValue / 2)]
    [InlineData((int.MaxValue / 2) + 1)]
    [InlineData(int.MaxValue)]
    public void A_capacity_of_more_than_2_GiB_is_refused(int capacity)
    {
        Assert.Equal(
            "initialCapacityChars",
            Assert.Throws<ArgumentOutOfRangeException>(() => new UnmanagedStringPool(capacity)).ParamName);
        Assert.Throws<ArgumentOutOfRangeException>(() => new UnmanagedStringPool(capacity, allowGrowth: false));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_capacity_of_2_GiB_works_or_is_refused_by_the_operating_system(bool allowGrowth)
    {
        UnmanagedStringPool pool;
        try
        {
            pool = new UnmanagedStringPool(UnmanagedStringPool.MaximumLength, allowGrowth);
        }
        catch (OutOfMemoryException)
        {
            return;
        }

        using (pool)
        {
            Assert.Equal(UnmanagedStringPool.MaximumLength, pool.FreeSpaceChars);
            Assert.Equal("text", pool.Allocate("text").ToString());
            Assert.Equal(UnmanagedStringPool.MaximumLength - 8, pool.FreeSpaceChars);
            Assert.Equal(UnmanagedStringPool.MaximumLength - 8, pool.EndBlockSizeChars);
            Assert.Throws<ArgumentOutOfRangeException>(() => pool.DefragmentAndGrowPool(1));
            Assert.Throws<ArgumentOutOfRangeException>(() => pool.Reserve(UnmanagedStringPool.MaximumLength - 7));
            pool.Reserve(UnmanagedStringPool.MaximumLength - 8);
            OutOfMemoryException exception = Assert.Throws<OutOfMemoryException>(
                () => pool.Create(UnmanagedStringPool.MaximumLength - 7, 0, static (_, _) => Assert.Fail("There is no room.")));
            Assert.Contains(allowGrowth ? "2 GiB" : "does not grow", exception.Message, StringComparison.Ordinal);
            Assert.Equal(1, pool.ActiveAllocations);
        }
    }

    [LongFact]
    public void A_string_that_fills_the_whole_block_can_be_made()
    {
        // Most of the string is never written, so it takes addresses but almost no memory.
        var pages = new FailingPageSource();
        using var pool = new UnmanagedStringPool(10, true, pages, TimeProvider.System);
        PooledString longest;
        try
        {
            longest = pool.Create(UnmanagedStringPool.MaximumLength, 0, static (text, _) => text[^1] = 'z');
        }
        catch (OutOfMemoryException)
        {
            Assert.Equal(0, pool.ActiveAllocations);
            return;
        }

        Assert.Equal(UnmanagedStringPool.MaximumLength, longest.Length);
        Assert.Equal('z', longest[^1]);
        Assert.Equal(0, pool.FreeSpaceChars);
        Assert.Throws<OutOfMemoryException>(() => pool.Allocate("x"));
        Assert.Throws<OutOfMemoryException>(() => longest.Insert(0, "x"));
        longest.Free();
        Assert.InRange(pool.BytesReserved, 0, 1 << 20);
        Assert.Equal("x", pool.Allocate("x").ToString());
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(int.MaxValue - 1)]
    [InlineData(int.MaxValue - 500)]
    public void Growth_beyond_2_GiB_is_refused(int additionalBytes)
    {
        PooledString kept = _pool.Allocate("kept");

        Assert.Equal(
            "additionalBytes",
            Assert.Throws<ArgumentOutOfRangeException>(() => _pool.DefragmentAndGrowPool(additionalBytes)).ParamName);

        Assert.Equal("kept", kept.ToString());
    }

    [Fact]
    public void Growth_stops_at_2_GiB_in_many_steps_as_well()
    {
        const int Step = 1 << 28;
        using var pool = new UnmanagedStringPool(1_000);
        int steps = 0;
        try
        {
            for (; steps < 7; steps++)
            {
                pool.DefragmentAndGrowPool(Step);
            }
        }
        catch (OutOfMemoryException)
        {
            return;
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => pool.DefragmentAndGrowPool(Step));
        pool.DefragmentAndGrowPool(Step - 2_008);
        Assert.Equal(UnmanagedStringPool.MaximumLength, pool.FreeSpaceChars);
        Assert.Throws<ArgumentOutOfRangeException>(() => pool.DefragmentAndGrowPool(1));
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(UnmanagedStringPool.MaximumLength + 1)]
    public void Reserving_more_than_there_can_be_is_refused(int chars)
    {
        Assert.Equal("chars", Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Reserve(chars)).ParamName);
        Assert.Equal(1_000, _pool.FreeSpaceChars);
    }

    [Fact]
    public void Lengths_beyond_the_longest_are_refused_before_anything_is_read()
    {
        char someChar = 'x';
        PooledString handle = _pool.Allocate(new string('a', 1_000_000));

        Assert.Throws<ArgumentOutOfRangeException>(
            () => _pool.Allocate(MemoryMarshal.CreateReadOnlySpan(ref someChar, UnmanagedStringPool.MaximumLength + 1)));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => _pool.Create(UnmanagedStringPool.MaximumLength + 1, 0, static (_, _) => { }));
        Assert.Throws<OutOfMemoryException>(() => handle.Insert(0, MemoryMarshal.CreateReadOnlySpan(ref someChar, int.MaxValue)));
        Assert.Throws<OutOfMemoryException>(() => handle.Replace("a", new string('b', 5_000)));
        Assert.Equal(1, _pool.ActiveAllocations);
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(int.MaxValue / 2)]
    [InlineData(int.MinValue)]
    public void Indices_far_outside_a_text_are_refused(int index)
    {
        PooledString handle = _pool.Allocate("text");

        Assert.Throws<ArgumentOutOfRangeException>(() => handle[index]);
        Assert.Throws<ArgumentOutOfRangeException>(() => handle.Insert(index, "x"));
        Assert.Throws<ArgumentOutOfRangeException>(() => handle.SubstringSpan(index, 1).Length);
        Assert.Throws<ArgumentOutOfRangeException>(() => handle.SubstringSpan(1, index).Length);
    }

    [LongFact]
    public void Growth_of_a_large_pool_is_cut_at_the_limit()
    {
        // Growing by a quarter would exceed 2 GiB.
        var pages = new FailingPageSource();
        using var pool = new UnmanagedStringPool(900_000_000, true, pages, TimeProvider.System);
        pool.Create(900_000_000, 0, static (_, _) => { });
        PooledString next = pool.Allocate("next");

        Assert.Equal("next", next.ToString());
        Assert.Equal((long)ContiguousHeap.MaxBlock, (2L * (pool.FreeSpaceChars + 900_000_000)) + 8 + 8 + 16);
    }
}
