using Cenote.Memory.Cells;
using Cenote.Threading;

namespace Cenote.Strings;

/// <content>Slow paths that do not depend on the encoding: large and managed strings, stale handles, reserved memory.</content>
public abstract unsafe partial class StringPoolBase
{
    /// <inheritdoc cref="IMeasuredPool.Turnover"/>
    internal (long Allocated, long Freed)? Turnover => _shared is { } shared ? shared.TryCountTurnover() : _heap.Turnover;

    /// <summary>The number of slabs in use or reserved.</summary>
    internal int SlabCount => _shared?.SlabCount ?? _heap.SlabCount;

    /// <summary>The number of block segments.</summary>
    internal int SegmentCount => _shared?.SegmentCount ?? _heap.SegmentCount;

    /// <inheritdoc cref="SlabTier.Walks"/>
    internal long Walks => _shared?.Common.Cells.Walks ?? _heap.Cells.Walks;

    /// <inheritdoc cref="SharedHeap.Stops"/>
    internal long Stops => _shared?.Stops ?? 0;

    /// <summary>Whether a JSON converter's scope has freed strings that were not kept. Used in messages.</summary>
    internal bool ScopeHasFreed { get; set; }

    internal bool IsAlive(CellId id) => _texts.IsAlive(id);

    /// <summary>Allocates a string. The caller must write it, then call <see cref="EndWriting"/>.</summary>
    /// <returns>The address of the string; null if the pool is disposed or memory is unavailable.</returns>
    private protected byte* TryAllocateCell(uint bytes, out CellId id)
    {
        Invariant.Holds(bytes > 0, "The empty string needs no memory.");
        byte* address;
        if (_shared is null)
        {
            _texts.CheckFollowed();
            address = _heap.TryAllocate(bytes, out id);
            _texts.UpdateBase();
            return address;
        }

        id = default;
        address = _shared.Current is { } heap ? _shared.TryAllocate(heap, bytes, out id) : null;
        FollowShared(address);
        return address;
    }

    /// <summary>Like <see cref="TryAllocateCell"/>, but throws instead of returning null.</summary>
    private protected byte* AllocateCell<TUnit>(int length, out CellId id)
        where TUnit : unmanaged
    {
        byte* address = TryAllocateCell((uint)length * (uint)sizeof(TUnit), out id);
        if (address == null)
        {
            ThrowNoMemory<TUnit>(length);
        }

        return address;
    }

    /// <summary>
    /// In a concurrent pool, exits the heap that the allocation entered. Must be called after the string is written.
    /// </summary>
    // Current is still the heap that the allocation entered, because this thread has not used another pool since then.
    private protected void EndWriting() => _shared?.Current!.Exit();

    /// <summary>
    /// Allocates the id of a short string that is kept managed; throws if the string is rejected or memory is refused.
    /// </summary>
    private protected CellId AllocateShortManaged<TUnit>(string parameter, object text, int length)
        where TUnit : unmanaged
    {
        ThrowIfShortRejected<TUnit>(parameter, length);
        if (!TryAllocateManaged(text, out CellId id))
        {
            ThrowNoMemory<TUnit>(length);
        }

        return id;
    }

    /// <summary>Like <see cref="AllocateShortManaged"/>, but returns false instead of throwing.</summary>
    private protected bool TryAllocateShort(object text, out CellId id)
    {
        id = default;
        return _shortStrings == ShortStrings.Managed && TryAllocateManaged(text, out id);
    }

    private protected void ThrowIfShortRejected<TUnit>(string parameter, int length)
        where TUnit : unmanaged
    {
        if (_shortStrings == ShortStrings.Throw)
        {
            Throw.TooShort<TUnit>(parameter, length, _minimumLength);
        }
    }

    private protected void ThrowIfDisposed()
    {
        if (_texts.IsClosed)
        {
            Throw.Disposed(GetType().Name);
        }
    }

    [DoesNotReturn]
    private protected void ThrowStale()
    {
        ThrowIfDisposed();
        Interlocked.Increment(ref _staleReads);
        Throw.StaleHandle(ScopeHasFreed);
    }

    /// <summary>Reserves memory in a single-writer pool.</summary>
    private protected void Reserve<TUnit>(int small, int large, string parameter)
        where TUnit : unmanaged
    {
        ArgumentOutOfRangeException.ThrowIfNegative(Math.Min(small, large), parameter);
        ThrowIfDisposed();
        _texts.CheckFollowed();
        try
        {
            _heap.Reserve((ulong)small * (ulong)sizeof(TUnit), (ulong)large * (ulong)sizeof(TUnit));
        }
        finally
        {
            // Memory that a failed call has committed stays committed.
            _texts.UpdateBase();
        }
    }

    private bool TryAllocateManaged(object text, out CellId id)
    {
        LargeSlot* slot = TryAllocateSlot(out id);
        if (slot == null)
        {
            return false;
        }

        bool isKept = false;
        try
        {
            slot->ManagedIndex = _managedTexts.Add(text);
            isKept = true;
        }
        finally
        {
            EndWriting();
            if (!isKept)
            {
                Free(id);
            }
        }

        return true;
    }

    private LargeSlot* TryAllocateSlot(out CellId id)
    {
        LargeSlot* slot;
        if (_shared is null)
        {
            _texts.CheckFollowed();
            slot = _heap.TryAllocateSlot(out id);
            _texts.UpdateBase();
            return slot;
        }

        id = default;
        slot = _shared.Current is { } heap ? _shared.TryAllocateSlot(heap, out id) : null;
        FollowShared(slot);
        return slot;
    }

    private void FollowShared(void* allocated)
    {
        if (allocated != null)
        {
            _shared!.CheckEntered();
            _texts.UpdateBase();
        }
    }

    // This method is small enough to need no stack frame.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeOther(CellId id)
    {
        if (!_heap.TryFreeKept(id))
        {
            FreeSlow(id);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSlow(CellId id)
    {
        _texts.CheckFollowed();
        byte* cell = _texts.Find(id);
        if (cell != null)
        {
            int managed = LargeSlot.ManagedTextOf(cell, id) ?? ManagedTexts.None;
            _heap.Free(cell, id);
            _managedTexts.Remove(managed);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSharedSlow(ThreadHeap? heap, CellId id) => _shared!.Free(heap, id);

    private long MinBytesFor(uint bytes) => _shared?.MinBytesFor(bytes) ?? _heap.MinBytesFor(bytes);

    [DoesNotReturn]
    private void ThrowNoMemory<TUnit>(int length)
        where TUnit : unmanaged
    {
        ThrowIfDisposed();
        Throw.NoMemory<TUnit>(
            length, _texts.Space.LimitReached, _texts.Space.MaximumBytes, MinBytesFor((uint)length * (uint)sizeof(TUnit)));
    }

    [DoesNotReturn]
    private void ThrowNoHeap()
    {
        ThrowIfDisposed();
        Throw.NoMemoryForThread(_texts.Space.LimitReached, _texts.Space.MaximumBytes, MinBytesFor(1));
    }
}
