using System.Runtime.CompilerServices;
using Cenote.Memory.Cells;

namespace Cenote.Strings;

/// <content>What the fast paths hand over: large and empty strings, repair, stale handles.</content>
public abstract unsafe partial class Utf8Pool
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

    /// <summary>Finds room for a text that the caller writes next; the caller has checked that it is not empty.</summary>
    private protected PooledUtf8String AllocateText(int bytes, out Span<byte> text)
    {
        if (!TryAllocateText(bytes, out PooledUtf8String result, out text))
        {
            ThrowIfDisposed();
            Throw.NoMemory<byte>(bytes, _texts.Space.LimitReached, _texts.Space.MaximumBytes);
        }

        return result;
    }

    /// <summary>As <see cref="AllocateText"/>, but false if there is no memory.</summary>
    private protected abstract bool TryAllocateText(int bytes, out PooledUtf8String result, out Span<byte> text);

    /// <summary>The bytes of a string from <see cref="TryAllocateText"/> are written.</summary>
    private protected virtual void EndWriting()
    {
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected PooledUtf8String AllocateSlow(ReadOnlySpan<byte> utf8)
    {
        ThrowIfDisposed();
        if (utf8.IsEmpty)
        {
            return default;
        }

        PooledUtf8String result = AllocateText(utf8.Length, out Span<byte> text);
        utf8.CopyTo(text);
        EndWriting();
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
        WriteRepaired(result, utf8, text);
        return result;
    }

    private void WriteRepaired(PooledUtf8String result, ReadOnlySpan<byte> utf8, Span<byte> text)
    {
        bool written = false;
        try
        {
            Utf8Text.WriteRepaired(utf8, text);
            written = true;
        }
        finally
        {
            // Another thread may have changed the bytes since they were counted.
            EndWriting();
            if (!written)
            {
                result.Free();
            }
        }
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
        bool isLive = _texts.TryLook(id, out LiveText live);
        found = isLive || id.Index == 0;
        GC.KeepAlive(this);
        return isLive ? live.AsSpan<byte>() : default;
    }

    private protected void ThrowIfDisposed()
    {
        if (_texts.IsClosed)
        {
            Throw.Disposed(GetType().Name);
        }
    }
}
