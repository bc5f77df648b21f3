using System.Buffers;
using Cenote.Caching;
using Microsoft.Extensions.Caching.Distributed;

namespace Cenote.Extensions.Caching;

/// <summary>
/// A <see cref="ByteCache"/> as <see cref="IDistributedCache"/> and <see cref="IBufferDistributedCache"/>: for one process,
/// within a limit in bytes, below the managed heap. Another distributed cache replaces it where one machine is not enough.
/// </summary>
/// <remarks>
/// <para>Safe for any number of threads. Every call is done when it returns, those that return a task too.
/// <see cref="Get"/> allocates the array that it returns; <see cref="TryGet"/> and both forms of setting allocate nothing.</para>
/// <para>A value that is larger than <see cref="ByteCache.MaximumEntryBytes"/> is not stored, and counted as refused; its key has
/// no value then.</para>
/// <para>Of several expirations in <see cref="DistributedCacheEntryOptions"/> the first that is over ends the entry. Without an
/// absolute one <see cref="ByteCacheOptions.DefaultExpiration"/> counts.</para>
/// </remarks>
/// <example>
/// Without a container:
/// <code>
/// using var bytes = new ByteCache(new ByteCacheOptions { MaximumBytes = 32 &lt;&lt; 20 });
/// IDistributedCache cache = new CenoteDistributedCache(bytes);
/// cache.SetString("Dos Ojos", "119 m", new DistributedCacheEntryOptions { SlidingExpiration = TimeSpan.FromMinutes(1) });
/// Console.WriteLine(cache.GetString("Dos Ojos"));   // prints 119 m
/// </code>
/// </example>
/// <param name="cache">Holds the entries. It stays the caller's to dispose.</param>
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
