using Cenote.Samples;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Internal;

namespace Cenote.Extensions.Tests.Support;

/// <summary>
/// One cache of each kind, registered as in an application. Two caches use simulated time; Redis uses real time.
/// </summary>
public sealed class CacheMachines : IDisposable
{
    private readonly PassingClock _clock = new();
    private readonly Dictionary<CacheKind, ServiceProvider> _providers = [];
    private RedisServer? _redis;

    /// <summary>The cache of a kind.</summary>
    public IDistributedCache Get(CacheKind kind)
    {
        lock (_providers)
        {
            if (!_providers.TryGetValue(kind, out ServiceProvider? provider))
            {
                provider = Register(kind).BuildServiceProvider();
                _providers.Add(kind, provider);
            }

            return provider.GetRequiredService<IDistributedCache>();
        }
    }

    /// <summary>The current date and time of a cache.</summary>
    public DateTimeOffset Now(CacheKind kind) => kind == CacheKind.Redis ? DateTimeOffset.UtcNow : _clock.GetUtcNow();

    /// <summary>Advances the simulated time, or waits if the cache uses real time.</summary>
    public async Task PassAsync(CacheKind kind, TimeSpan time)
    {
        if (kind == CacheKind.Redis)
        {
            await Task.Delay(time);
        }
        else
        {
            _clock.Pass(time);
        }
    }

    public void Dispose()
    {
        foreach (ServiceProvider provider in _providers.Values)
        {
            provider.Dispose();
        }

        _redis?.Dispose();
    }

    // The caches differ only in one line of registration.
    private ServiceCollection Register(CacheKind kind)
    {
        var services = new ServiceCollection();
        _ = kind switch
        {
            CacheKind.Cenote => services.AddCenoteDistributedCache(options => options.TimeProvider = _clock),
            CacheKind.Memory => services.AddDistributedMemoryCache(options => options.Clock = _clock),
            _ => services.AddStackExchangeRedisCache(options => options.Configuration = Redis().Configuration),
        };
        return services;
    }

    private RedisServer Redis() => _redis ??= RedisServer.Start(64 << 20);

    private sealed class PassingClock : TimeProvider, ISystemClock
    {
        private long _ticks = new DateTimeOffset(2030, 1, 1, 0, 0, 0, TimeSpan.Zero).Ticks;

        public DateTimeOffset UtcNow => GetUtcNow();

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Volatile.Read(ref _ticks);

        public override DateTimeOffset GetUtcNow() => new(GetTimestamp(), TimeSpan.Zero);

        public void Pass(TimeSpan time) => Interlocked.Add(ref _ticks, time.Ticks);
    }
}
