using Cenote.Formatting;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Allocation and freeing by one thread.</content>
public sealed partial class ConcurrentStringPool
{
    /// <summary>
    /// Allocates and frees strings for one thread, without looking up the thread for each string. Returned by
    /// <see cref="GetWriter"/>. Each thread needs a separate writer: a writer is a ref struct, so it cannot leave its thread. To
    /// allocate from UTF-8 or a callback, use the pool itself.
    /// </summary>
    /// <remarks>
    /// All members of the pool may be called concurrently. The writer stays valid after <see cref="StringPoolBase.Clear"/>.
    /// Allocating throws after <see cref="StringPoolBase.Dispose"/>, and with a <c>default</c> writer.
    /// </remarks>
    public readonly ref struct Writer
    {
        private readonly ConcurrentStringPool? _pool;
        private readonly ThreadHeap? _heap;

        // The lengths that the pool's fast path handles. This range is empty in a default writer, so only the slow path checks
        // for a default writer.
        private readonly LengthRange _fast;

        internal Writer(ConcurrentStringPool pool, ThreadHeap heap)
        {
            _pool = pool;
            _heap = heap;
            _fast = pool._fast;
        }

        private ConcurrentStringPool Pool => _pool ?? Throw.WriterHasNoPool<ConcurrentStringPool>();

        /// <inheritdoc cref="StringPool.Allocate(ReadOnlySpan{char})"/>
        /// <exception cref="InvalidOperationException">The writer is <c>default</c>.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public PooledStringRef Allocate(ReadOnlySpan<char> value) =>
            _fast.Contains(value.Length) && TryAllocateSmallFast(_heap!, value, out CellId id)
                ? new PooledStringRef(_pool!, id)
                : AllocateSlow(_pool, value);

        /// <inheritdoc cref="StringPool.Allocate(ref StringHandler)"/>
        /// <exception cref="InvalidOperationException">The writer is <c>default</c>.</exception>
        public PooledStringRef Allocate(ref StringHandler handler) => handler.ClearAndReturn(Allocate(handler.Text));

        /// <inheritdoc cref="StringPool.TryAllocate(ReadOnlySpan{char}, out PooledStringRef)"/>
        /// <exception cref="InvalidOperationException">The writer is <c>default</c>.</exception>
        public bool TryAllocate(ReadOnlySpan<char> value, out PooledStringRef handle)
        {
            if (_fast.Contains(value.Length) && TryAllocateSmallFast(_heap!, value, out CellId id))
            {
                handle = new PooledStringRef(_pool!, id);
                return true;
            }

            return Pool.TryAllocateSlow(value, out handle);
        }

        /// <inheritdoc cref="StringPool.TryAllocate(ref StringHandler, out PooledStringRef)"/>
        /// <exception cref="InvalidOperationException">The writer is <c>default</c>.</exception>
        public bool TryAllocate(ref StringHandler handler, out PooledStringRef handle) =>
            handler.ClearAndReturn(TryAllocate(handler.Text, out handle));

        /// <summary>
        /// Frees a string of the pool. Does nothing for the empty string, a stale handle or a handle of another pool.
        /// </summary>
        /// <param name="value">The handle. Any thread may have allocated its string.</param>
        /// <remarks>Never throws.</remarks>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Free(PooledStringRef value)
        {
            if (_pool is { } pool && value.IsOf(pool))
            {
                pool.Free(_heap, value.Id.Cell);
            }
        }

        /// <inheritdoc cref="StringPoolBase.Free(PooledStringId)"/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Free(PooledStringId id)
        {
            if (_pool is { } pool && !id.IsEmpty)
            {
                pool.Free(_heap, id.Cell);
            }
        }

        /// <summary>
        /// Makes this thread's cached free memory available to all threads, if it can hold at least 256 strings. The call is
        /// optional, and the writer stays usable.
        /// </summary>
        public void Dispose()
        {
            if (_heap is { Held: >= ThreadHeap.FewHeld })
            {
                _pool!._shared!.ReturnSurplus(_heap, ThreadHeap.FewHeld);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static PooledStringRef AllocateSlow(ConcurrentStringPool? pool, ReadOnlySpan<char> value) =>
            (pool ?? Throw.WriterHasNoPool<ConcurrentStringPool>()).AllocateSlow(value);
    }
}
