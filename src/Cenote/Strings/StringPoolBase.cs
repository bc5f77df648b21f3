using Cenote.Memory.Cells;
using Cenote.Memory.Pages;

namespace Cenote.Strings;

/// <summary>
/// Base class of <see cref="StringPool"/> and <see cref="Utf8Pool"/>: frees strings and manages a pool's memory. Use it in
/// methods that work with both kinds of pools.
/// </summary>
/// <remarks>
/// In a concurrent pool, <see cref="Clear"/>, <see cref="Trim"/>, <see cref="GetStatistics"/> and <see cref="Dispose"/> wait for
/// other threads that are allocating or freeing a string. Until the call returns, other threads can read strings, but neither
/// allocate nor free them.
/// </remarks>
/// <example>
/// A method that works with all four pools:
/// <code>
/// using var names = new SegmentedStringPool();
/// using var messages = new ConcurrentUtf8StringPool();
/// messages.Allocate("Dos Ojos"u8);
/// Console.WriteLine(Live(names, messages));   // prints 1
///
/// static int Live(params StringPoolBase[] pools) => pools.Sum(pool => pool.ActiveAllocations);
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(StringPoolDebugView))]
public abstract unsafe partial class StringPoolBase : IMeasuredPool, IDisposable
{
    private protected readonly int _minimumLength;
    private protected TextSpace _texts;
    private protected FillGuard _fills;

    // A single-writer pool uses _heap; a concurrent pool uses _shared.
    private protected TextHeap _heap;
    private protected readonly SharedHeap? _shared;

    // The lengths that the fast paths of the two tiers handle. Empty once a single-writer pool is disposed.
    private protected LengthRange _fast;
    private protected LengthRange _fastLarge;
    private protected readonly ManagedTexts _managedTexts = new();
    private protected readonly ShortStrings _shortStrings;
    private long _staleReads;

    private protected StringPoolBase(
        StringPoolOptions options, HeapSizes sizes, PageSource pages, int unitBytes, bool isShared)
    {
        AddressSpace space = sizes.Reserve(pages);
        _texts = new TextSpace(space);
        _shortStrings = options.ShortStrings;
        _minimumLength = options.MinPooledLength;
        int shortest = Math.Max(1, _minimumLength);
        int maxLengthInCell = (int)sizes.MaxCellBytes / unitBytes;
        _fast = new LengthRange(shortest, maxLengthInCell);
        if (isShared)
        {
            _shared = new SharedHeap(space, sizes, _managedTexts);
        }
        else
        {
            _heap.Initialize(space, sizes);
            _fastLarge = new LengthRange(Math.Max(shortest, maxLengthInCell + 1), BlockTier.MaxQuickBytes / unitBytes);
        }

        _texts.UpdateBase();
        PoolMetrics.Show(options, this);
    }

    /// <summary>The number of live strings, not counting empty ones.</summary>
    /// <remarks>Exact while no thread allocates or frees.</remarks>
    public int ActiveAllocations => ToCount(_shared?.LiveCount ?? _heap.LiveCount);

    int? IMeasuredPool.ActiveAllocationsNow =>
        Turnover is { } turnover ? ToCount(turnover.Allocated - turnover.Freed) : null;

    (long Allocated, long Freed)? IMeasuredPool.Turnover => Turnover;

    long IMeasuredPool.StaleReads => Volatile.Read(ref _staleReads);

    /// <summary>Whether the pool is disposed.</summary>
    public bool IsDisposed => _texts.IsClosed;

    /// <summary>
    /// Bytes of unmanaged memory that the pool holds: whole slabs and segments, in use or reserved, and 64 KiB of tables. The
    /// threads of a concurrent pool add at least 64 KiB. Includes untouched pages, which the operating system has not yet backed
    /// with memory.
    /// </summary>
    /// <remarks>0 once the pool is disposed.</remarks>
    public long BytesReserved => _texts.Space.BytesLent;

    /// <summary>
    /// The approximate bytes of managed memory that the pool holds: its objects, the descriptors of slabs and segments, and the
    /// table of strings kept for <see cref="ShortStrings.Managed"/>, without those strings.
    /// </summary>
    public long ManagedBytes =>
        TextSpace.PoolObjectBytes + (_shared?.ManagedBytes ?? _heap.ManagedBytes) + _managedTexts.ManagedBytes;

    private protected string DebuggerText => StringPoolDebugView.TextOf(this);

    /// <summary>
    /// Frees a string. Does nothing if the id is stale, empty or of another pool, or if the pool is disposed. About one id of
    /// another pool in half a billion matches by chance: see <see cref="PooledStringId"/>.
    /// </summary>
    /// <param name="id">An id of this pool.</param>
    /// <remarks>
    /// Never throws. For strings of up to 65,528 bytes, the call allocates nothing and is O(1), or O(length) with
    /// <see cref="StringPoolOptions.ClearOnFree"/>. The memory of a longer string is merged with adjacent free
    /// memory at once, or released if its segment was created for that string alone.
    /// </remarks>
    public void Free(PooledStringId id)
    {
        if (!id.IsEmpty)
        {
            Free(id.Cell);
        }
    }

    /// <summary>
    /// Frees every string: all handles except the empty one become stale. The pool keeps the memory for new strings, except
    /// segments created for a single long string. O(cells of all slabs), about 3 ms for a million cells.
    /// </summary>
    /// <exception cref="InvalidOperationException">A callback of <c>Create</c> is running.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Clear()
    {
        using SharedHeap.Stopped stopped = StopOtherThreads();
        ThrowIfDisposed();
        _fills.ThrowIfInProgress(nameof(Clear));
        if (_shared is not null)
        {
            _shared.Clear();
        }
        else
        {
            _texts.CheckFollowed();
            _heap.Clear();
            _managedTexts.Clear();
        }
    }

    /// <summary>
    /// Returns the memory of empty slabs and segments to the operating system, including reserved slabs, and slabs whose free
    /// cells threads have cached. Handles stay valid. O(cells and segments).
    /// </summary>
    /// <returns>The number of released bytes.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public long Trim()
    {
        using SharedHeap.Stopped stopped = StopOtherThreads();
        ThrowIfDisposed();
        if (_shared is not null)
        {
            return _shared.Trim();
        }

        _texts.CheckFollowed();
        return _heap.Trim();
    }

    /// <summary>Walks the whole pool and returns its totals. O(cells and free blocks), allocates nothing.</summary>
    /// <returns>The statistics.</returns>
    /// <remarks>
    /// Do not call this method while another thread changes a single-writer pool: the walk follows lists through free memory.
    /// </remarks>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public StringPoolStatistics GetStatistics()
    {
        using SharedHeap.Stopped stopped = StopOtherThreads();
        ThrowIfDisposed();
        return _shared is not null
            ? StringPoolStatistics.Of(_shared, ManagedBytes)
            : StringPoolStatistics.Of(in _heap, _heap.Count(), ManagedBytes);
    }

    // No derived class has a finalizer.
#pragma warning disable CA1816
    /// <summary>
    /// Disposes the pool and releases its memory. All handles except the empty one become stale, and spans must no longer be
    /// used. A second call does nothing.
    /// </summary>
    /// <remarks>
    /// The process caches up to 4 MiB of each disposed pool, 16 MiB in total, so that new pools start with warm pages. A
    /// concurrent pool's addresses stay reserved as long as the pool is referenced.
    /// </remarks>
    /// <exception cref="InvalidOperationException">A callback of <c>Create</c> is running.</exception>
    public void Dispose()
#pragma warning restore CA1816
    {
        using SharedHeap.Stopped stopped = StopOtherThreads();
        if (IsDisposed)
        {
            return;
        }

        _fills.ThrowIfInProgress(nameof(Dispose));
        if (!_texts.TryClose())
        {
            return;
        }

        if (_shared is not null)
        {
            _shared.Close();
            _texts.Space.Retire();
        }
        else
        {
            _fast = _fastLarge = default;
            _heap.Close();
            _texts.Space.Dispose();
            _managedTexts.Clear();
        }
    }

    private static int ToCount(long strings) => (int)Math.Clamp(strings, 0, int.MaxValue);

    private SharedHeap.Stopped StopOtherThreads() => _shared is { } shared ? shared.StopAll() : default;
}
