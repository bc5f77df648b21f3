using System.Text.Unicode;
using Cenote.Memory.Cells;
using Cenote.Text;

namespace Cenote.Strings;

/// <content>Slow paths: large, managed and empty strings, invalid UTF-8, stale handles.</content>
public abstract unsafe partial class Utf8Pool
{
    internal bool TryRead(CellId id, out ReadOnlySpan<byte> utf8)
    {
        bool found = true;
        if (id.Index >= _texts.Limit || !TextSpace.TryRead(_texts.First, id.Index, id.Generation, out utf8))
        {
            utf8 = FindText(id, out found);
        }

        GC.KeepAlive(this);
        return found;
    }

    // Handles everything that the fast path does not. The next-fastest case is a large string that fits a cached block. All other
    // cases are in a separate method, so that their spans and handles need not be zeroed on the stack here.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledUtf8String AllocateOther(ReadOnlySpan<byte> utf8) =>
        TryAllocateLargeFast(utf8, out CellId id) ? new PooledUtf8String(this, id) : AllocateSlow(utf8);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected PooledUtf8String AllocateSlow(ReadOnlySpan<byte> utf8)
    {
        ThrowIfDisposed();
        if (utf8.IsEmpty)
        {
            return default;
        }

        if (utf8.Length < _minimumLength)
        {
            return AllocateShortManaged(nameof(utf8), utf8.ToArray());
        }

        PooledUtf8String result = AllocateText(utf8.Length, out Span<byte> text);
        utf8.CopyTo(text);
        EndWriting();
        return result;
    }

    // In a single-writer pool, copies a short ASCII string into a free cell. False if the length is outside _fast, no cell is
    // free, or the pool is concurrent.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryTakeAscii(ReadOnlySpan<char> ascii, out CellId id)
    {
        if (_shared is null && _fast.Contains(ascii.Length))
        {
            uint bytes = (uint)ascii.Length;
            byte* cell = _heap.TakeFree(bytes, out id);
            if (cell != null)
            {
                TextCopy.Narrow(cell, in MemoryMarshal.GetReference(ascii), bytes);
                return true;
            }
        }

        id = default;
        return false;
    }

    // For a short string, encoding to the stack and copying is faster than counting the bytes and then encoding to the pool.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledUtf8String AllocateViaStack(ReadOnlySpan<char> utf16)
    {
        Span<byte> utf8 = stackalloc byte[MaxStackChars * MaxBytesPerChar];
        _ = Utf8.FromUtf16(utf16, utf8, out _, out int written);
        return DangerousAllocate(utf8[..written]);
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

        if (bytes < _minimumLength)
        {
            return AllocateShortManaged(nameof(utf8), Repaired(utf8, bytes));
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
            // An incomplete string must not stay allocated.
            EndWriting();
            if (!written)
            {
                result.Free();
            }
        }
    }

    private static byte[] Repaired(ReadOnlySpan<byte> utf8, long bytes)
    {
        byte[] text = new byte[bytes];
        Utf8Text.WriteRepaired(utf8, text);
        return text;
    }

    private PooledUtf8String AllocateText(int bytes, out Span<byte> text)
    {
        text = new Span<byte>(AllocateCell<byte>(bytes, out CellId id), bytes);
        return new PooledUtf8String(this, id);
    }

    private bool TryAllocateText(int bytes, out PooledUtf8String result, out Span<byte> text)
    {
        byte* address = TryAllocateCell((uint)bytes, out CellId id);
        text = address == null ? default : new Span<byte>(address, bytes);
        result = address == null ? default : new PooledUtf8String(this, id);
        return address != null;
    }

    private PooledUtf8String AllocateShortManaged(string parameter, byte[] text) =>
        new(this, AllocateShortManaged<byte>(parameter, text, text.Length));

    private bool TryAllocateShort(byte[] text, out PooledUtf8String handle)
    {
        bool isAllocated = TryAllocateShort(text, out CellId id);
        handle = isAllocated ? new PooledUtf8String(this, id) : default;
        return isAllocated;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> ReadSlow(CellId id)
    {
        ReadOnlySpan<byte> utf8 = FindText(id, out bool found);
        if (!found)
        {
            ThrowStale();
        }

        return utf8;
    }

    // Returns the span in registers. An out parameter would be stored in two parts but loaded as a whole, which causes a
    // store-forwarding stall.
    private ReadOnlySpan<byte> FindText(CellId id, out bool found)
    {
        bool isLive = TryLocate(id, out _, out ReadOnlySpan<byte> utf8);
        found = isLive || id.Index == 0;
        GC.KeepAlive(this);
        return isLive ? utf8 : default;
    }
}
