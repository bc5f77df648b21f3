using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <content>What the fast paths hand over: large and empty strings, invalid UTF-8, growth, stale handles.</content>
public sealed unsafe partial class Utf8StringPool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<byte> utf8)
    {
        if (id.Index == 0)
        {
            utf8 = default;
            return true;
        }

        byte* cell = Find(id);
        utf8 = cell == null ? default : TextOf(cell, id);
        GC.KeepAlive(this);
        return cell != null;
    }

    internal bool IsAlive(CellId id)
    {
        bool alive = Find(id) != null;
        GC.KeepAlive(this);
        return alive;
    }

    private byte* Find(CellId id) => _disposed ? null : _space.Find(id);

    private void FollowSpace()
    {
        _texts = _space.Base + CellLists.HeaderBytes;
        _limit = _space.Limit;
    }

    private static ReadOnlySpan<byte> TextOf(byte* cell, CellId id)
    {
        if (!id.IsSlot)
        {
            return new ReadOnlySpan<byte>(cell + CellLists.HeaderBytes, (int)CellLists.BytesIn(*(ulong*)cell));
        }

        var slot = (LargeSlot*)cell;
        return new ReadOnlySpan<byte>(BlockHeader.TextOf(slot->Block), (int)slot->Bytes);
    }

    // Finds room for a text that the caller writes next; the caller has checked that it is not empty.
    private PooledUtf8String AllocateText(int bytes, out Span<byte> text)
    {
        byte* address = _heap.Allocate((uint)bytes, out CellId id);
        FollowSpace();
        text = new Span<byte>(address, bytes);
        return new PooledUtf8String(this, id);
    }

    // The second fastest path: a large string into the block of a former one. Kept apart from what follows, whose spans and
    // handles would have to be cleared on the stack first.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledUtf8String AllocateLarge(ReadOnlySpan<byte> utf8)
    {
        uint bytes = (uint)utf8.Length;
        if (bytes > _longestSmall && bytes <= _longestKept)
        {
            byte* text = _heap.TakeKept(bytes, out CellId id);
            if (text != null)
            {
                TextCopy.Copy(text, in MemoryMarshal.GetReference(utf8), bytes);
                return new PooledUtf8String(this, id);
            }
        }

        return AllocateSlow(utf8);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledUtf8String AllocateSlow(ReadOnlySpan<byte> utf8)
    {
        ThrowIfDisposed();
        if (utf8.IsEmpty)
        {
            return default;
        }

        PooledUtf8String result = AllocateText(utf8.Length, out Span<byte> text);
        utf8.CopyTo(text);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledUtf8String AllocateRepaired(ReadOnlySpan<byte> utf8)
    {
        ThrowIfDisposed();
        long bytes = Utf8Text.CountRepaired(utf8);
        if (bytes > MaximumLength)
        {
            Throw.ResultTooLong<byte>(bytes, MaximumLength);
        }

        PooledUtf8String result = AllocateText((int)bytes, out Span<byte> text);
        Utf8Text.WriteRepaired(utf8, text);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> ReadSlow(CellId id)
    {
        if (!TryRead(id, out ReadOnlySpan<byte> utf8))
        {
            ThrowIfDisposed();
            Throw.StaleHandle();
        }

        return utf8;
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
        byte* cell = Find(id);
        if (cell != null)
        {
            _heap.Free(cell, id);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_disposed)
        {
            Throw.Disposed(nameof(Utf8StringPool));
        }
    }

    private void ThrowIfFilling(string operation)
    {
        if (_fillsInProgress != 0)
        {
            Throw.FillInProgress(operation);
        }
    }
}
