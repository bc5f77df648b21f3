using Microsoft.Extensions.Caching.Distributed;

namespace Cenote.Benchmarks.Caching;

/// <summary>Wraps a distributed cache, and hides its type.</summary>
internal sealed class PlainDistributedCache(IDistributedCache cache) : IDistributedCache
{
    public byte[]? Get(string key) => cache.Get(key);

    public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => cache.GetAsync(key, token);

    public void Set(string key, byte[] value, DistributedCacheEntryOptions options) => cache.Set(key, value, options);

    public Task SetAsync(
        string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default) =>
        cache.SetAsync(key, value, options, token);

    public void Refresh(string key) => cache.Refresh(key);

    public Task RefreshAsync(string key, CancellationToken token = default) => cache.RefreshAsync(key, token);

    public void Remove(string key) => cache.Remove(key);

    public Task RemoveAsync(string key, CancellationToken token = default) => cache.RemoveAsync(key, token);
}
