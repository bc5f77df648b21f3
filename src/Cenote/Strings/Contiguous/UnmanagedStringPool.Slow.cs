using System.Buffers;
using Cenote.Memory.Cells;
using Cenote.Memory.Contiguous;
using Cenote.Threading;

namespace Cenote.Strings;

/// <content>Slow paths: new blocks, compaction, growth, empty and long strings, stale handles.</content>
public sealed unsafe partial class UnmanagedStringPool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<char> text)
    {
        ContiguousSlot* slot = _heap.Find(id);
        string? managed = slot == null ? _managed?.Find(id) : null;
        text = slot == null ? managed : new ReadOnlySpan<char>(_heap.TextOf(slot), (int)(slot->Bytes / sizeof(char)));

        // Without this call, if this is the pool's last use, its memory could be released between the two reads of the slot. No
        // test covers this, because a test cannot stop a thread there.
        GC.KeepAlive(this);
        return slot != null || managed is not null || id.Index == 0;
    }

    internal bool IsAlive(CellId id)
    {
        bool alive = _heap.Find(id) != null || _managed?.Find(id) is not null;
        GC.KeepAlive(this);
        return alive;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledString AllocateSlow(ReadOnlySpan<char> value)
    {
        CheckLength(nameof(value), value.Length);
        ThrowIfShortRejected(nameof(value), value.Length);
        if (!TryAllocate(value, out PooledString result))
        {
            ThrowDoesNotFit(value.Length);
        }

        return result;
    }

    // Keeps a non-empty string below the minimum length as a managed string; false if such strings are rejected.
    private bool TryAllocateShort(ReadOnlySpan<char> value, out PooledString handle)
    {
        handle = _managed is null ? default : new PooledString(this, _managed.Add(value.ToString()));
        return _managed is not null;
    }

    private void ThrowIfShortRejected(string parameter, int length)
    {
        if (length < _minimumLength && length > 0 && _managed is null)
        {
            Throw.TooShort<char>(parameter, length, _minimumLength);
        }
    }

    // Compaction may move the value if it is in this pool, so such a value is first copied to a buffer.
    private bool TryAllocateMoving(ReadOnlySpan<char> value, out PooledString result)
    {
        char[]? aside = null;
        if (_heap.Contains(Unsafe.AsPointer(ref MemoryMarshal.GetReference(value))))
        {
            aside = ArrayPool<char>.Shared.Rent(value.Length);
            value.CopyTo(aside);
            value = aside.AsSpan(0, value.Length);
        }

        bool isMade = TryAllocateCompacting(value.Length, out result, out Span<char> text);
        if (isMade)
        {
            value.CopyTo(text);
        }

        if (aside is not null)
        {
            ArrayPool<char>.Shared.Return(aside, clearArray: _heap.ClearsFreed);
        }

        return isMade;
    }

    // Decodes to a buffer first, because the bytes may be in this pool.
    private bool TryAllocateMovingUtf8(ReadOnlySpan<byte> utf8, int length, out PooledString result)
    {
        result = default;
        if (!_heap.MayFit((ulong)length * sizeof(char)))
        {
            return false;
        }

        char[] aside = ArrayPool<char>.Shared.Rent(length);
        Decode(utf8, aside.AsSpan(0, length));
        bool isMade = TryAllocateCompacting(length, out result, out Span<char> text);
        if (isMade)
        {
            aside.AsSpan(0, length).CopyTo(text);
        }

        ArrayPool<char>.Shared.Return(aside, clearArray: _heap.ClearsFreed);
        return isMade;
    }

    // Compaction may move the strings that the new one is built from, so the new string is first written to a buffer.
    private PooledString AllocateViaBuffer<TState>(int length, TState state, SpanAction<char, TState> write, bool zeroed = false)
        where TState : allows ref struct
    {
        if (!_heap.MayFit((ulong)length * sizeof(char)))
        {
            ThrowDoesNotFit(length);
        }

        char[] aside = ArrayPool<char>.Shared.Rent(length);
        try
        {
            Write(aside.AsSpan(0, length), state, write, zeroed);
            PooledString result = AllocateText(length, out Span<char> text);
            aside.AsSpan(0, length).CopyTo(text);
            return result;
        }
        finally
        {
            ArrayPool<char>.Shared.Return(aside, clearArray: _heap.ClearsFreed);
        }
    }

    // No string moves while the callback runs.
    private void Write<TState>(Span<char> text, TState state, SpanAction<char, TState> write, bool zeroed)
        where TState : allows ref struct
    {
        if (zeroed)
        {
            text.Clear();
        }

        _heap.Pin();
        try
        {
            write(text, state);
        }
        finally
        {
            _heap.Unpin();
        }
    }

    /// <summary>
    /// Allocates a string without moving any other; false if it does not fit in place. The caller must write its chars.
    /// </summary>
    private bool TryAllocateText(int length, out PooledString result, out Span<char> text)
    {
        byte* address = _heap.TryTakeInPlace((uint)length * sizeof(char), out CellId id);
        return TryWrap(address, length, id, out result, out text);
    }

    /// <summary>Like <see cref="TryAllocateText"/>, but may move all strings.</summary>
    private bool TryAllocateCompacting(int length, out PooledString result, out Span<char> text)
    {
        byte* address = _heap.Take((uint)length * sizeof(char), out CellId id);
        return TryWrap(address, length, id, out result, out text);
    }

    private bool TryWrap(byte* address, int length, CellId id, out PooledString result, out Span<char> text)
    {
        text = address == null ? default : new Span<char>(address, length);
        result = address == null ? default : new PooledString(this, id);
        return address != null;
    }

    /// <summary>Allocates a string. The caller must write its chars.</summary>
    private PooledString AllocateText(int length, out Span<char> text)
    {
        Invariant.Holds(length > 0, "The empty string needs no memory.");
        if (!TryAllocateCompacting(length, out PooledString result, out text))
        {
            ThrowDoesNotFit(length);
        }

        return result;
    }

    private void ThrowDoesNotFit(int length)
    {
        if (!AllowGrowth && _heap.LiveBytes + BlockBytes(length) > _heap.Capacity)
        {
            Throw.PoolIsFull(length, FreeSpaceChars);
        }

        if (_heap.LiveBytes + BlockBytes(length) > _heap.MaxCapacity)
        {
            Throw.BlockIsFull(length, _heap.MaxCapacity);
        }

        Throw.NoMemory<char>(length, _heap.LimitReached, _heap.MaximumBytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<char> ReadSlow(CellId id)
    {
        if (!TryRead(id, out ReadOnlySpan<char> text))
        {
            ThrowIfDisposed();
            Interlocked.Increment(ref _staleReads);
            Throw.StaleHandle();
        }

        return text;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSlow(CellId id)
    {
        _managed?.Free(id);
        _heap.FreeSlow(id);
        GC.KeepAlive(this);
    }

    private void CheckLength(string parameter, int length)
    {
        ThrowIfDisposed();
        if (length > MaximumLength)
        {
            Throw.TooLong<char>(parameter, length, MaximumLength);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.Disposed(nameof(UnmanagedStringPool));
        }
    }

    private void ThrowIfFilling(string operation)
    {
        if (_heap.IsPinned)
        {
            Throw.FillInProgress(operation);
        }
    }

    private static ulong BlockBytes(int chars) => ContiguousHeap.HeaderBytes + ((ulong)chars * sizeof(char));
}
