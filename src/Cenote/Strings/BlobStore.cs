using System.Buffers;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// Stores byte blobs in unmanaged memory, each with an 8-byte id that detects use after free. Works like a
/// <see cref="Utf8StringPool"/>, but stores arbitrary bytes.
/// </summary>
/// <remarks>
/// <para>
/// The caller owns every id and frees it once with <see cref="Free"/>. <see cref="Clear"/> and <see cref="Dispose"/> free all
/// remaining allocations.
/// </para>
/// <para>
/// Spans point into the store. A span is valid until its bytes are freed or the store is cleared or disposed. A span does not
/// keep the store alive. Before the store is disposed or collected, a stale span may read other bytes or zeros, but does not
/// fault; see the remarks of <see cref="StringPool"/> about later use.
/// </para>
/// <para>One thread at a time may change the store. Other threads may read live bytes concurrently, once their ids are safely
/// published.</para>
/// <para>In steady state, allocating and freeing do not touch the managed heap.</para>
/// </remarks>
/// <example>
/// Images that are looked up by number, with no objects for the GC to trace:
/// <code>
/// using var store = new BlobStore();
/// using var images = new NativeDictionary&lt;long, BlobId>();
/// images.Add(17, store.Allocate([0x89, 0x50, 0x4E, 0x47]));
/// Console.WriteLine(store.AsSpan(images[17])[0]);   // prints 137
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class BlobStore : IDisposable
{
    /// <summary>Maximum bytes of an allocation: the maximum length of a span.</summary>
    public const int MaximumLength = Utf8Pool.MaximumLength;

    private const int StackBytes = 512;

    // The available memory is checked before a buffer of this size or more is rented.
    private const int LargeBytes = 1 << 20;

    private readonly Utf8StringPool _pool;
    private readonly long _maximumBytes;

    /// <summary>Creates an empty store.</summary>
    /// <param name="options">The options; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is not positive.</exception>
    /// <exception cref="OutOfMemoryException">The operating system or the limit refuses the first 64 KiB.</exception>
    public BlobStore(BlobStoreOptions? options = null)
        : this(options ?? new BlobStoreOptions(), PageSource.System)
    {
    }

    internal BlobStore(BlobStoreOptions options, PageSource pages)
    {
        _maximumBytes = options.MaximumBytes;
        _pool = new Utf8StringPool(
            new Utf8StringPoolOptions
            {
                MaximumBytes = options.MaximumBytes,
                ClearOnFree = options.ClearOnFree,
                ReservedAddressBytes = options.ReservedAddressBytes,
            },
            pages);
    }

    /// <summary>The number of live allocations, not counting empty ones; 0 once the store is disposed.</summary>
    public int Count => _pool.ActiveAllocations;

    /// <summary>Whether the store is disposed.</summary>
    public bool IsDisposed => _pool.IsDisposed;

    /// <summary>Bytes of unmanaged memory that the store holds, a multiple of 64 KiB; 0 once the store is disposed.</summary>
    public long BytesReserved => _pool.BytesReserved;

    /// <summary>The approximate bytes of managed memory that the store holds.</summary>
    public long ManagedBytes => _pool.ManagedBytes;

    /// <summary>Copies bytes into the store.</summary>
    /// <param name="bytes">The bytes. An empty span yields the default id.</param>
    /// <returns>The id. The caller frees it.</returns>
    /// <remarks>O(length). Allocates nothing on the managed heap in steady state.</remarks>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory; the store is unchanged.
    /// </exception>
    public BlobId Allocate(ReadOnlySpan<byte> bytes)
    {
        if (!TryAllocate(bytes, out BlobId id))
        {
            Throw.NoMemoryForBlob(bytes.Length, _pool.LimitReached, _maximumBytes);
        }

        return id;
    }

    /// <summary>Copies bytes into the store, but returns false instead of throwing if memory is refused.</summary>
    /// <param name="bytes">The bytes. An empty span yields the default id.</param>
    /// <param name="id">The id, which the caller frees; the default id on failure.</param>
    /// <returns>False if the limit or the operating system refuses the memory; the store is then unchanged.</returns>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public bool TryAllocate(ReadOnlySpan<byte> bytes, out BlobId id)
    {
        ThrowIfDisposed();
        bool allocated = _pool.TryAllocateBytes(bytes, out PooledStringId pooled);
        id = new BlobId(pooled);
        return allocated;
    }

    /// <summary>Allocates bytes that a callback writes.</summary>
    /// <typeparam name="TState">The type of the callback's state.</typeparam>
    /// <param name="length">The number of bytes.</param>
    /// <param name="state">Passed to <paramref name="fill"/>.</param>
    /// <param name="fill">
    /// Writes the bytes, which are initially zeros. If it throws, the exception propagates and nothing is allocated.
    /// </param>
    /// <returns>The id. The caller frees it.</returns>
    /// <remarks>
    /// The callback writes to a buffer on the stack or from <see cref="ArrayPool{T}.Shared"/>. The buffer is then copied to the
    /// store. The callback may use the store.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="fill"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="length"/> is negative.</exception>
    /// <inheritdoc cref="Allocate(ReadOnlySpan{byte})" path="/exception"/>
    public BlobId Allocate<TState>(int length, TState state, SpanAction<byte, TState> fill)
        where TState : allows ref struct
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        ArgumentNullException.ThrowIfNull(fill);
        ThrowIfDisposed();
        if (length > _maximumBytes || (length >= LargeBytes && !PageSource.System.HasMemory((ulong)length)))
        {
            Throw.NoMemoryForBlob(length, length > _maximumBytes, _maximumBytes);
        }

        byte[]? rented = length > StackBytes ? ArrayPool<byte>.Shared.Rent(length) : null;
        try
        {
            Span<byte> buffer = rented ?? stackalloc byte[StackBytes];
            buffer = buffer[..length];
            buffer.Clear();
            fill(buffer, state);
            return Allocate(buffer);
        }
        finally
        {
            if (rented is not null)
            {
                ArrayPool<byte>.Shared.Return(rented, clearArray: true);
            }
        }
    }

    /// <summary>Returns the bytes that an id refers to.</summary>
    /// <param name="id">An id of this store.</param>
    /// <returns>The bytes in the store's memory. See the remarks of the type for how long the span is valid.</returns>
    /// <remarks>O(1), allocates nothing. Safe while another thread changes other allocations.</remarks>
    /// <exception cref="InvalidOperationException">The id is stale.</exception>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public ReadOnlySpan<byte> AsSpan(BlobId id)
    {
        if (!_pool.TryGetSpan(id.Id, out ReadOnlySpan<byte> bytes))
        {
            ThrowIfDisposed();
            Throw.StaleBlob();
        }

        return bytes;
    }

    /// <summary>Returns the bytes that an id refers to, unless the id is stale.</summary>
    /// <param name="id">An id of this store.</param>
    /// <param name="bytes">The bytes, or an empty span.</param>
    /// <returns>False if the id is stale or the store is disposed.</returns>
    /// <remarks>O(1), allocates nothing, never throws.</remarks>
    public bool TryGet(BlobId id, out ReadOnlySpan<byte> bytes) => _pool.TryGetSpan(id.Id, out bytes);

    /// <summary>
    /// Frees the bytes that an id refers to. Does nothing if the id is stale or default, or the store is disposed.
    /// </summary>
    /// <param name="id">An id of this store.</param>
    /// <remarks>Never throws. Allocates nothing.</remarks>
    public void Free(BlobId id) => _pool.Free(id.Id);

    /// <summary>
    /// Frees everything. All ids except the default one become stale. The store keeps the memory, except that of blobs larger
    /// than 1 MiB.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();
        _pool.Clear();
    }

    /// <summary>
    /// Returns the memory of empty slabs and segments to the operating system. Ids and spans stay valid.
    /// </summary>
    /// <returns>The number of released bytes.</returns>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public long Trim()
    {
        ThrowIfDisposed();
        return _pool.Trim();
    }

    /// <summary>Walks the whole store and returns its totals. O(cells and free blocks), allocates nothing.</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The store is disposed.</exception>
    public BlobStoreStatistics GetStatistics()
    {
        ThrowIfDisposed();
        StringPoolStatistics statistics = _pool.GetStatistics();
        return new BlobStoreStatistics
        {
            Count = statistics.ActiveAllocations,
            BytesUsed = statistics.TextBytes,
            BytesReserved = statistics.BytesReserved,
            ManagedBytes = statistics.ManagedBytes,
            RetiredCells = statistics.RetiredCells,
        };
    }

    /// <summary>Disposes the store and releases its memory.</summary>
    public void Dispose() => _pool.Dispose();

    private string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}, {BytesReserved} bytes";

    private void ThrowIfDisposed()
    {
        if (IsDisposed)
        {
            Throw.StoreDisposed();
        }
    }
}
