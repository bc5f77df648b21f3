namespace Cenote.Strings;

/// <content>Reading under the lock.</content>
public sealed partial class SynchronizedStringPool
{
    /// <summary>
    /// Reads strings while no thread can write. Returned by <see cref="EnterRead"/>, for the calling thread only.
    /// </summary>
    /// <remarks>
    /// The compiler prevents spans from leaving the method that declares the reader. Copies of a reader share its lock: disposing
    /// one of them releases the lock, after which no copy can be used.
    /// </remarks>
    public ref struct Reader
    {
        private readonly ulong _ticket;
        private SynchronizedStringPool? _owner;

        internal Reader(SynchronizedStringPool owner, ulong ticket)
        {
            _owner = owner;
            _ticket = ticket;
        }

        /// <summary>Reads a string.</summary>
        /// <param name="id">An id of this pool.</param>
        /// <returns>The string, valid until the reader is disposed.</returns>
        /// <exception cref="InvalidOperationException">The id is stale.</exception>
        /// <exception cref="ObjectDisposedException">
        /// The pool, or the reader or a copy of it, is disposed, or the reader is <c>default</c>.
        /// </exception>
        [UnscopedRef]
        public readonly ReadOnlySpan<char> AsSpan(PooledStringId id) => Store.AsSpan(id);

        /// <summary>Reads a string if its id is not stale.</summary>
        /// <param name="id">An id of this pool.</param>
        /// <param name="text">The string, valid until the reader is disposed, or an empty span.</param>
        /// <returns>False if the id is stale or the pool is disposed.</returns>
        /// <exception cref="ObjectDisposedException">
        /// The reader or a copy of it is disposed, or the reader is <c>default</c>.
        /// </exception>
        [UnscopedRef]
        public readonly bool TryGetSpan(PooledStringId id, out ReadOnlySpan<char> text) => Store.TryGetSpan(id, out text);

        private readonly IStringStore Store
        {
            get
            {
                if (_owner is null || !ReadTickets.IsOutstanding(_ticket))
                {
                    Throw.ReaderIsClosed();
                }

                return _owner._pool;
            }
        }

        /// <summary>Releases the read lock. A second call, on this reader or a copy of it, does nothing.</summary>
        public void Dispose()
        {
            SynchronizedStringPool? owner = _owner;
            _owner = null;
            if (owner is not null && ReadTickets.TryReturn(_ticket))
            {
                owner._lock.ExitReadLock();
            }
        }
    }
}
