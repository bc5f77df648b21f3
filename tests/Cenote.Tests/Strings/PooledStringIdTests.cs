using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;
using Cenote.Strings;

namespace Cenote.Tests.Strings;

public sealed class PooledStringIdTests : IDisposable
{
    private readonly SegmentedStringPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void An_id_takes_8_bytes_that_the_collector_need_not_scan()
    {
        Assert.Equal(8, Unsafe.SizeOf<PooledStringId>());
        Assert.False(RuntimeHelpers.IsReferenceOrContainsReferences<PooledStringId>());
    }

    [Fact]
    public void The_default_id_is_the_empty_string_in_every_pool()
    {
        using var table = new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 0 });
        foreach (SegmentedStringPool pool in (SegmentedStringPool[])[_pool, table])
        {
            pool.Allocate("text");

            Assert.True(pool.AsSpan(default).IsEmpty);
            Assert.True(pool.TryGetSpan(default, out ReadOnlySpan<char> text));
            Assert.True(text.IsEmpty);
            Assert.True(pool.Resolve(default).IsEmpty);
            pool.Free(default(PooledStringId));
            Assert.True(pool.AsSpan(default).IsEmpty);
            Assert.Equal(1, pool.ActiveAllocations);
        }
    }

    [Fact]
    public void Ids_are_equal_if_they_stand_for_the_same_allocation()
    {
        PooledStringRef handle = _pool.Allocate("text");
        PooledStringId id = handle.Id;
        PooledStringId twin = _pool.Allocate("text").Id;

        Assert.True(id == handle.Id);
        Assert.True(id.Equals((object)handle.Id));
        Assert.Equal(id.GetHashCode(), handle.Id.GetHashCode());
        Assert.True(id != twin);
        Assert.False(id.Equals(twin));
        Assert.False(id.Equals("text"));

        handle.Free();
        Assert.NotEqual(id, _pool.Allocate("text").Id);
        Assert.Equal(id, handle.Id);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(1_000)]
    public void An_id_survives_the_way_through_a_handle(int length)
    {
        PooledStringId id = _pool.Allocate(new string('x', length)).Id;

        Assert.Equal(id, _pool.Resolve(id).Id);
        Assert.Equal(length, _pool.Resolve(id).Length);
    }

    [Fact]
    public void A_stale_id_resolves_to_a_stale_handle()
    {
        PooledStringId id = _pool.Allocate("text").Id;
        _pool.Free(id);

        PooledStringRef handle = _pool.Resolve(id);

        Assert.False(handle.IsAlive);
        Assert.False(handle.IsEmpty);
        Assert.Throws<InvalidOperationException>(() => handle.Length);
    }

    [Fact]
    public void An_id_prints_itself()
    {
        Assert.Contains("empty", default(PooledStringId).ToString(), StringComparison.Ordinal);
        Assert.Matches("^pooled string id [0-9a-f]+:[0-9a-f]+$", _pool.Allocate("text").Id.ToString());
    }

    [Fact]
    public void Ids_that_nobody_handed_out_are_refused()
    {
        PooledStringId real = _pool.Allocate("text").Id;
        var random = new Random(10);
        for (int i = 0; i < 100_000; i++)
        {
            var forged = new PooledStringId(new CellId((uint)random.NextInt64(1, 1L << 32), (uint)random.NextInt64(1L << 32)));
            if (forged != real)
            {
                Assert.False(_pool.TryGetSpan(forged, out _));
                _pool.Free(forged);
            }
        }

        Assert.Equal("text", _pool.AsSpan(real).ToString());
        Assert.Equal(1, _pool.ActiveAllocations);
    }
}
