using System.Buffers;
using System.Runtime.CompilerServices;
using Cenote.Formatting;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>The fast way in.</content>
public sealed partial class ConcurrentStringPool
{
    /// <summary>
    /// One thread's way into the pool, from <see cref="GetWriter"/>: it has at hand what the pool would look up for each string.
    /// Any number of threads may have one each; being a ref struct, it cannot get from one thread to another.
    /// </summary>
    /// <remarks>
    /// Everything else may happen concurrently, including <see cref="StringPool.Clear"/>, which it survives, and
    /// <see cref="StringPool.Dispose"/>, after which it throws. A writer that no pool made, <c>default</c>, throws
    /// <see cref="InvalidOperationException"/>.
    /// </remarks>
    public readonly ref struct Writer
    {
        private readonly ConcurrentStringPool? _pool;
        private readonly ThreadHeap? _heap;

        // As in the pool. The fast path takes no length in a writer that no pool made, so that only the slow path has to check.
        private readonly LengthRange _fast;

        internal Writer(ConcurrentStringPool pool, ThreadHeap heap)
        {
            _pool = pool;
            _heap = heap;
            _fast = pool._fast;
        }

        private ConcurrentStringPool Pool => _pool ?? Throw.WriterHasNoPool<ConcurrentStringPool>();

        /// <inheritdoc cref="StringPool.Allocate(ReadOnlySpan{char})"/>
        /// <exception cref="InvalidOperationException">No pool made the writer.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public PooledStringRef Allocate(ReadOnlySpan<char> value) =>
            _fast.Contains(value.Length) && TryTake(_heap!, value, out CellId id)
                ? new PooledStringRef(_pool!, id)
                : AllocateSlow(_pool, value);

        /// <inheritdoc cref="StringPool.Allocate(ref StringHandler)"/>
        /// <exception cref="InvalidOperationException">No pool made the writer.</exception>
        public PooledStringRef Allocate(ref StringHandler handler) => handler.Done(Allocate(handler.Text));

        /// <summary>As <see cref="StringPool.Allocate(ref StringHandler)"/>, with values formatted by a provider.</summary>
        /// <param name="provider">Formats values; null for the current culture.</param>
        /// <param name="handler">Made by the compiler.</param>
        /// <inheritdoc cref="StringPool.Allocate(ref StringHandler)"/>
        public PooledStringRef Allocate(
            IFormatProvider? provider, [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler) =>
            handler.Done(Allocate(handler.Text));

        /// <inheritdoc cref="StringPool.TryAllocate(ReadOnlySpan{char}, out PooledStringRef)"/>
        /// <exception cref="InvalidOperationException">No pool made the writer.</exception>
        public bool TryAllocate(ReadOnlySpan<char> value, out PooledStringRef handle)
        {
            if (_fast.Contains(value.Length) && TryTake(_heap!, value, out CellId id))
            {
                handle = new PooledStringRef(_pool!, id);
                return true;
            }

            return Pool.TryAllocateSlow(value, out handle);
        }

        /// <inheritdoc cref="StringPool.TryAllocate(ref StringHandler, out PooledStringRef)"/>
        /// <exception cref="InvalidOperationException">No pool made the writer.</exception>
        public bool TryAllocate(ref StringHandler handler, out PooledStringRef handle) =>
            handler.Done(TryAllocate(handler.Text, out handle));

        /// <summary>
        /// As <see cref="StringPool.TryAllocate(ref StringHandler, out PooledStringRef)"/>, with values formatted by a
        /// provider.
        /// </summary>
        /// <param name="provider">Formats values; null for the current culture.</param>
        /// <param name="handler">Made by the compiler.</param>
        /// <param name="handle">The handle, to be freed by the caller; empty for an empty text, and on failure.</param>
        /// <inheritdoc cref="StringPool.TryAllocate(ref StringHandler, out PooledStringRef)"/>
        public bool TryAllocate(
            IFormatProvider? provider,
            [InterpolatedStringHandlerArgument(nameof(provider))] ref StringHandler handler,
            out PooledStringRef handle) =>
            handler.Done(TryAllocate(handler.Text, out handle));

        /// <inheritdoc cref="StringPool.TryAllocate(ReadOnlySpan{byte}, out PooledStringRef)"/>
        /// <exception cref="InvalidOperationException">No pool made the writer.</exception>
        public bool TryAllocate(ReadOnlySpan<byte> utf8, out PooledStringRef handle) =>
            Pool.TryAllocate(utf8, out handle);

        /// <inheritdoc cref="StringPool.Allocate(ReadOnlySpan{byte})"/>
        /// <exception cref="InvalidOperationException">No pool made the writer.</exception>
        public PooledStringRef Allocate(ReadOnlySpan<byte> utf8) => Pool.Allocate(utf8);

        /// <inheritdoc cref="StringPool.Create"/>
        /// <exception cref="InvalidOperationException">No pool made the writer.</exception>
        public PooledStringRef Create<TState>(int length, TState state, SpanAction<char, TState> fill)
            where TState : allows ref struct => Pool.Create(length, state, fill);

        /// <summary>
        /// Frees a string of the pool. Freeing the empty string, a stale handle or one of another pool does nothing.
        /// </summary>
        /// <param name="value">The handle, whichever thread allocated it.</param>
        /// <remarks>Never throws.</remarks>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Free(PooledStringRef value)
        {
            if (_pool is { } pool && value.IsOf(pool))
            {
                pool.Free(_heap!, value.Id.Cell);
            }
        }

        /// <inheritdoc cref="StringPool.Free(PooledStringId)"/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Free(PooledStringId id)
        {
            if (_pool is { } pool && !id.IsEmpty)
            {
                pool.Free(_heap!, id.Cell);
            }
        }

        /// <summary>
        /// Says that this thread is done for now: of the free memory it has at hand it keeps no more than 256 strings' worth; the
        /// rest goes to the other threads. Not required. The writer stays usable.
        /// </summary>
        public void Dispose()
        {
            if (_heap is { Held: >= ThreadHeap.FewHeld })
            {
                _pool!._shared.GiveBack(_heap, ThreadHeap.FewHeld);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static PooledStringRef AllocateSlow(ConcurrentStringPool? pool, ReadOnlySpan<char> value) =>
            (pool ?? Throw.WriterHasNoPool<ConcurrentStringPool>()).AllocateSlow(value);
    }
}
