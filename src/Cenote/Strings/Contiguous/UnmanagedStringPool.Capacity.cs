using Cenote.Memory.Contiguous;

namespace Cenote.Strings;

/// <content>Measuring, reserving and releasing memory.</content>
public sealed unsafe partial class UnmanagedStringPool
{
    /// <inheritdoc cref="ContiguousHeap.Compactions"/>
    internal long Compactions => _heap.Compactions;

    private const int ManagedObjectBytes = 280;

    // For strings of 16 chars or more, the worst case is 17 chars, which take 48 bytes (2.8 per char). Shorter strings may take
    // more per char.
    private const ulong ReservedBytesPerChar = 3;
    private const ulong ReservedCharsPerString = 16;

    /// <summary>
    /// Whether the pool grows when it is full. May be changed at any time. Setting it to false does not shrink the pool.
    /// </summary>
    public bool AllowGrowth
    {
        get => _heap.AllowsGrowth;
        set => _heap.AllowsGrowth = value;
    }

    /// <summary>Whether the pool is disposed.</summary>
    public bool IsDisposed => _disposed;

    /// <summary>The number of live strings, not counting empty ones.</summary>
    public int ActiveAllocations => (int)_heap.LiveCount + (_managed?.Count ?? 0);

    long IMeasuredPool.StaleReads => Volatile.Read(ref _staleReads);

    (long Allocated, long Freed)? IMeasuredPool.Turnover
    {
        get
        {
            (long allocated, long freed) = _heap.Turnover;
            return _managed is { } managed ? (allocated + managed.Added, freed + managed.Added - managed.Count) : (allocated, freed);
        }
    }

    /// <summary>
    /// The length in chars of the longest string that fits without growth, after compaction if necessary. Equals the initial
    /// capacity in a new or cleared pool, and 0 in a disposed one.
    /// </summary>
    public int FreeSpaceChars => MaxCharsAfter(_heap.LiveBytes);

    /// <summary>
    /// The length in chars of the longest string that fits at the end of the block, without compaction or growth.
    /// </summary>
    public int EndBlockSizeChars => MaxCharsAfter(_heap.End);

    /// <summary>
    /// The percentage of the block's used part that freed strings occupy, from 0 to below 100. The value is 0 in a compacted
    /// pool, and in a pool without live strings, which has nothing to compact.
    /// </summary>
    public double FragmentationPercentage => _heap.LiveBytes == 0 ? 0 : 100 - (100.0 * _heap.LiveBytes / _heap.End);

    /// <summary>
    /// Reserves memory for strings of 16 chars or more with this many chars in total, so that allocating them makes no operating
    /// system calls. If the block cannot grow that large, reserves memory for a single string of this many chars. Reserved memory
    /// is kept until <see cref="Trim"/> or <see cref="Clear"/>. May move all strings, which invalidates all spans of the pool.
    /// </summary>
    /// <param name="chars">The total number of chars.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="chars"/> is negative, or exceeds the maximum size of the block.
    /// </exception>
    /// <exception cref="OutOfMemoryException">The pool cannot grow; its strings are unchanged.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Reserve(int chars)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(chars);
        ThrowIfDisposed();
        ulong most = _heap.MaxCapacity - _heap.LiveBytes;
        if (BlockBytes(chars) > most)
        {
            Throw.CapacityOutOfRange(nameof(chars), chars, _heap.MaxCapacity);
        }

        if (chars != 0 && !_heap.TryReserve(ReservedBytes(chars), (ulong)chars / ReservedCharsPerString))
        {
            ThrowDoesNotFit(chars);
        }
    }

    /// <summary>
    /// Compacts the block and enlarges it. The added memory is kept until <see cref="Trim"/> or <see cref="Clear"/>.
    /// Moves strings, which invalidates all spans of the pool; handles stay valid. O(strings).
    /// </summary>
    /// <param name="additionalBytes">Bytes to add. 0 only compacts the block, which needs neither memory nor
    /// <see cref="AllowGrowth"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="additionalBytes"/> is negative, or the block would exceed
    /// its reserved address space, at most 2 GiB.</exception>
    /// <exception cref="OutOfMemoryException">There are bytes to add, and <see cref="AllowGrowth"/> is false, or the limit or the
    /// operating system refuses them. The pool is unchanged: it is not compacted, and spans stay valid.</exception>
    /// <exception cref="InvalidOperationException">A <see cref="Create"/> callback is running.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void DefragmentAndGrowPool(int additionalBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(additionalBytes);
        ThrowIfDisposed();
        ThrowIfFilling(nameof(DefragmentAndGrowPool));
        if (additionalBytes != 0)
        {
            Extend(additionalBytes);
        }

        _heap.Compact();
    }

    /// <summary>
    /// Frees every string: all handles except the empty one become stale, and all spans of the pool become invalid. The capacity
    /// is reset to the initial one. If the block takes more than 1 MiB, the memory beyond that capacity is released, but less
    /// often if the pool needed memory again soon after a release. O(peak number of live strings).
    /// </summary>
    /// <exception cref="InvalidOperationException">A <see cref="Create"/> callback is running.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public void Clear()
    {
        ThrowIfDisposed();
        ThrowIfFilling(nameof(Clear));
        _heap.Clear();
        _managed?.Clear();
    }

    /// <summary>
    /// Compacts the block and releases the memory after the live strings, down to the initial capacity. Moves strings, which
    /// invalidates all spans of the pool; handles stay valid. O(strings).
    /// </summary>
    /// <returns>The number of released bytes.</returns>
    /// <remarks>
    /// <para>When strings are freed, a pool of more than 1 MiB trims automatically if more than half of it is free, and one of
    /// two conditions holds. Either shorter strings replaced nearly all freed ones, or that half stayed free for as long as the
    /// operating system would take to provide the pool's memory again. If more than two thirds are free, the pool trims even if
    /// neither condition holds, but less often if it needed memory again soon after a release. An automatic trim keeps a quarter
    /// of the live size as free space.</para>
    /// <para>The pool keeps a table of 16 bytes per string, for the peak number of live strings. The table counts towards the
    /// pool's limit.</para>
    /// </remarks>
    /// <exception cref="InvalidOperationException">A <see cref="Create"/> callback is running.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public long Trim()
    {
        ThrowIfDisposed();
        ThrowIfFilling(nameof(Trim));
        return _heap.Trim();
    }

    /// <summary>
    /// Copies all live strings of the block, in address order and without separators, into one managed string.
    /// </summary>
    /// <returns>The concatenated strings; the empty string if no string is live.</returns>
    /// <exception cref="OutOfMemoryException">The result is too long for a managed string.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public string DumpBufferAsString()
    {
        ThrowIfDisposed();
        ulong chars = _heap.Count().TextBytes / sizeof(char);
        return string.Create((int)chars, this, static (texts, pool) =>
        {
            fixed (char* destination = texts)
            {
                pool._heap.CopyTexts((byte*)destination);
            }
        });
    }

    /// <summary>
    /// Bytes of unmanaged memory that the pool holds: the block, and 16 bytes per string for the peak number of live strings.
    /// Includes untouched pages, which the operating system has not yet backed with memory.
    /// </summary>
    /// <remarks>0 once the pool is disposed.</remarks>
    public long BytesReserved => _heap.NativeBytes;

    /// <summary>
    /// The approximate bytes of managed memory that the pool holds: its objects, which grow only if short strings are kept
    /// managed.
    /// </summary>
    /// <remarks>0 once the pool is disposed.</remarks>
    public long ManagedBytes => _disposed ? 0 : ManagedObjectBytes + (_managed?.ManagedBytes ?? 0);

    /// <summary>
    /// Walks the pool and returns its totals. O(peak number of live strings), allocates nothing. The values for tiers, slabs and
    /// segments are 0, because the pool has none.
    /// </summary>
    /// <returns>The statistics.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public StringPoolStatistics GetStatistics()
    {
        ThrowIfDisposed();
        (ulong textBytes, long retired) = _heap.Count();
        return new StringPoolStatistics
        {
            ActiveAllocations = ActiveAllocations,
            TotalAllocations = _heap.AllocationCount + (_managed?.Added ?? 0),
            ManagedStrings = _managed?.Count ?? 0,
            TextBytes = (long)textBytes,
            BytesReserved = _heap.NativeBytes,
            ManagedBytes = ManagedBytes,
            RetiredCells = retired + (_managed?.Retired ?? 0),
        };
    }

    /// <inheritdoc cref="StringPoolBase.Dispose"/>
    public void Dispose()
    {
        if (_disposed)
        {
            return;
        }

        ThrowIfFilling(nameof(Dispose));
        if (Interlocked.Exchange(ref _disposed, true))
        {
            return;
        }

        _fast = default;
        _heap.Dispose();
        _managed?.Clear();
    }

    private int MaxCharsAfter(ulong usedBytes) =>
        _heap.Capacity < usedBytes + BlockBytes(1)
            ? 0
            : (int)((_heap.Capacity - usedBytes - ContiguousHeap.HeaderBytes) / sizeof(char));

    private void Extend(int additionalBytes)
    {
        ulong capacity = _heap.Capacity + (ulong)additionalBytes;
        if (capacity > _heap.MaxCapacity)
        {
            Throw.CapacityOutOfRange(nameof(additionalBytes), additionalBytes, _heap.MaxCapacity);
        }

        if (!AllowGrowth)
        {
            Throw.GrowthIsNotAllowed(additionalBytes);
        }

        if (!_heap.TryExtend((ulong)additionalBytes))
        {
            if (_heap.LimitReached)
            {
                Throw.GrowthBeyondLimit(capacity, _heap.MaximumBytes);
            }

            Throw.NoMemoryForPool(capacity);
        }
    }

    private ulong ReservedBytes(int chars)
    {
        ulong most = _heap.MaxCapacity - Math.Min(_heap.MaxCapacity, _heap.End + ContiguousHeap.HeaderBytes);
        ulong roomy = (ulong)chars * ReservedBytesPerChar;
        return AllowGrowth && roomy <= most ? roomy : (ulong)chars * sizeof(char);
    }
}
