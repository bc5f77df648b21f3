using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <content>What the fast paths hand over: large, managed and empty strings, growth, stale handles.</content>
public sealed unsafe partial class SegmentedStringPool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<char> text)
    {
        if (id.Index == 0)
        {
            text = default;
            return true;
        }

        byte* cell = _heap.Find(id);
        text = cell == null ? default : TextOf(cell, id);
        GC.KeepAlive(this);
        return cell != null;
    }

    internal bool IsAlive(CellId id)
    {
        bool alive = _heap.Find(id) != null;
        GC.KeepAlive(this);
        return alive;
    }

    /// <summary>Finds room for a string whose chars the caller writes next; the caller has checked that it is not empty.</summary>
    internal PooledStringRef AllocateText(int length, out Span<char> text)
    {
        byte* address = _heap.Allocate((uint)length * sizeof(char), out CellId id);
        text = new Span<char>(address, length);
        return new PooledStringRef(this, id);
    }

    // The second fastest path: a large string into the block of a former one. Kept apart from what follows, whose spans and
    // handles would have to be cleared on the stack first.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledStringRef AllocateLarge(ReadOnlySpan<char> value)
    {
        if ((uint)value.Length - _shortestLarge <= _largeRange)
        {
            byte* text = _heap.TakeKept((uint)value.Length * sizeof(char), out CellId id);
            if (text != null)
            {
                ref readonly byte source = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(value));
                TextCopy.Copy(text, in source, (uint)value.Length * sizeof(char));
                return new PooledStringRef(this, id);
            }
        }

        return AllocateSlow(value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledStringRef AllocateSlow(ReadOnlySpan<char> value)
    {
        CheckLength(nameof(value), value.Length);
        if (value.Length < _minimumLength)
        {
            return value.IsEmpty ? default : AllocateShort(nameof(value), value);
        }

        if (value.IsEmpty)
        {
            return default;
        }

        PooledStringRef result = AllocateText(value.Length, out Span<char> text);
        value.CopyTo(text);
        return result;
    }

    private PooledStringRef AllocateShort(string parameter, ReadOnlySpan<char> value)
    {
        ThrowIfShortIsRefused(parameter, value.Length);
        _managedTexts ??= new ManagedTexts();
        int index = _managedTexts.Add(value.ToString());
        try
        {
            LargeSlot* slot = _heap.AllocateSlot(out CellId id);
            slot->ManagedIndex = index;
            return new PooledStringRef(this, id);
        }
        catch (OutOfMemoryException)
        {
            _managedTexts.Remove(index);
            throw;
        }
    }

    private void ThrowIfShortIsRefused(string parameter, int length)
    {
        if (_shortStrings == ShortStrings.Throw)
        {
            Throw.TooShort(parameter, length, _minimumLength);
        }
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

    // As AllocateLarge: no more than this, so that it needs no stack of its own.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeLarge(CellId id)
    {
        if (!_heap.TryFreeKept(id))
        {
            FreeSlow(id);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSlow(CellId id)
    {
        byte* cell = _heap.Find(id);
        if (cell == null)
        {
            return;
        }

        if (id.IsSlot && ((LargeSlot*)cell)->BlockUnits == 0)
        {
            _managedTexts!.Remove(((LargeSlot*)cell)->ManagedIndex);
        }

        _heap.Free(cell, id);
    }

    private ReadOnlySpan<char> TextOf(byte* cell, CellId id)
    {
        if (!id.IsSlot)
        {
            return new ReadOnlySpan<char>(cell + SlabTier.HeaderBytes, (int)(*(ulong*)cell >> 33));
        }

        var slot = (LargeSlot*)cell;
        return slot->BlockUnits == 0
            ? _managedTexts![slot->ManagedIndex]
            : new ReadOnlySpan<char>(BlockHeader.TextOf(slot->Block), (int)(slot->Bytes / sizeof(char)));
    }

    private void CheckLength(string parameter, int length)
    {
        ThrowIfDisposed();
        if (length > MaximumLength)
        {
            Throw.TooLong(parameter, length, MaximumLength);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.Disposed(nameof(SegmentedStringPool));
        }
    }

    private void ThrowIfFilling(string operation)
    {
        if (_fillsInProgress != 0)
        {
            Throw.FillInProgress(operation);
        }
    }

    // An empty range is one that no length is in.
    private static void SetRange(int shortest, int longest, out uint start, out uint range)
    {
        bool isEmpty = shortest > longest;
        start = isEmpty ? uint.MaxValue : (uint)shortest;
        range = isEmpty ? 0 : (uint)(longest - shortest);
    }

    private void CloseFastPaths()
    {
        SetRange(1, 0, out _shortestFast, out _fastRange);
        SetRange(1, 0, out _shortestLarge, out _largeRange);
    }
}
