using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Cells;
using Cenote.Text;

namespace Cenote.Strings;

/// <content>Slow paths: large and managed strings, growth.</content>
public sealed unsafe partial class Utf8StringPool
{
    private protected override bool TryAllocateText(int bytes, out PooledUtf8String result, out Span<byte> text)
    {
        _texts.CheckFollowed();
        byte* address = _heap.TryAllocate((uint)bytes, out CellId id);
        _texts.Follow();
        text = address == null ? default : new Span<byte>(address, bytes);
        result = address == null ? default : new PooledUtf8String(this, id);
        return address != null;
    }

    private protected override long MinBytesFor(uint bytes) => _heap.MinBytesFor(bytes);

    private protected override LargeSlot* TryAllocateSlot(out CellId id)
    {
        _texts.CheckFollowed();
        LargeSlot* slot = _heap.TryAllocateSlot(out id);
        _texts.Follow();
        return slot;
    }

    // Handles all that the fast path does not. The second fastest case is a large string that fits a cached block. The other
    // cases are in a separate method, because their spans and handles would have to be zeroed on the stack first.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private PooledUtf8String AllocateOther(ReadOnlySpan<byte> utf8)
    {
        if (_fastLarge.Contains(utf8.Length))
        {
            uint bytes = (uint)utf8.Length;
            byte* text = _heap.TakeKept(bytes, out CellId id);
            if (text != null)
            {
                TextCopy.Copy(text, in MemoryMarshal.GetReference(utf8), bytes);
                return new PooledUtf8String(this, id);
            }
        }

        return AllocateSlow(utf8);
    }

    // As AllocateOther: kept so small that it needs no stack frame.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeOther(CellId id)
    {
        if (!_heap.TryFreeKept(id))
        {
            FreeSlow(id);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FreeSlow(CellId id)
    {
        _texts.CheckFollowed();
        byte* cell = _texts.Find(id);
        if (cell != null)
        {
            int managed = LargeSlot.ManagedTextOf(cell, id) ?? ManagedTexts.None;
            _heap.Free(cell, id);
            _managedTexts.Remove(managed);
        }
    }
}
