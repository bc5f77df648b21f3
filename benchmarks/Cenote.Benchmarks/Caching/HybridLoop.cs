using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace Cenote.Benchmarks.Caching;

/// <summary>Gets values from the second level of a HybridCache whose first level is disabled.</summary>
internal sealed class HybridLoop : IDisposable
{
    /// <summary>The number of gets per run.</summary>
    public const int Count = GetLoop.Count;

    private readonly ServiceProvider _provider;
    private readonly HybridCache _cache;
    private readonly string[] _keys = GetLoop.NewKeys();
    private int _at;

    public HybridLoop(IDistributedCache below)
    {
        var services = new ServiceCollection();
        services.AddSingleton(below);
        services.AddHybridCache(static options => options.DefaultEntryOptions =
            new HybridCacheEntryOptions { Flags = HybridCacheEntryFlags.DisableLocalCache });
        _provider = services.BuildServiceProvider();
        _cache = _provider.GetRequiredService<HybridCache>();
        Array.ForEach(_keys, key => _cache.SetAsync(key, new byte[GetLoop.ValueBytes]).AsTask().GetAwaiter().GetResult());
    }

    public void Run()
    {
        for (int i = 0; i < Count; i++)
        {
            _at = (_at + 1) % _keys.Length;
            ValueTask<byte[]> getting = _cache.GetOrCreateAsync<byte[]>(
                _keys[_at], static _ => throw new InvalidOperationException("A value is missing."));
            byte[] value = getting.IsCompletedSuccessfully ? getting.Result : getting.AsTask().GetAwaiter().GetResult();
            if (value.Length != GetLoop.ValueBytes)
            {
                throw new InvalidOperationException("A value has another length.");
            }
        }
    }

    public void Dispose() => _provider.Dispose();
}
