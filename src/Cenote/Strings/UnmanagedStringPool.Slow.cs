using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <content>What the fast paths hand over: new blocks, compaction, growth, empty and long strings, stale handles.</content>
public sealed unsafe partial class UnmanagedStringPool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<char> text)
    {
        ContiguousSlot* slot = _heap.Find(id);
        text = slot == null ? default : new ReadOnlySpan<char>(_heap.TextOf(slot), (int)(slot->Bytes / sizeof(char)));
        GC.KeepAlive(this);
        return slot != null || id.Index == 0;
    }

    internal bool IsAlive(CellId id)
    {
        bool alive = _heap.Find(id) != null;
        GC.KeepAlive(this);
        return alive;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledString AllocateSlow(ReadOnlySpan<char> value)
    {
        CheckLength(nameof(value), value.Length);
        if (value.IsEmpty)
        {
            return default;
        }

        if (!TryAllocateText(value.Length, out PooledString result, out Span<char> text))
        {
            if (_heap.Contains(Unsafe.AsPointer(ref MemoryMarshal.GetReference(value))))
            {
                return AllocateAside(value.Length, value, static (copy, value) => value.CopyTo(copy));
            }

            result = AllocateText(value.Length, out text);
        }

        value.CopyTo(text);
        return result;
    }

    // Making room may move the very texts that the new one is made from, so it is written elsewhere first.
    private PooledString AllocateAside<TState>(int length, TState state, SpanAction<char, TState> write)
        where TState : allows ref struct
    {
        char[] aside = ArrayPool<char>.Shared.Rent(length);
        try
        {
            write(aside.AsSpan(0, length), state);
            PooledString result = AllocateText(length, out Span<char> text);
            aside.AsSpan(0, length).CopyTo(text);
            return result;
        }
        finally
        {
            ArrayPool<char>.Shared.Return(aside);
        }
    }

    /// <summary>Finds room for a string whose chars the caller writes next, if that is possible without moving any text.</summary>
    private bool TryAllocateText(int length, out PooledString result, out Span<char> text)
    {
        byte* address = _heap.TryTake((uint)length * sizeof(char), out CellId id);
        text = address == null ? default : new Span<char>(address, length);
        result = new PooledString(this, id);
        return address != null;
    }

    /// <summary>Finds room for a string whose chars the caller writes next; the caller has checked that it is not empty.</summary>
    private PooledString AllocateText(int length, out Span<char> text)
    {
        byte* address = _heap.Take((uint)length * sizeof(char), out CellId id);
        if (address == null)
        {
            ThrowNoRoom(length);
        }

        text = new Span<char>(address, length);
        return new PooledString(this, id);
    }

    private void ThrowNoRoom(int length)
    {
        if (!AllowGrowth)
        {
            Throw.PoolIsFull(length, FreeSpaceChars);
        }

        if (_heap.LiveBytes + BlockBytes(length) > ContiguousHeap.LargestBlock)
        {
            Throw.BlockIsFull(length);
        }

        Throw.NoMemory((ulong)length * sizeof(char));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<char> ReadSlow(CellId id)
    {
        if (!TryRead(id, out ReadOnlySpan<char> text))
        {
            ThrowIfDisposed();
            Throw.StaleHandle();
        }

        return text;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSlow(CellId id)
    {
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
