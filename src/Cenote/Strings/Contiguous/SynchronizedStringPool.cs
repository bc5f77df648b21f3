using System.Buffers;
using Cenote.Formatting;

namespace Cenote.Strings;

/// <summary>
/// A string pool with a reader-writer lock, for any number of threads. It returns ids. Strings are read in a callback, through a
/// <see cref="Reader"/> or as a copy, so that no span outlives the lock.
/// </summary>
/// <remarks>
/// <para>
/// The lock makes a contiguous pool, whose strings move, safe for many threads. Use this pool if threads write only occasionally.
/// If threads write constantly, <see cref="ConcurrentStringPool"/> is several times faster.
/// </para>
/// <para>This type owns the wrapped pool: use that pool and its handles only through this type.</para>
/// <para>The lock is not recursive. In a callback, and between <see cref="EnterRead"/> and the disposal of the reader, members
/// that take the lock throw <see cref="InvalidOperationException"/>. So dispose the reader first, and do nothing but read the
/// string in a callback.</para>
/// </remarks>
/// <example>
/// Reading a string under the lock, through a reader:
/// <code>
/// using var pool = new SynchronizedStringPool(new UnmanagedStringPool(initialCapacityChars: 1_000));
/// PooledStringId id = pool.Allocate("Dos Ojos");
/// using var reader = pool.EnterRead();
/// Console.WriteLine(reader.AsSpan(id).IndexOf('O'));   // prints 4
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(StringPoolDebugView))]
public sealed partial class SynchronizedStringPool : IMeasuredPool, IDisposable
{
    // The lock is not disposed with the pool: a thread about to enter the lock must get the pool's exception, not the lock's.
    private readonly ReaderWriterLockSlim _lock = new(LockRecursionPolicy.NoRecursion);
    private readonly IStringStore _pool;

    /// <summary>Wraps a segmented pool.</summary>
    /// <param name="pool">The pool to wrap. The new pool then owns it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public SynchronizedStringPool(SegmentedStringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _pool = pool;
    }

    /// <summary>Wraps a contiguous pool. Its strings move only during writes, which wait for all readers.</summary>
    /// <param name="pool">The pool to wrap. The new pool then owns it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public SynchronizedStringPool(UnmanagedStringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _pool = pool;
    }

    /// <summary>The number of live strings, not counting empty ones.</summary>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public int ActiveAllocations
    {
        get
        {
            using LockScope held = EnterReadLock();
            return _pool.ActiveAllocations;
        }
    }

    /// <summary>Whether the pool is disposed.</summary>
    public bool IsDisposed => _pool.IsDisposed;

    /// <summary>The approximate bytes of unmanaged memory that the pool holds.</summary>
    public long BytesReserved => _pool.BytesReserved;

    /// <summary>The approximate bytes of managed memory that the pool holds.</summary>
    public long ManagedBytes => _pool.ManagedBytes;

    /// <summary>Copies a string into the pool, under the write lock.</summary>
    /// <param name="value">The string.</param>
    /// <returns>Its id, which the caller must free; <c>default</c> for an empty string.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The wrapped pool is full, or the limit or the operating system refuses the memory; the pool's strings are unchanged.
    /// </exception>
    /// <exception cref="ArgumentException">The wrapped pool rejects the string; see its <c>Allocate</c>.</exception>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public PooledStringId Allocate(ReadOnlySpan<char> value)
    {
        using LockScope held = EnterWriteLock();
        return _pool.AllocateId(value);
    }

    /// <summary>
    /// Allocates an interpolated string under the write lock: <c>pool.Allocate($"user {id}")</c> allocates no managed string.
    /// </summary>
    /// <param name="handler">Created by the compiler.</param>
    /// <inheritdoc cref="Allocate(ReadOnlySpan{char})"/>
    public PooledStringId Allocate(ref StringHandler handler) => handler.ClearAndReturn(Allocate(handler.Text));

    /// <summary>Same as <see cref="Allocate(ref StringHandler)"/>, with a format provider.</summary>
    /// <param name="provider">The format provider; null for the current culture.</param>
    /// <param name="handler">Created by the compiler.</param>
    /// <inheritdoc cref="Allocate(ref StringHandler)"/>
    public PooledStringId Allocate(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.ClearAndReturn(Allocate(handler.Text));

    /// <summary>
    /// Frees a string, under the write lock. Does nothing if the id is stale, empty or of another pool, or if the pool is
    /// disposed. About one id of another pool in half a billion matches by chance: see <see cref="PooledStringId"/>.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public void Free(PooledStringId id)
    {
        using LockScope held = EnterWriteLock();
        _pool.Free(id);
    }

    /// <summary>Passes a string to a callback, under the read lock.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="state">Passed to <paramref name="read"/>.</param>
    /// <param name="read">
    /// Reads the string, which is valid until the callback returns. The callback must not use this pool.
    /// </param>
    /// <typeparam name="TState">The type of the state.</typeparam>
    /// <remarks>
    /// <paramref name="read"/> runs under the read lock: other threads can read the pool, but not change it. If the callback
    /// waits for a thread that changes the pool, both threads deadlock.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="read"/> is null.</exception>
    /// <exception cref="InvalidOperationException">
    /// The id is stale, or the thread holds a reader or is in a callback of this pool.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Read<TState>(PooledStringId id, TState state, ReadOnlySpanAction<char, TState> read)
        where TState : allows ref struct
    {
        ArgumentNullException.ThrowIfNull(read);
        using Reader reader = EnterRead();
        read(reader.AsSpan(id), state);
    }

    /// <summary>Takes the read lock for any number of reads by this thread.</summary>
    /// <returns>The reader, which the caller must dispose, for example with <c>using</c>. No thread can write until the reader is
    /// disposed.</returns>
    /// <exception cref="InvalidOperationException">
    /// The thread already holds a reader or is in a callback of this pool.
    /// </exception>
    public Reader EnterRead()
    {
        ulong ticket = ReadTickets.Issue();
        try
        {
            _ = EnterReadLock();
        }
        catch
        {
            ReadTickets.TryReturn(ticket);
            throw;
        }

        return new Reader(this, ticket);
    }

    /// <summary>Allocates a managed copy of a string.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="InvalidOperationException">
    /// The id is stale, or the thread holds a reader or is in a callback of this pool.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public string GetString(PooledStringId id)
    {
        using Reader reader = EnterRead();
        return reader.AsSpan(id).ToString();
    }

    /// <summary>Allocates a managed copy of a string if its id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="text">The copy, or null.</param>
    /// <returns>False if the id is stale or the pool is disposed.</returns>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public bool TryGetString(PooledStringId id, [NotNullWhen(true)] out string? text)
    {
        using Reader reader = EnterRead();
        text = reader.TryGetSpan(id, out ReadOnlySpan<char> span) ? span.ToString() : null;
        return text is not null;
    }

    /// <summary>Copies a string to a destination if its id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="destination">The destination. It is unchanged if nothing was copied.</param>
    /// <param name="length">The length in chars, even if the destination is too short; 0 if the id is stale or empty.</param>
    /// <returns>
    /// Whether the string was copied. If not, a length above 0 is the required size; 0 means that the id is stale or the pool
    /// is disposed.
    /// </returns>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public bool TryCopyTo(PooledStringId id, Span<char> destination, out int length)
    {
        using Reader reader = EnterRead();
        bool isLive = reader.TryGetSpan(id, out ReadOnlySpan<char> text);
        length = text.Length;
        return isLive && text.TryCopyTo(destination);
    }

    /// <summary>Frees every string: all ids except the default one become stale.</summary>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public void Clear()
    {
        using LockScope held = EnterWriteLock();
        _pool.Clear();
    }

    /// <summary>Returns unused memory to the operating system.</summary>
    /// <returns>The number of released bytes.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public long Trim()
    {
        using LockScope held = EnterWriteLock();
        return _pool.Trim();
    }

    /// <summary>Walks the whole pool under the read lock and returns its totals.</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public StringPoolStatistics GetStatistics()
    {
        using LockScope held = EnterReadLock();
        return _pool.GetStatistics();
    }

    /// <summary>Waits until no thread reads or writes, then disposes the wrapped pool. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">The thread holds a reader or is in a callback of this pool.</exception>
    public void Dispose()
    {
        using LockScope held = EnterWriteLock();
        _pool.Dispose();
    }

    // Not read under the lock: a debugger may read the count while a stopped thread (this one or another) holds the lock.
    int IMeasuredPool.ActiveAllocations => _pool.ActiveAllocations;

    long IMeasuredPool.StaleReads => _pool.StaleReads;

    (long Allocated, long Freed)? IMeasuredPool.Turnover => _pool.Turnover;

    private string DebuggerText => StringPoolDebugView.TextOf(this);

    private LockScope EnterReadLock()
    {
        try
        {
            _lock.EnterReadLock();
        }
        catch (LockRecursionException exception)
        {
            Throw.ThreadIsReading(exception);
        }

        return new LockScope(_lock);
    }

    private LockScope EnterWriteLock()
    {
        try
        {
            _lock.EnterWriteLock();
        }
        catch (LockRecursionException exception)
        {
            Throw.ThreadIsReading(exception);
        }

        return new LockScope(_lock);
    }

    /// <summary>Exits the lock on disposal.</summary>
    private readonly ref struct LockScope(ReaderWriterLockSlim entered)
    {
        public void Dispose()
        {
            if (entered.IsWriteLockHeld)
            {
                entered.ExitWriteLock();
            }
            else
            {
                entered.ExitReadLock();
            }
        }
    }
}
