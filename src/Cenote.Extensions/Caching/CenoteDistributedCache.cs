using System.Buffers;
using Cenote.Caching;
using Microsoft.Extensions.Caching.Distributed;

namespace Cenote.Extensions.Caching;

/// <summary>
/// An in-process <see cref="IDistributedCache"/> outside the managed heap, with a limit in bytes. It wraps a
/// <see cref="ByteCache"/>. To share entries between machines, use another distributed cache.
/// </summary>
/// <remarks>
/// <para>Thread-safe. All calls complete synchronously, including those that return a task. <see cref="Get"/> allocates the
/// array that it returns; <see cref="TryGet"/> and both overloads of <c>Set</c> allocate nothing.</para>
/// <para>An entry (key and value) larger than <see cref="ByteCache.MaximumEntryBytes"/> is not stored and counts as rejected; the
/// key then has no value.</para>
/// <para>If <see cref="DistributedCacheEntryOptions"/> sets several expirations, the earliest applies. Without an absolute
/// expiration, <see cref="ByteCacheOptions.DefaultExpiration"/> applies as well.</para>
/// </remarks>
/// <example>
/// Use the cache without a container:
/// <code>
/// using var bytes = new ByteCache(new ByteCacheOptions { MaximumBytes = 32 &lt;&lt; 20 });
/// IDistributedCache cache = new CenoteDistributedCache(bytes);
/// cache.SetString("Dos Ojos", "119 m", new DistributedCacheEntryOptions { SlidingExpiration = TimeSpan.FromMinutes(1) });
/// Console.WriteLine(cache.GetString("Dos Ojos"));   // prints 119 m
/// </code>
/// </example>
/// <param name="cache">The cache that holds the entries. The caller disposes it.</param>
public sealed class CenoteDistributedCache(ByteCache cache) : IBufferDistributedCache
{
    private readonly ByteCache _cache = cache ?? throw new ArgumentNullException(nameof(cache));

    /// <inheritdoc/>
    public byte[]? Get(string key)
    {
        ArgumentNullException.ThrowIfNull(key);
        return _cache.TryRead(key, 0, static (value, _) => value.ToArray(), out byte[]? copy) ? copy : null;
    }

    /// <inheritdoc/>
    public Task<byte[]?> GetAsync(string key, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(key);
        return token.IsCancellationRequested ? Task.FromCanceled<byte[]?>(token) : Task.FromResult(Get(key));
    }

    /// <inheritdoc/>
    public bool TryGet(string key, IBufferWriter<byte> destination)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(destination);
        return _cache.TryGet(key, destination);
    }

    /// <inheritdoc/>
    public ValueTask<bool> TryGetAsync(string key, IBufferWriter<byte> destination, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(destination);
        return token.IsCancellationRequested
            ? ValueTask.FromCanceled<bool>(token)
            : new ValueTask<bool>(TryGet(key, destination));
    }

    /// <inheritdoc/>
    public void Set(string key, byte[] value, DistributedCacheEntryOptions options)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(value);
        ArgumentNullException.ThrowIfNull(options);
        _cache.Set(key, value, TermsOf(options));
    }

    /// <inheritdoc/>
    public Task SetAsync(
        string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(value);
        ArgumentNullException.ThrowIfNull(options);
        if (token.IsCancellationRequested)
        {
            return Task.FromCanceled(token);
        }

        Set(key, value, options);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public void Set(string key, ReadOnlySequence<byte> value, DistributedCacheEntryOptions options)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(options);
        _cache.Set(key, value, TermsOf(options));
    }

    /// <inheritdoc/>
    public ValueTask SetAsync(
        string key, ReadOnlySequence<byte> value, DistributedCacheEntryOptions options, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(options);
        if (token.IsCancellationRequested)
        {
            return ValueTask.FromCanceled(token);
        }

        Set(key, value, options);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public void Refresh(string key)
    {
        ArgumentNullException.ThrowIfNull(key);
        _cache.Touch(key);
    }

    /// <inheritdoc/>
    public Task RefreshAsync(string key, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(key);
        if (token.IsCancellationRequested)
        {
            return Task.FromCanceled(token);
        }

        Refresh(key);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public void Remove(string key)
    {
        ArgumentNullException.ThrowIfNull(key);
        _cache.Remove(key);
    }

    /// <inheritdoc/>
    public Task RemoveAsync(string key, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(key);
        if (token.IsCancellationRequested)
        {
            return Task.FromCanceled(token);
        }

        Remove(key);
        return Task.CompletedTask;
    }

    private static CacheEntryOptions TermsOf(DistributedCacheEntryOptions options) => new()
    {
        Expiration = options.AbsoluteExpirationRelativeToNow,
        AbsoluteExpiration = options.AbsoluteExpiration,
        Sliding = options.SlidingExpiration,
    };
}
