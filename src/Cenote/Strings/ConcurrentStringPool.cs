using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Cells;
using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Strings;

/// <summary>
/// Strings in unmanaged memory for many threads: any of them may allocate, read and free any string at any time. Each thread has
/// free cells of its own, so that in the common case threads neither wait for each other nor share a cache line.
/// </summary>
/// <remarks>
/// <para>Finding what belongs to the calling thread costs about as much as the allocation of a short string: a thread that
/// allocates much holds a <see cref="Writer"/> from <see cref="GetWriter"/>. A thread that uses several concurrent pools in turn
/// finds its own in each of them by a short search under a lock unless it holds a writer.</para>
/// <para>A string may be freed by any thread, and is stale at once for everybody. Its memory stays with the thread that freed it,
/// up to 2,048 strings; what exceeds that goes to the threads that need it. What a thread leaves behind when it ends is taken
/// over by the next one. Strings of more than 1,000 chars are allocated and freed under a lock.</para>
/// <para>Memory of sizes that nobody asks for any more is given back without a call of <see cref="StringPool.Trim"/>: whenever
/// the pool has grown by an eighth, and a sixteenth of it is slabs without a string. Other threads are stopped for as long as it
/// takes to collect the free memory they have at hand, some microseconds each. An allocation that the limit refuses stops nobody,
/// unless there is something to give back.</para>
/// <para>When several threads free the same handle at once, exactly one of them frees the string. <see cref="StringPool.Clear"/>,
/// <see cref="StringPool.Trim"/>, <see cref="StringPool.GetStatistics"/> and <see cref="StringPool.Dispose"/> let the other
/// threads finish the operation they are in, then hold them until the call is done. A span of a string that another thread frees,
/// or whose pool it disposes, shows the text, garbage or zeros, but never faults: memory is unmapped when nothing refers to the
/// pool any more. Where that can happen, as in a cache, read by
/// <see cref="StringPool.TryCopyTo(PooledStringId, Span{char}, out int)"/> or
/// <see cref="StringPool.TryGetString(PooledStringId, out string)"/>: these return the text or nothing.</para>
/// <para>What <see cref="StringPool"/> says of handles and spans applies here, too.</para>
/// </remarks>
/// <example>
/// A thread that allocates much holds a writer:
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
public sealed unsafe partial class ConcurrentStringPool : StringPool, IMeasuredPool
{
    private readonly SharedHeap _shared;

    // The lengths that the fast path serves.
    private readonly LengthRange _fast;

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
        : this(options, Validated(options), pages)
    {
    }

    private ConcurrentStringPool(ConcurrentStringPoolOptions options, HeapSizes sizes, PageSource pages)
        : base(sizes.Reserve(pages), options)
    {
        _shared = new SharedHeap(_texts.Space, sizes, _managedTexts);
        _texts.Follow();
        _fast = new LengthRange(Math.Max(1, _minimumLength), sizes.MaxCellBytes / sizeof(char));
        PoolMetrics.Show(options, this);
    }

    /// <summary>The calling thread's way into the pool without a look-up for each string.</summary>
    /// <returns>The writer, for this thread only and for as long as it likes.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit or the operating system refuses the memory for a further
    /// thread.</exception>
    public Writer GetWriter()
    {
        ThrowIfDisposed();
        return new Writer(this, RequiredHeap());
    }

    /// <inheritdoc/>
    /// <remarks>Any thread may call it at any time.</remarks>
    public override PooledStringRef Allocate(ReadOnlySpan<char> value)
    {
        ThreadHeap heap = RequiredHeap();
        return _fast.Contains(value.Length) && TryTake(heap, value, out CellId id)
            ? new PooledStringRef(this, id)
            : AllocateSlow(value);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Any thread may call it at any time. Where it returns false, other threads have waited only if there was free memory to
    /// collect.
    /// </remarks>
    public override bool TryAllocate(ReadOnlySpan<char> value, out PooledStringRef handle)
    {
        if (_fast.Contains(value.Length) && _shared.Current is { } heap && TryTake(heap, value, out CellId id))
        {
            handle = new PooledStringRef(this, id);
            return true;
        }

        return TryAllocateSlow(value, out handle);
    }

    internal override void Free(CellId id)
    {
        if (_shared.Current is { } heap)
        {
            Free(heap, id);
        }
        else
        {
            FreeSlow(null, id);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ThreadHeap RequiredHeap()
    {
        ThreadHeap? heap = _shared.Current;
        if (heap is null)
        {
            ThrowNoHeap();
        }

        return heap;
    }

    // The fast path: a free cell of the thread, and the text in it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryTake(ThreadHeap heap, ReadOnlySpan<char> value, out CellId id)
    {
        if (heap.TryEnter())
        {
            uint bytes = (uint)value.Length * sizeof(char);
            byte* text = heap.Cells.TakeFree(bytes, out id);
            if (text != null)
            {
                ref readonly byte source = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(value));
                TextCopy.CopyShort(text, in source, bytes);
                heap.Leave();
                return true;
            }

            heap.Leave();
        }

        id = default;
        return false;
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

    private static HeapSizes Validated(ConcurrentStringPoolOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.Validate();
    }
}
