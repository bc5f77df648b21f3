using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// A string pool in unmanaged memory for many threads: any thread may allocate, read and free any string at any time. Each thread
/// has private free cells, so that in the common case threads neither wait for each other nor share a cache line.
/// </summary>
/// <remarks>
/// <para>Looking up the calling thread costs about as much as allocating a short string. Threads that allocate frequently should
/// hold a <see cref="Writer"/> from <see cref="GetWriter"/>. Without a writer, a thread that alternates between concurrent pools
/// must be looked up in a list, under a lock, at each switch.</para>
/// <para>
/// Any thread may free a string. The handle is then stale for all threads. The freeing thread caches the memory. Once it has
/// cached the memory of 2,048 strings, this memory becomes available to all threads. The memory that a terminated thread cached
/// passes to the next thread that starts to use the pool. Strings of more than 1,000 chars are allocated and freed under a lock.
/// </para>
/// <para>
/// Even if <see cref="StringPoolBase.Trim"/> is never called, the pool releases the memory of string sizes that are no longer in
/// use. A pool of at least 4 MiB does so whenever it has grown by an eighth and at least a sixteenth of its memory is in empty
/// slabs. For this, the pool stops the other threads for a few microseconds, to collect the free memory that they have cached.
/// An allocation beyond the limit stops other threads only if there is free memory to collect.
/// </para>
/// <para>If several threads free the same handle at once, exactly one of them frees the string. After another thread frees the
/// string or disposes the pool, a span may show the old chars, other data or zeros. It does not fault while the pool is
/// referenced, because memory is unmapped only after the pool is collected. If other threads may free a string while it is read,
/// as in a cache, use <see cref="StringPool.TryCopyTo(PooledStringId, Span{char}, out int)"/> or
/// <see cref="StringPool.TryGetString(PooledStringId, out string)"/>: they return the intact string or nothing.</para>
/// <para>
/// See also the remarks of <see cref="StringPool"/> about handles and spans, and those of <see cref="StringPoolBase"/> about
/// calls that block other threads.
/// </para>
/// </remarks>
/// <example>
/// Give each thread that allocates often a writer:
/// <code>
/// using var pool = new ConcurrentStringPool();
/// Parallel.For(0, 4, thread =>
/// {
///     using var writer = pool.GetWriter();
///     for (int i = 0; i &lt; 1_000; i++)
///     {
///         writer.Allocate($"message {i} of thread {thread}");
///     }
/// });
/// Console.WriteLine(pool.ActiveAllocations);   // prints 4000
/// </code>
/// </example>
public sealed partial class ConcurrentStringPool : StringPool
{
    /// <summary>Creates an empty pool with the default options.</summary>
    /// <exception cref="OutOfMemoryException">The operating system refuses the first 64 KiB.</exception>
    public ConcurrentStringPool()
        : this(new ConcurrentStringPoolOptions())
    {
    }

    /// <summary>Creates an empty pool.</summary>
    /// <param name="options">Limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The operating system or the limit refuses the first 64 KiB.</exception>
    public ConcurrentStringPool(ConcurrentStringPoolOptions options)
        : this(options, PageSource.System)
    {
    }

    internal ConcurrentStringPool(ConcurrentStringPoolOptions options, PageSource pages)
        : this(options, Validated(options), pages)
    {
    }

    private ConcurrentStringPool(ConcurrentStringPoolOptions options, HeapSizes sizes, PageSource pages)
        : base(options, sizes, pages, isShared: true)
    {
    }

    /// <summary>Returns a writer for the calling thread. A writer does not look up the thread for each string.</summary>
    /// <returns>The writer, for this thread only. It does not expire.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The limit or the operating system refuses the memory for another thread.
    /// </exception>
    public Writer GetWriter()
    {
        ThrowIfDisposed();
        return new Writer(this, RequiredHeap());
    }

    /// <inheritdoc/>
    /// <remarks>Any thread may call this method at any time.</remarks>
    public override PooledStringRef Allocate(ReadOnlySpan<char> value)
    {
        ThreadHeap heap = RequiredHeap();
        return _fast.Contains(value.Length) && TryAllocateSmallFast(heap, value, out CellId id)
            ? new PooledStringRef(this, id)
            : AllocateSlow(value);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Any thread may call this method at any time. A call that returns false has stopped other threads only if there was free
    /// memory to collect.
    /// </remarks>
    public override bool TryAllocate(ReadOnlySpan<char> value, out PooledStringRef handle)
    {
        if (_fast.Contains(value.Length) && _shared!.Current is { } heap && TryAllocateSmallFast(heap, value, out CellId id))
        {
            handle = new PooledStringRef(this, id);
            return true;
        }

        return TryAllocateSlow(value, out handle);
    }

    private static HeapSizes Validated(ConcurrentStringPoolOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Validate();
    }
}
