using Cenote.Strings;

namespace Cenote.Tests.Strings;

public sealed class ClearMethodTests : IDisposable
{
    private readonly UnmanagedStringPool _pool = new(1_024);

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void An_empty_pool_can_be_cleared_again_and_again()
    {
        _pool.Clear();
        _pool.Clear();

        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.Equal(1_024, _pool.FreeSpaceChars);
    }

    [Theory]
    [InlineData(3, 5)]
    [InlineData(3, 5_000)]
    [InlineData(3_000, 50)]
    public void A_cleared_pool_is_as_it_was_when_it_was_new(int length, int count)
    {
        PooledString[] handles = [.. Enumerable.Range(0, count).Select(_ => _pool.Allocate(new string('x', length)))];
        handles[1].Free();
        Assert.InRange(_pool.FragmentationPercentage, 0.001, 100);

        _pool.Clear();

        Assert.Equal(0, _pool.ActiveAllocations);
        Assert.Equal(1_024, _pool.FreeSpaceChars);
        Assert.Equal(1_024, _pool.EndBlockSizeChars);
        Assert.Equal(0, _pool.FragmentationPercentage);
        Assert.Equal("", _pool.DumpBufferAsString());
        Assert.Equal(0, _pool.GetStatistics().TextBytes);
        Assert.Equal(count, _pool.GetStatistics().TotalAllocations);
        Assert.All(handles, static handle => Assert.False(handle.IsAlive));
        Assert.Equal("text", _pool.Allocate("text").ToString());
    }

    [Fact]
    public void Everything_that_reads_a_cleared_handle_throws()
    {
        PooledString handle = _pool.Allocate("text");

        _pool.Clear();

        Assert.Throws<InvalidOperationException>(() => handle.Length);
        Assert.Throws<InvalidOperationException>(() => handle[0]);
        Assert.Throws<InvalidOperationException>(() => handle.AsSpan().Length);
        Assert.Throws<InvalidOperationException>(() => handle.SubstringSpan(0, 1).Length);
        Assert.Throws<InvalidOperationException>(() => handle.IndexOf("t"));
        Assert.Throws<InvalidOperationException>(() => handle.LastIndexOf("t"));
        Assert.Throws<InvalidOperationException>(() => handle.Contains("t"));
        Assert.Throws<InvalidOperationException>(() => handle.StartsWith("t"));
        Assert.Throws<InvalidOperationException>(() => handle.EndsWith("t"));
        Assert.Throws<InvalidOperationException>(() => handle.Duplicate());
        Assert.Throws<InvalidOperationException>(() => handle.Insert(0, "t"));
        Assert.Throws<InvalidOperationException>(() => handle.Replace("t", "s"));
        Assert.Throws<InvalidOperationException>(() => handle.CompareTo(default));
        Assert.Throws<InvalidOperationException>(() => handle.TryFormat(new char[4], out _));
        Assert.Throws<InvalidOperationException>(() => handle.TryFormat(new byte[4], out _));
        Assert.Throws<InvalidOperationException>(() => _pool.AsSpan(handle.Id).Length);
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Fact]
    public void A_cleared_handle_can_be_freed_and_compared()
    {
        PooledString handle = _pool.Allocate("text");
        PooledString other = _pool.Allocate("text");
        Assert.True(handle.Equals(other));

        _pool.Clear();

        handle.Free();
        handle.Dispose();
        Assert.ThrowsAny<InvalidOperationException>(() => handle.ToString());
        Assert.False(handle.Equals(other));
        Assert.False(handle.Equals("text"));
        Assert.Equal(handle.GetHashCode(), handle.GetHashCode());
        Assert.Equal(0, _pool.ActiveAllocations);
    }

    [Theory]
    [InlineData(20)]
    [InlineData(600)]
    public void Handles_from_before_do_not_read_what_comes_after(int length)
    {
        var stale = new List<PooledString>();
        for (int round = 0; round < 5; round++)
        {
            stale.AddRange(Enumerable.Range(0, 200).Select(number => _pool.Allocate($"{number}".PadLeft(length))));
            _pool.Clear();
            for (int i = 0; i < 1_000; i++)
            {
                _pool.Allocate($"{i}".PadRight(length));
            }

            Assert.Equal(0, stale.Count(static handle => handle.IsAlive || handle.TryGetSpan(out _)));
            stale.ForEach(static handle => handle.Free());
            Assert.Equal(1_000, _pool.ActiveAllocations);
            _pool.Clear();
        }

        Assert.Equal(stale.Count, stale.Select(static handle => handle.Id).Distinct().Count());
    }

    [Fact]
    public void A_cleared_pool_uses_its_slots_again()
    {
        uint highest = Fill();
        long bytes = _pool.BytesReserved;
        for (int round = 0; round < 20; round++)
        {
            _pool.Clear();
            Assert.Equal(highest, Fill());
        }

        Assert.Equal(bytes, _pool.BytesReserved);

        uint Fill() => Enumerable.Range(0, 2_000).Max(number => _pool.Allocate($"text {number}").Id.Cell.Index);
    }

    [Fact]
    public void What_was_reserved_is_gone_after_clearing()
    {
        _pool.Reserve(100_000);
        _pool.DefragmentAndGrowPool(100_000);

        _pool.Clear();

        Assert.Equal(1_024, _pool.FreeSpaceChars);
    }

    [Fact]
    public void A_pool_of_fixed_size_can_be_filled_again_after_clearing()
    {
        using var pool = new UnmanagedStringPool(50, allowGrowth: false);
        for (int round = 0; round < 10; round++)
        {
            Assert.Equal(50, pool.Allocate(new string('x', 50)).Length);
            Assert.Throws<OutOfMemoryException>(() => pool.Allocate("x"));
            pool.Clear();
        }
    }

    [Fact]
    public void A_disposed_pool_cannot_be_cleared()
    {
        _pool.Dispose();

        Assert.Throws<ObjectDisposedException>(_pool.Clear);
    }
}
