using System.Buffers;
using System.IO.Pipelines;
using Cenote.Caching;
using Microsoft.AspNetCore.OutputCaching;

namespace Cenote.Extensions.Caching;

/// <summary>
/// Stores output-cached responses of ASP.NET Core in a <see cref="ByteCache"/>, outside the managed heap, with a limit in bytes.
/// </summary>
/// <remarks>
/// <para>Thread-safe. <see cref="TryGetAsync"/> copies a response directly to the <see cref="PipeWriter"/>, without an
/// intermediate array.</para>
/// <para>A response may have any number of tags, at 12 bytes each. The time to evict a tag does not depend on the number of
/// responses. Tags are hashed into a table of fixed size on the managed heap: 8 to 16 bytes for each 4 KiB of the limit, from 8
/// KiB to 8 MiB in total. If two tags share an item of this table, evicting one tag also evicts the responses with the
/// other.</para>
/// <para>An entry (key, response and tags) larger than <see cref="ByteCache.MaximumEntryBytes"/> is not stored and counts as
/// rejected.</para>
/// </remarks>
/// <example>
/// Store a response with two tags, and evict it by one of them:
/// <code>
/// using var bytes = new ByteCache(new ByteCacheOptions { MaximumBytes = 32 &lt;&lt; 20 });
/// IOutputCacheStore store = new CenoteOutputCacheStore(bytes);
/// await store.SetAsync("/customers/17", [1, 2, 3], ["customers", "17"], TimeSpan.FromMinutes(1), default);
/// Console.WriteLine((await store.GetAsync("/customers/17", default))?.Length);   // prints 3
/// await store.EvictByTagAsync("17", default);
/// Console.WriteLine(await store.GetAsync("/customers/17", default) is null);   // prints True
/// </code>
/// </example>
/// <param name="cache">The cache for the responses; nothing else may use it. The caller disposes it.</param>
public sealed class CenoteOutputCacheStore(ByteCache cache) : IOutputCacheBufferStore
{
    private readonly ByteCache _cache = cache ?? throw new ArgumentNullException(nameof(cache));
    private readonly TagGenerations _tags = new(cache.MaximumBytes);

    /// <inheritdoc/>
    public ValueTask EvictByTagAsync(string tag, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled(cancellationToken);
        }

        _tags.Evict(tag);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask<byte[]?> GetAsync(string key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(key);
        return cancellationToken.IsCancellationRequested
            ? ValueTask.FromCanceled<byte[]?>(cancellationToken)
            : ValueTask.FromResult(_cache.TryRead(key, _tags, CopyOf, out byte[]? copy) ? copy : null);

        static byte[]? CopyOf(ReadOnlySpan<byte> noted, TagGenerations tags) =>
            tags.LengthOfValue(noted) is >= 0 and int length ? noted[..length].ToArray() : null;
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">
    /// The <paramref name="destination"/> returned a span that is too short.
    /// </exception>
    public async ValueTask<bool> TryGetAsync(string key, PipeWriter destination, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentNullException.ThrowIfNull(destination);
        cancellationToken.ThrowIfCancellationRequested();
        if (!TryWrite(key, destination))
        {
            return false;
        }

        await destination.FlushAsync(cancellationToken).ConfigureAwait(false);
        return true;
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="validFor"/> is not positive.</exception>
    public ValueTask SetAsync(
        string key, byte[] value, string[]? tags, TimeSpan validFor, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(value);
        return SetAsync(key, new ReadOnlySequence<byte>(value), tags, validFor, cancellationToken);
    }

    /// <inheritdoc/>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="validFor"/> is not positive.</exception>
    public ValueTask SetAsync(
        string key, ReadOnlySequence<byte> value, ReadOnlyMemory<string> tags, TimeSpan validFor,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(key);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(validFor, TimeSpan.Zero);
        if (cancellationToken.IsCancellationRequested)
        {
            return ValueTask.FromCanceled(cancellationToken);
        }

        var terms = new CacheEntryOptions { Expiration = validFor };
        if (value.Length > _cache.MaximumEntryBytes)
        {
            // No note is needed, because the cache rejects the value.
            _cache.Set(key, value, terms);
            return ValueTask.CompletedTask;
        }

        using var noted = new NotedBytes(in value, TagGenerations.NoteBytes(tags.Length));
        _tags.Write(tags.Span, noted.Note);
        _cache.Set(key, noted.Span, terms);
        return ValueTask.CompletedTask;
    }

    // The destination is advanced only past the value, so the note after the value is not sent.
    private bool TryWrite(string key, PipeWriter destination)
    {
        Span<byte> noted = destination.GetSpan();
        int length;
        while (!_cache.TryGet(key, noted, out length))
        {
            if (length == 0)
            {
                return false;
            }

            noted = destination.GetSpan(length);
            if (noted.Length < length)
            {
                throw new InvalidOperationException(
                    $"The writer's GetSpan returned {noted.Length} bytes for a size hint of {length}. It must return at least "
                    + "that many bytes.");
            }
        }

        int valueLength = _tags.LengthOfValue(noted[..length]);
        if (valueLength > 0)
        {
            destination.Advance(valueLength);
        }

        return valueLength >= 0;
    }
}
