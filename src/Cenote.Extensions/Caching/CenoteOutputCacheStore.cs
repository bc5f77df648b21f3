using System.Buffers;
using System.IO.Pipelines;
using Cenote.Caching;
using Microsoft.AspNetCore.OutputCaching;

namespace Cenote.Extensions.Caching;

/// <summary>
/// A <see cref="ByteCache"/> as the store of ASP.NET's output caching: responses below the managed heap, within a limit in bytes.
/// </summary>
/// <remarks>
/// <para>Safe for any number of threads. A response goes to its writer in one copy, and nothing is allocated.</para>
/// <para>A response may have any number of tags, and takes 12 bytes more for each. Evicting a tag takes the same time for one
/// response and for a million. Tags are compared by a hash in a table of fixed size on the managed heap: eight bytes for each
/// 4 KiB of the limit, at most 8 MiB. So it happens, if seldom, that a response goes with the tag of another one.</para>
/// <para>A response that is larger than <see cref="ByteCache.MaximumEntryBytes"/> is not stored, and counted as refused.</para>
/// </remarks>
/// <example>
/// One response with two tags:
/// <code>
/// using var bytes = new ByteCache(new ByteCacheOptions { MaximumBytes = 32 &lt;&lt; 20 });
/// IOutputCacheStore store = new CenoteOutputCacheStore(bytes);
/// await store.SetAsync("/customers/17", [1, 2, 3], ["customers", "17"], TimeSpan.FromMinutes(1), default);
/// Console.WriteLine((await store.GetAsync("/customers/17", default))?.Length);   // prints 3
/// await store.EvictByTagAsync("17", default);
/// Console.WriteLine(await store.GetAsync("/customers/17", default) is null);   // prints True
/// </code>
/// </example>
/// <param name="cache">Holds the responses, and nothing else. It stays the caller's to dispose.</param>
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
    /// <exception cref="InvalidOperationException"><paramref name="destination"/> gave fewer bytes than it was asked for.</exception>
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
            // Without a note: it is refused.
            _cache.Set(key, value, terms);
            return ValueTask.CompletedTask;
        }

        using var noted = new NotedBytes(in value, TagGenerations.NoteBytes(tags.Length));
        _tags.Write(tags.Span, noted.Note);
        _cache.Set(key, noted.Span, terms);
        return ValueTask.CompletedTask;
    }

    // The note comes behind the value, so that it can stay behind: the writer does not advance over it.
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
                    $"The writer was asked for {length} bytes and gave {noted.Length}. GetSpan must return at least as many as it is "
                    + "asked for.");
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
