using System.Runtime.CompilerServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <content>The fast way in.</content>
public sealed partial class ConcurrentStringPool
{
    /// <summary>
    /// One thread's way into the pool, from <see cref="GetWriter"/>: it has at hand what the pool would look up for each string. Any
    /// number of threads may have one each.
    /// </summary>
    /// <remarks>
    /// Everything else may happen beside it, also <see cref="StringPool.Clear"/>, which it survives, and
    /// <see cref="StringPool.Dispose"/>, after which it throws.
    /// </remarks>
    public readonly ref struct Writer
    {
        private readonly ConcurrentStringPool _pool;
        private readonly ThreadHeap _heap;

        internal Writer(ConcurrentStringPool pool, ThreadHeap heap)
        {
            _pool = pool;
            _heap = heap;
        }

        /// <inheritdoc cref="StringPool.Allocate(ReadOnlySpan{char})"/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public PooledStringRef Allocate(ReadOnlySpan<char> value) => _pool.Allocate(_heap, value);

        /// <summary>Frees a string of the pool. Freeing the empty string, a stale handle or one of another pool does nothing.</summary>
        /// <param name="value">The handle, whichever thread allocated it.</param>
        /// <remarks>Never throws.</remarks>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Free(PooledStringRef value)
        {
            if (value.IsOf(_pool))
            {
                _pool.Free(_heap, value.Id.Cell);
            }
        }

        /// <inheritdoc cref="StringPool.Free(PooledStringId)"/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Free(PooledStringId id)
        {
            if (!id.IsEmpty)
            {
                _pool.Free(_heap, id.Cell);
            }
        }

        /// <summary>
        /// Says that this thread is done for now: of the free memory it has at hand it keeps no more than 256 strings' worth, the rest is for
        /// the other threads. Not required. The writer stays usable.
        /// </summary>
        public void Dispose()
        {
            if (_heap.Held >= ThreadHeap.FewHeld)
            {
                _pool._shared.GiveBack(_heap, ThreadHeap.FewHeld);
            }
        }
    }
}
