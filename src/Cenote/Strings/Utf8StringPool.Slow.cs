using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory;

namespace Cenote.Strings;

/// <content>What the fast paths hand over: large and empty strings, invalid UTF-8, growth, stale handles.</content>
public sealed unsafe partial class Utf8StringPool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<byte> utf8)
    {
        bool found = true;
        if (id.Index >= _texts.Limit || !TextSpace.TryRead(_texts.First, id, out utf8))
        {
            utf8 = FindText(id, out found);
        }

        GC.KeepAlive(this);
        return found;
    }

    internal bool IsAlive(CellId id) => _texts.IsAlive(id);

    // Finds room for a text that the caller writes next; the caller has checked that it is not empty.
    private PooledUtf8String AllocateText(int bytes, out Span<byte> text)
    {
        byte* address = _heap.Allocate((uint)bytes, out CellId id);
        _texts.Follow();
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
        ReadOnlySpan<byte> utf8 = FindText(id, out bool found);
        if (!found)
        {
            ThrowIfDisposed();
            Throw.StaleHandle();
        }

        return utf8;
    }

    // Returns the text in registers: an out parameter would be written in parts and read as a whole, which stalls the processor.
    private ReadOnlySpan<byte> FindText(CellId id, out bool found)
    {
        byte* cell = _texts.Find(id);
        found = cell != null || id.Index == 0;
        ReadOnlySpan<byte> utf8 = cell == null ? default : TextSpace.TextOf<byte>(cell, id);
        GC.KeepAlive(this);
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
        byte* cell = _texts.Find(id);
        if (cell != null)
        {
            _heap.Free(cell, id);
        }
    }

    private void ThrowIfDisposed()
    {
        if (_texts.IsClosed)
        {
            Throw.Disposed(nameof(Utf8StringPool));
        }
    }
}
