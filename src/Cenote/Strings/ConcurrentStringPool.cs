using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <summary>
/// Strings in unmanaged memory for many threads: any of them may allocate, read and free any string at any time. Each thread has
/// free cells of its own, so that in the common case threads neither wait for each other nor share a cache line.
/// </summary>
/// <remarks>
/// <para>Finding what belongs to the calling thread costs about as much as the allocation of a short string: a thread that
/// allocates much holds a <see cref="Writer"/> from <see cref="GetWriter"/>. A thread that uses several concurrent pools in turn
/// finds its own in each of them by a short search under a lock unless it does so.</para>
/// <para>A string may be freed by any thread, and is stale at once for everybody. Its memory stays with the thread that freed it, up to
/// 2,048 strings; what is more goes to the threads that need it. What a thread leaves behind when it ends is taken over by the
/// next one. Strings of more than 1,000 chars are allocated and freed under a lock.</para>
/// <para>When several threads free the same handle at once, exactly one of them frees the string. <see cref="StringPool.Clear"/>,
/// <see cref="StringPool.Trim"/>, <see cref="StringPool.GetStatistics"/> and <see cref="StringPool.Dispose"/> let the threads finish
/// what they are in and stop them meanwhile. A reader beside a thread that frees the same string, or disposes of the pool, gets the
/// text, garbage or zeros, or an exception, but never faults: memory is unmapped when nothing refers to the pool any more.</para>
/// <para>What is said of handles and spans at <see cref="StringPool"/> holds here.</para>
/// </remarks>
public sealed unsafe partial class ConcurrentStringPool : StringPool
{
    private readonly SharedHeap _shared;

    // The lengths that the fast path serves, as one comparison: length - shortest <= range.
    private readonly uint _shortestFast;
    private readonly uint _fastRange;

    /// <summary>Makes an empty pool with the default options.</summary>
    /// <exception cref="OutOfMemoryException">The operating system refuses the first 64 KiB.</exception>
    public ConcurrentStringPool()
        : this(new ConcurrentStringPoolOptions())
    {
    }

    /// <summary>Makes an empty pool.</summary>
    /// <param name="options">Limits, read once.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">The operating system or the limit refuses the first 64 KiB.</exception>
    public ConcurrentStringPool(ConcurrentStringPoolOptions options)
        : this(options, PageSource.System)
    {
    }

    internal ConcurrentStringPool(ConcurrentStringPoolOptions options, PageSource pages)
        : this(HeapOptions(options), pages)
    {
    }

    private ConcurrentStringPool(SegmentedStringPoolOptions options, PageSource pages)
        : this(options, options.Validate(), pages)
    {
    }

    private ConcurrentStringPool(SegmentedStringPoolOptions options, HeapSizes sizes, PageSource pages)
        : base(new AddressSpace(pages, sizes), options)
    {
        _shared = new SharedHeap(_texts.Space, sizes);
        _texts.Follow();
        SetRange(Math.Max(1, _minimumLength), options.SmallStringLength, out _shortestFast, out _fastRange);
    }

    /// <summary>The calling thread's way into the pool without a look-up for each string.</summary>
    /// <returns>The writer, for this thread only and for as long as it likes.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a further thread.</exception>
    public Writer GetWriter()
    {
        ThrowIfDisposed();
        return new Writer(this, CurrentHeap(required: true)!);
    }

    /// <inheritdoc/>
    /// <remarks>Any thread may call it at any time.</remarks>
    public override PooledStringRef Allocate(ReadOnlySpan<char> value) => Allocate(CurrentHeap(required: true)!, value);

    internal override void Free(CellId id)
    {
        if (CurrentHeap(required: false) is { } heap)
        {
            Free(heap, id);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ThreadHeap? CurrentHeap(bool required)
    {
        ThreadHeap? heap = _shared.Current;
        if (heap is null && required)
        {
            ThrowIfDisposed();
        }

        return heap;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PooledStringRef Allocate(ThreadHeap heap, ReadOnlySpan<char> value)
    {
        uint length = (uint)value.Length;
        if (length - _shortestFast <= _fastRange && heap.TryEnter())
        {
            uint bytes = length * sizeof(char);
            byte* text = heap.Cells.TakeFree(bytes, out CellId id);
            if (text != null)
            {
                ref readonly byte source = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(value));
                TextCopy.Copy(text, in source, bytes);
                heap.Leave();
                return new PooledStringRef(this, id);
            }

            heap.Leave();
        }

        return AllocateSlow(value);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Free(ThreadHeap heap, CellId id)
    {
        if (heap.TryEnter())
        {
            bool freed = heap.Cells.TryFreeShared(id);
            heap.Leave();
            if (freed)
            {
                return;
            }
        }

        FreeSlow(heap, id);
    }

    private static SegmentedStringPoolOptions HeapOptions(ConcurrentStringPoolOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Heap;
    }
}
