using System.Buffers;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Formatting;

namespace Cenote.Strings;

/// <summary>
/// A pool behind a reader-writer lock, for any number of threads. It hands out ids and never a span that outlives the lock:
/// a text is read in a callback, through a <see cref="Reader"/>, or as a copy.
/// </summary>
/// <remarks>
/// <para>It makes a contiguous pool, whose texts move, safe for many threads, and is the simple choice where threads write now
/// and then. Where they write all the time, <see cref="ConcurrentStringPool"/> is several times faster.</para>
/// <para>The pool inside belongs to it from its construction on: use it, and handles of it, only through here.</para>
/// <para>The lock does not admit a thread a second time: calling anything of this pool in a callback, or between
/// <see cref="EnterRead"/> and the end of the reader, throws <see cref="InvalidOperationException"/>. Dispose the reader first,
/// and in a callback do only what needs the text.</para>
/// </remarks>
/// <example>
/// The text is read under the lock, by a reader:
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
    // Not disposed with the pool: another thread may be about to enter it, and must find the pool disposed, not the lock.
    private readonly ReaderWriterLockSlim _lock = new(LockRecursionPolicy.NoRecursion);
    private readonly IStringStore _pool;

    /// <summary>Guards a segmented pool.</summary>
    /// <param name="pool">The pool, which belongs to this one from now on.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public SynchronizedStringPool(SegmentedStringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _pool = pool;
    }

    /// <summary>
    /// Guards a contiguous pool. Only calls that write move its texts, and no thread can write while a text is read.
    /// </summary>
    /// <param name="pool">The pool, which belongs to this one from now on.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public SynchronizedStringPool(UnmanagedStringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        _pool = pool;
    }

    /// <summary>Number of live strings; the empty string does not count.</summary>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public int ActiveAllocations
    {
        get
        {
            EnterReadLock();
            try
            {
                return _pool.ActiveAllocations;
            }
            finally
            {
                _lock.ExitReadLock();
            }
        }
    }

    /// <summary>Whether the pool is disposed.</summary>
    public bool IsDisposed => _pool.IsDisposed;

    /// <summary>Bytes of unmanaged memory the pool holds, at approximately this moment.</summary>
    public long BytesReserved => _pool.BytesReserved;

    /// <summary>Bytes of managed memory the pool holds, approximately.</summary>
    public long ManagedBytes => _pool.ManagedBytes;

    /// <summary>Copies a text into the pool, under the write lock.</summary>
    /// <param name="value">The text.</param>
    /// <returns>Its id, to be freed by the caller; <c>default</c> for an empty text.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory; the pool is
    /// unchanged.</exception>
    /// <exception cref="ArgumentException">The pool refuses the text, as its own <c>Allocate</c> says.</exception>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public PooledStringId Allocate(ReadOnlySpan<char> value)
    {
        EnterWriteLock();
        try
        {
            return _pool.AllocateId(value);
        }
        finally
        {
            _lock.ExitWriteLock();
        }
    }

    /// <summary>
    /// Allocates an interpolated string under the write lock: <c>pool.Allocate($"user {id}")</c> makes no managed string.
    /// </summary>
    /// <param name="handler">Made by the compiler.</param>
    /// <inheritdoc cref="Allocate(ReadOnlySpan{char})"/>
    public PooledStringId Allocate(ref StringHandler handler) => handler.Done(Allocate(handler.Text));

    /// <summary>As <see cref="Allocate(ref StringHandler)"/>, with values formatted by a provider.</summary>
    /// <param name="provider">Formats values; null for the current culture.</param>
    /// <param name="handler">Made by the compiler.</param>
    /// <inheritdoc cref="Allocate(ref StringHandler)"/>
    public PooledStringId Allocate(
        IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
        handler.Done(Allocate(handler.Text));

    /// <summary>
    /// Frees a string, under the write lock. Freeing a stale id, the empty one, or one of a disposed or another pool does nothing (of
    /// another pool, except for a chance of about one in half a billion: see <see cref="PooledStringId"/>).
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public void Free(PooledStringId id)
    {
        EnterWriteLock();
        try
        {
            _pool.Free(id);
        }
        finally
        {
            _lock.ExitWriteLock();
        }
    }

    /// <summary>Calls back with a text, under the read lock.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="state">Handed to <paramref name="read"/>.</param>
    /// <param name="read">Reads the text, which is valid until it returns. It must not use this pool.</param>
    /// <typeparam name="TState">Type of the state.</typeparam>
    /// <remarks>
    /// <paramref name="read"/> runs under the read lock: other threads can read the pool, but not change it. If it waits for a
    /// thread that changes the pool, both threads wait forever.
    /// </remarks>
    /// <exception cref="ArgumentNullException"><paramref name="read"/> is null.</exception>
    /// <exception cref="InvalidOperationException">
    /// The id is stale; or the thread has a reader of this pool, or is in a callback of it.
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
    /// <returns>The reader, to be disposed, most simply by <c>using</c>: until then no thread can write.</returns>
    /// <exception cref="InvalidOperationException">
    /// The thread has a reader of this pool already, or is in a callback of it.
    /// </exception>
    public Reader EnterRead()
    {
        ulong ticket = ReadTickets.Draw();
        try
        {
            EnterReadLock();
        }
        catch
        {
            ReadTickets.TryReturn(ticket);
            throw;
        }

        return new Reader(this, ticket);
    }

    /// <summary>A managed copy of a text.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <returns>The copy.</returns>
    /// <exception cref="InvalidOperationException">
    /// The id is stale; or the thread has a reader of this pool, or is in a callback of it.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public string GetString(PooledStringId id)
    {
        using Reader reader = EnterRead();
        return reader.AsSpan(id).ToString();
    }

    /// <summary>A managed copy of a text, if the id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="text">The copy, or null.</param>
    /// <returns>False if the id is stale or the pool disposed.</returns>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public bool TryGetString(PooledStringId id, [NotNullWhen(true)] out string? text)
    {
        using Reader reader = EnterRead();
        text = reader.TryGetSpan(id, out ReadOnlySpan<char> span) ? span.ToString() : null;
        return text is not null;
    }

    /// <summary>Copies a text to where the caller says, if the id is not stale.</summary>
    /// <param name="id">An id of this pool.</param>
    /// <param name="destination">Where to. Unchanged if nothing was copied.</param>
    /// <param name="length">
    /// Chars of the text, even if the destination is too short for it; 0 if the id is stale or empty.
    /// </param>
    /// <returns>
    /// Whether the text was copied. If not, a length above 0 says that the string is live and how much room it needs; 0 says that
    /// the id is stale or the pool disposed.
    /// </returns>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public bool TryCopyTo(PooledStringId id, Span<char> destination, out int length)
    {
        using Reader reader = EnterRead();
        bool isLive = reader.TryGetSpan(id, out ReadOnlySpan<char> text);
        length = text.Length;
        return isLive && text.TryCopyTo(destination);
    }

    /// <summary>Frees every string: each id given out so far is stale.</summary>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public void Clear()
    {
        EnterWriteLock();
        try
        {
            _pool.Clear();
        }
        finally
        {
            _lock.ExitWriteLock();
        }
    }

    /// <summary>Gives memory that is not needed back to the operating system.</summary>
    /// <returns>Bytes given back.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public long Trim()
    {
        EnterWriteLock();
        try
        {
            return _pool.Trim();
        }
        finally
        {
            _lock.ExitWriteLock();
        }
    }

    /// <summary>Walks over the whole pool and adds it up, under the read lock.</summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public StringPoolStatistics GetStatistics()
    {
        EnterReadLock();
        try
        {
            return _pool.GetStatistics();
        }
        finally
        {
            _lock.ExitReadLock();
        }
    }

    /// <summary>Disposes the pool inside, once no thread reads or writes. A second call does nothing.</summary>
    /// <exception cref="InvalidOperationException">The thread has a reader of this pool, or is in a callback of it.</exception>
    public void Dispose()
    {
        EnterWriteLock();
        try
        {
            _pool.Dispose();
        }
        finally
        {
            _lock.ExitWriteLock();
        }
    }

    // Without the lock: a debugger asks while a thread holds it, either this one or another that is stopped.
    int IMeasuredPool.ActiveAllocations => _pool.ActiveAllocations;

    long IMeasuredPool.StaleReads => _pool.StaleReads;

    (long Allocated, long Freed)? IMeasuredPool.Turnover => _pool.Turnover;

    private string DebuggerText => StringPoolDebugView.TextOf(this);

    private void EnterReadLock()
    {
        try
        {
            _lock.EnterReadLock();
        }
        catch (LockRecursionException exception)
        {
            Throw.ThreadIsReading(exception);
        }
    }

    private void EnterWriteLock()
    {
        try
        {
            _lock.EnterWriteLock();
        }
        catch (LockRecursionException exception)
        {
            Throw.ThreadIsReading(exception);
        }
    }
}
