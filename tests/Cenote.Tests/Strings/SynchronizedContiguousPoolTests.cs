using Cenote.Strings;
using Xunit.Abstractions;

namespace Cenote.Tests.Strings;

public sealed class SynchronizedContiguousPoolTests(ITestOutputHelper output) : SynchronizedStringPoolTests(output)
{
    [Fact]
    public void A_pool_to_guard_is_needed() =>
        Assert.Equal(
            "pool",
            Assert.Throws<ArgumentNullException>(
                static () => new SynchronizedStringPool((UnmanagedStringPool)null!)).ParamName);

    [Fact]
    public void An_id_finds_its_text_after_a_compaction()
    {
        using var inner = new UnmanagedStringPool(1_000);
        using var pool = new SynchronizedStringPool(inner);
        PooledStringId freed = pool.Allocate("in front of the other");
        PooledStringId kept = pool.Allocate("kept");
        pool.Free(freed);
        int end = inner.EndBlockSizeChars;

        pool.Trim();

        Assert.InRange(inner.EndBlockSizeChars, end + 1, int.MaxValue);
        Assert.Equal("kept", pool.GetString(kept));
        Assert.False(pool.TryGetString(freed, out _));
    }

    [Fact]
    public void A_pool_that_may_not_grow_says_so_and_lets_go_of_the_lock()
    {
        using var pool = new SynchronizedStringPool(new UnmanagedStringPool(100, allowGrowth: false));

        Assert.Throws<OutOfMemoryException>(() => pool.Allocate(new string('x', 101)));
        Assert.Equal(100, pool.GetString(pool.Allocate(new string('x', 100))).Length);
    }

    protected override SynchronizedStringPool MakePool() => new(new UnmanagedStringPool(1_000));
}
