using Cenote.Caching;
using Cenote.Memory.Pages;
using Cenote.Memory.Rings;
using Cenote.Text;

namespace Cenote.Tests.Caching;

/// <summary>Keys that another thread changes between hashing and copying: the entry is rejected.</summary>
public sealed unsafe class ChangedCacheKeyTests : IDisposable
{
    private readonly CacheStore _store;
    private readonly CachePart _part;

    public ChangedCacheKeyTests()
    {
        _store = new CacheStore(new ByteCacheOptions { MaximumBytes = 1 << 20 }, nameof(ByteCache), PageSource.System);
        _part = new CachePart(_store, _store.Memory.Start, 256 << 10);
    }

    public void Dispose() => _store.Dispose();

    [Theory]
    [InlineData("key", "kex")]
    [InlineData("key", "k\u00e4y")]
    [InlineData("k\u00e4y", "k\u00e4x")]
    [InlineData("k\u00e4y", "key")]
    public void An_entry_is_refused_if_its_key_has_another_hash(string hashed, string stored)
    {
        Assert.False(Set(stored.AsSpan(), KeyHash.Compute(hashed)));
        Assert.Equal(1, _part.Rejected);
        Assert.Equal(0, _part.Count);
        Assert.True(Set(stored.AsSpan(), KeyHash.Compute(stored)));
        Assert.True(_part.TryGet(stored.AsSpan(), KeyHash.Compute(stored), new byte[1], out _));
        Assert.Equal(1, _part.Count);
    }

    [Fact]
    public void An_entry_is_refused_if_its_bytes_are_no_longer_ASCII()
    {
        byte[] key = [(byte)'k', 0xe4, (byte)'y'];
        Assert.False(Set<byte>(key, (uint)KeyHash.ComputeLong(key)));
        Assert.Equal(1, _part.Rejected);
        Assert.Equal(0, _part.Count);
    }

    private bool Set<T>(ReadOnlySpan<T> key, uint hash)
        where T : unmanaged => _part.Set(key, hash, [1], EntryTerms.None, default);
}
