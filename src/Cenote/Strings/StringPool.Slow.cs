using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>Slow paths: large, managed and empty strings, stale handles.</content>
public abstract unsafe partial class StringPool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<char> text)
    {
        bool found = true;
        if (id.Index >= _texts.Limit || !TextSpace.TryRead(_texts.First, id.Index, id.Generation, out text))
        {
            text = FindText(id, out found);
        }

        GC.KeepAlive(this);
        return found;
    }

    // Handles everything that the fast path does not. The next-fastest case is a large string that fits a cached block. All other
    // cases are in a separate method, so that their spans and handles need not be zeroed on the stack here.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledStringRef AllocateOther(ReadOnlySpan<char> value) =>
        TryAllocateLargeFast(value, out CellId id) ? new PooledStringRef(this, id) : AllocateSlow(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected PooledStringRef AllocateSlow(ReadOnlySpan<char> value)
    {
        CheckLength(nameof(value), value.Length);
        if (value.Length < _minimumLength)
        {
            return value.IsEmpty ? default : AllocateShortManaged(nameof(value), value.ToString());
        }

        if (value.IsEmpty)
        {
            return default;
        }

        PooledStringRef result = AllocateText(value.Length, out Span<char> text);
        value.CopyTo(text);
        EndWriting();
        return result;
    }

    private PooledStringRef AllocateText(int length, out Span<char> text)
    {
        text = new Span<char>(AllocateCell<char>(length, out CellId id), length);
        return new PooledStringRef(this, id);
    }

    private bool TryAllocateText(int length, out PooledStringRef result, out Span<char> text)
    {
        byte* address = TryAllocateCell((uint)length * sizeof(char), out CellId id);
        text = address == null ? default : new Span<char>(address, length);
        result = address == null ? default : new PooledStringRef(this, id);
        return address != null;
    }

    private void CheckLength(string parameter, int length)
    {
        ThrowIfDisposed();
        if (length > MaximumLength)
        {
            Throw.TooLong<char>(parameter, length, MaximumLength);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected bool TryAllocateSlow(ReadOnlySpan<char> value, out PooledStringRef handle)
    {
        ThrowIfDisposed();
        handle = default;
        if (value.Length < _minimumLength && !value.IsEmpty)
        {
            return TryAllocateShort(value.ToString(), out handle);
        }

        if (value.IsEmpty)
        {
            return true;
        }

        if (value.Length > MaximumLength || !TryAllocateText(value.Length, out handle, out Span<char> text))
        {
            return false;
        }

        value.CopyTo(text);
        EndWriting();
        return true;
    }

    private PooledStringRef AllocateShortManaged(string parameter, string text) =>
        new(this, AllocateShortManaged<char>(parameter, text, text.Length));

    private bool TryAllocateShort(string text, out PooledStringRef handle)
    {
        bool isAllocated = TryAllocateShort(text, out CellId id);
        handle = isAllocated ? new PooledStringRef(this, id) : default;
        return isAllocated;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<char> ReadSlow(CellId id)
    {
        ReadOnlySpan<char> text = FindText(id, out bool found);
        if (!found)
        {
            ThrowStale();
        }

        return text;
    }

    // Returns the span in registers. An out parameter would be stored in two parts but loaded as a whole, which causes a
    // store-forwarding stall.
    private ReadOnlySpan<char> FindText(CellId id, out bool found)
    {
        bool isLive = TryLocate(id, out _, out ReadOnlySpan<char> text);
        found = isLive || id.Index == 0;
        GC.KeepAlive(this);
        return isLive ? text : default;
    }
}
