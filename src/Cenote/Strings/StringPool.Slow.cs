using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;
using Cenote.Threading;

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

    internal bool IsAlive(CellId id) => _texts.IsAlive(id);

    /// <summary>Allocates a string whose chars the caller writes next, before it calls <see cref="EndWriting"/>.</summary>
    /// <returns>False if the pool is disposed or the memory is not available.</returns>
    private protected abstract bool TryAllocateText(int length, out PooledStringRef result, out Span<char> text);

    /// <summary>
    /// Allocates a slot for a managed string, before <see cref="EndWriting"/>; null if <see cref="TryAllocateText"/> would return
    /// false.
    /// </summary>
    private protected abstract LargeSlot* TryAllocateSlot(out CellId id);

    /// <summary>Must be called after the string is written.</summary>
    private protected virtual void EndWriting()
    {
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected PooledStringRef AllocateSlow(ReadOnlySpan<char> value)
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
        EndWriting();
        return result;
    }

    /// <summary>As <see cref="TryAllocateText"/>; throws instead of returning false.</summary>
    private PooledStringRef AllocateText(int length, out Span<char> text)
    {
        Invariant.Holds(length > 0, "The empty text needs no room.");
        if (!TryAllocateText(length, out PooledStringRef result, out text))
        {
            ThrowNoMemory(length);
        }

        return result;
    }

    private protected void CheckLength(string parameter, int length)
    {
        ThrowIfDisposed();
        if (length > MaximumLength)
        {
            Throw.TooLong<char>(parameter, length, MaximumLength);
        }
    }

    private protected void ThrowIfDisposed()
    {
        if (_texts.IsClosed)
        {
            Throw.Disposed(GetType().Name);
        }
    }

    /// <summary>The minimum limit with which an empty pool can hold a string of this many bytes.</summary>
    private protected abstract long MinBytesFor(uint bytes);

    [DoesNotReturn]
    private void ThrowNoMemory(int length)
    {
        ThrowIfDisposed();
        Throw.NoMemory<char>(length, _texts.Space.LimitReached, _texts.Space.MaximumBytes, MinBytesFor((uint)length * sizeof(char)));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected bool TryAllocateSlow(ReadOnlySpan<char> value, out PooledStringRef handle)
    {
        ThrowIfDisposed();
        handle = default;
        if (value.Length < _minimumLength && !value.IsEmpty)
        {
            return TryAllocateShort(value, out handle);
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

    private PooledStringRef AllocateShort(string parameter, ReadOnlySpan<char> value)
    {
        ThrowIfShortIsRefused(parameter, value.Length);
        if (!TryAllocateManaged(value.ToString(), out PooledStringRef handle))
        {
            ThrowNoMemory(value.Length);
        }

        return handle;
    }

    private bool TryAllocateShort(ReadOnlySpan<char> value, out PooledStringRef handle)
    {
        handle = default;
        return _shortStrings == ShortStrings.Managed && TryAllocateManaged(value.ToString(), out handle);
    }

    private bool TryAllocateManaged(string text, out PooledStringRef handle)
    {
        LargeSlot* slot = TryAllocateSlot(out CellId id);
        handle = slot == null ? default : new PooledStringRef(this, id);
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

    private void ThrowIfShortIsRefused(string parameter, int length)
    {
        if (_shortStrings == ShortStrings.Throw)
        {
            Throw.TooShort<char>(parameter, length, _minimumLength);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<char> ReadSlow(CellId id)
    {
        ReadOnlySpan<char> text = FindText(id, out bool found);
        if (!found)
        {
            ThrowIfDisposed();
            Interlocked.Increment(ref _staleReads);
            Throw.StaleHandle(ScopeHasFreed);
        }

        return text;
    }

    // Returns the span in registers: an out parameter would be written in parts and read as a whole, which stalls the CPU.
    private ReadOnlySpan<char> FindText(CellId id, out bool found)
    {
        bool isLive = TryLook(id, out _, out ReadOnlySpan<char> text);
        found = isLive || id.Index == 0;
        GC.KeepAlive(this);
        return isLive ? text : default;
    }
}
