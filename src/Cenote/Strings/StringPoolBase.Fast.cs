using Cenote.Memory.Cells;
using Cenote.Text;

namespace Cenote.Strings;

/// <content>Fast paths for strings that fit a free cell or block.</content>
public abstract unsafe partial class StringPoolBase
{
    /// <summary>Frees a string, if the id is not stale.</summary>
    internal void Free(CellId id)
    {
        if (_shared is not null)
        {
            Free(_shared.Current, id);
        }
        else if (!_heap.TryFreeFast(id))
        {
            FreeOther(id);
        }
    }

    /// <summary>
    /// In a single-writer pool, copies a small string into a free cell; false if the length is outside <c>_fast</c>, or no cell
    /// of its size is free.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected bool TryAllocateSmallFast<TUnit>(ReadOnlySpan<TUnit> text, out CellId id)
        where TUnit : unmanaged
    {
        if (_fast.Contains(text.Length))
        {
            uint bytes = (uint)text.Length * (uint)sizeof(TUnit);
            byte* cell = _heap.TakeFree(bytes, out id);
            if (cell != null)
            {
                TextCopy.CopyShort(cell, in FirstByte(text), bytes);
                return true;
            }
        }

        id = default;
        return false;
    }

    /// <summary>
    /// In a concurrent pool, copies a small string into one of a thread's free cells; false if the thread is stopped or has no
    /// free cell of that size.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected static bool TryAllocateSmallFast<TUnit>(ThreadHeap heap, ReadOnlySpan<TUnit> text, out CellId id)
        where TUnit : unmanaged
    {
        if (heap.TryEnter())
        {
            uint bytes = (uint)text.Length * (uint)sizeof(TUnit);
            byte* cell = heap.Cells.TakeFree(bytes, out id);
            if (cell != null)
            {
                TextCopy.CopyShort(cell, in FirstByte(text), bytes);
                heap.Exit();
                return true;
            }

            heap.Exit();
        }

        id = default;
        return false;
    }

    /// <summary>
    /// Copies a large string into a cached free block; false if the length is outside <c>_fastLarge</c>, or no block of its size
    /// is cached.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected bool TryAllocateLargeFast<TUnit>(ReadOnlySpan<TUnit> text, out CellId id)
        where TUnit : unmanaged
    {
        if (_fastLarge.Contains(text.Length))
        {
            uint bytes = (uint)text.Length * (uint)sizeof(TUnit);
            byte* block = _heap.TakeKept(bytes, out id);
            if (block != null)
            {
                TextCopy.Copy(block, in FirstByte(text), bytes);
                return true;
            }
        }

        id = default;
        return false;
    }

    /// <summary>
    /// Frees a string with the calling thread's heap, which is null if the pool is disposed or has no memory for one.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected void Free(ThreadHeap? heap, CellId id)
    {
        if (heap is not null && heap.TryEnter())
        {
            bool freed = heap.Cells.TryFreeShared(id);
            heap.Exit();
            if (freed)
            {
                return;
            }
        }

        FreeSharedSlow(heap, id);
    }

    /// <summary>The calling thread's heap, in a concurrent pool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected ThreadHeap RequiredHeap()
    {
        ThreadHeap? heap = _shared!.Current;
        if (heap is null)
        {
            ThrowNoHeap();
        }

        return heap;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref readonly byte FirstByte<TUnit>(ReadOnlySpan<TUnit> text) =>
        ref Unsafe.As<TUnit, byte>(ref MemoryMarshal.GetReference(text));
}
