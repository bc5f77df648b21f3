using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Cells;
using Cenote.Text;

namespace Cenote.Strings;

/// <content>Slow paths: large and managed strings, growth.</content>
public sealed unsafe partial class SegmentedStringPool
{
    private protected override bool TryAllocateText(int length, out PooledStringRef result, out Span<char> text)
    {
        _texts.CheckFollowed();
        byte* address = _heap.TryAllocate((uint)length * sizeof(char), out CellId id);
        _texts.Follow();
        text = address == null ? default : new Span<char>(address, length);
        result = address == null ? default : new PooledStringRef(this, id);
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
    private PooledStringRef AllocateOther(ReadOnlySpan<char> value)
    {
        if (_fastLarge.Contains(value.Length))
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
