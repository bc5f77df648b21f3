using System.Text.Unicode;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Allocation and freeing by one thread.</content>
public sealed partial class ConcurrentUtf8StringPool
{
    /// <summary>
    /// Allocates and frees strings for one thread, without looking up the thread for each string. Returned by
    /// <see cref="GetWriter"/>. Each thread needs a separate writer.
    /// </summary>
    /// <remarks>
    /// All members of the pool may be called concurrently. The writer stays valid after <see cref="StringPoolBase.Clear"/>.
    /// Allocating throws after <see cref="StringPoolBase.Dispose"/>. Allocating with a <c>default</c> writer throws
    /// <see cref="InvalidOperationException"/>.
    /// </remarks>
    public readonly ref struct Writer
    {
        private readonly ConcurrentUtf8StringPool? _pool;
        private readonly ThreadHeap? _heap;

        internal Writer(ConcurrentUtf8StringPool pool, ThreadHeap heap)
        {
            _pool = pool;
            _heap = heap;
        }

        private ConcurrentUtf8StringPool Pool => _pool ?? Throw.WriterHasNoPool<ConcurrentUtf8StringPool>();

        /// <inheritdoc cref="Utf8Pool.Allocate(ReadOnlySpan{byte})"/>
        public PooledUtf8String Allocate(ReadOnlySpan<byte> utf8) =>
            Utf8.IsValid(utf8) ? DangerousAllocate(utf8) : Pool.Allocate(utf8);

        /// <inheritdoc cref="Utf8Pool.DangerousAllocate"/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public PooledUtf8String DangerousAllocate(ReadOnlySpan<byte> utf8) => Pool.Allocate(_heap!, utf8);

        /// <inheritdoc cref="ConcurrentStringPool.Writer.Free(PooledStringRef)"/>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Free(PooledUtf8String value)
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

        /// <inheritdoc cref="ConcurrentStringPool.Writer.Dispose()"/>
        public void Dispose()
        {
            if (_heap is { Held: >= ThreadHeap.FewHeld })
            {
                _pool!._shared!.ReturnSurplus(_heap, ThreadHeap.FewHeld);
            }
        }
    }
}
