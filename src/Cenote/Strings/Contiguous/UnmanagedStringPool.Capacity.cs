using Cenote.Memory.Contiguous;

namespace Cenote.Strings;

/// <content>Memory: how much there is, how to get it early and how to give it back.</content>
public sealed unsafe partial class UnmanagedStringPool
{
    /// <inheritdoc cref="ContiguousHeap.Compactions"/>
    internal long Compactions => _heap.Compactions;

    private const int ManagedObjectBytes = 280;

    // A string of 17 chars takes 48 bytes, that is 2.8 for each; strings shorter than 16 are not provided for.
    private const ulong ReservedBytesPerChar = 3;
    private const ulong ReservedCharsPerString = 16;

    /// <summary>
    /// Whether the pool grows when it is full. May be changed at any time; setting it to false does not shrink a pool that has
    /// grown.
    /// </summary>
    public bool AllowGrowth
    {
        get => _heap.AllowsGrowth;
        set => _heap.AllowsGrowth = value;
    }

    /// <summary>Whether the pool was disposed.</summary>
    public bool IsDisposed => _disposed;

    /// <summary>Number of live strings; the empty string does not count.</summary>
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
    /// Chars of the longest string that fits without growth, after compaction if need be. The initial capacity in a new or
    /// cleared pool, 0 in a disposed one.
    /// </summary>
    public int FreeSpaceChars => CharsIn(_heap.LiveBytes);

    /// <summary>Chars of the longest string that fits at the end of the block, without compaction or growth.</summary>
    public int EndBlockSizeChars => CharsIn(_heap.End);

    /// <summary>
    /// Share of the used part of the block that freed strings take, from 0 to below 100. 0 in a compacted pool, and in one
    /// without live strings, which has nothing to compact.
    /// </summary>
    public double FragmentationPercentage => _heap.LiveBytes == 0 ? 0 : 100 - (100.0 * _heap.LiveBytes / _heap.End);

    /// <summary>
    /// Makes room for strings of 16 chars or more with this many chars in all, so that allocating them asks the operating system
    /// for nothing; where the block cannot have so much, for a single string of this many chars. What was reserved is not given
    /// back before <see cref="Trim"/> or <see cref="Clear"/>. May move all texts: spans of the pool are invalid from now on.
    /// </summary>
    /// <param name="chars">Chars of text.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="chars"/> is negative, or more than there can be.</exception>
    /// <exception cref="OutOfMemoryException">The pool may not grow, or cannot; its strings are unchanged.</exception>
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
            ThrowNoRoom(chars);
        }
    }

    /// <summary>
    /// Compacts the block and makes it larger. What was added is not given back before <see cref="Trim"/> or <see cref="Clear"/>.
    /// Moves texts: spans of the pool are invalid from now on, handles stay as they are. O(strings).
    /// </summary>
    /// <param name="additionalBytes">Bytes to add; with 0 the block is only compacted, which needs no memory and no
    /// <see cref="AllowGrowth"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="additionalBytes"/> is negative, or the block would exceed 2
    /// GiB.</exception>
    /// <exception cref="OutOfMemoryException">There are bytes to add, and <see cref="AllowGrowth"/> is false or the operating
    /// system refuses them. The pool is unchanged: it is not compacted, and spans stay valid.</exception>
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
    /// Frees every string: each handle given out so far is stale, and spans of the pool are invalid. The capacity is the initial
    /// one again. The memory beyond it is given back, but not every time if it was soon needed again. O(strings that were ever
    /// live together).
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
    /// Compacts the block and gives the memory after the live strings back, down to the initial capacity. A pool of more than 1
    /// MiB does so by itself: when more than half is free while strings are replaced by shorter or fewer ones, or has been for
    /// as long as fetching it again takes, and when more than two thirds are free after strings were freed, though not every time
    /// if the memory was soon needed again. When it does so
    /// by itself, room for another quarter of what is live stays for the next strings. Moves texts: spans of the pool are invalid
    /// from now on, handles stay as they are. The 16 bytes of each string that was ever live together with the others stay with
    /// the pool, and count below its limit. O(strings).
    /// </summary>
    /// <returns>Bytes given back.</returns>
    /// <exception cref="InvalidOperationException">A <see cref="Create"/> callback is running.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public long Trim()
    {
        ThrowIfDisposed();
        ThrowIfFilling(nameof(Trim));
        return _heap.Trim();
    }

    /// <summary>
    /// Copies all live texts of the block, in their order and without anything between them, into a managed string.
    /// </summary>
    /// <returns>The texts; the empty string if nothing is live.</returns>
    /// <exception cref="OutOfMemoryException">The texts do not fit into one managed string.</exception>
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
    /// Bytes of unmanaged memory the pool holds: the block, and 16 bytes for each string that was ever live together with the
    /// others. Pages that were never touched count here, though the operating system has not backed them yet.
    /// </summary>
    /// <remarks>0 once the pool is disposed.</remarks>
    public long BytesReserved => _heap.NativeBytes;

    /// <summary>
    /// Bytes of managed memory the pool holds, approximately: its objects, which do not grow unless short strings are kept
    /// managed.
    /// </summary>
    /// <remarks>0 once the pool is disposed.</remarks>
    public long ManagedBytes => _disposed ? 0 : ManagedObjectBytes + (_managed?.ManagedBytes ?? 0);

    /// <summary>
    /// Walks over the pool and adds it up. O(strings that were ever live together), allocates nothing. The numbers of tiers,
    /// slabs and segments are 0: there are none.
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

    /// <inheritdoc cref="StringPool.Dispose"/>
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

    private int CharsIn(ulong usedBytes) =>
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
