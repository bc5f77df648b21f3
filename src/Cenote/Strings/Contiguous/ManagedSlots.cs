using Cenote.Memory.Cells;
using Cenote.Threading;

namespace Cenote.Strings;

/// <summary>
/// The short strings that an <see cref="UnmanagedStringPool"/> keeps managed, under ids that no slot of its block has. One thread
/// at a time may change them; others may look for a text at any time.
/// </summary>
internal sealed class ManagedSlots
{
    // Set in the index of every id here. The block has 2^27 slots at most.
    private const uint Mark = 1u << 31;
    private const int FirstCapacity = 16;

    private readonly uint _newFloor = Generation.NewFloor();
    private readonly Stack<uint> _free = new();

    // A text and its generation are one object, so whoever reads them while another thread changes the slot has both of one
    // string. A slot without a text keeps the generation of its last one.
    private Slot?[] _slots = [];
    private int _used;

    /// <summary>Number of live strings.</summary>
    public int Count { get; private set; }

    /// <summary>Strings that were ever added.</summary>
    public long Added { get; private set; }

    /// <summary>Slots that are used up.</summary>
    public int Retired { get; private set; }

    /// <summary>Bytes of the tables, and of an object for each string, without the strings.</summary>
    public long ManagedBytes => ((long)_slots.Length * (nint.Size + sizeof(uint))) + (_used * 32L);

    /// <exception cref="OutOfMemoryException">The tables cannot grow; they are unchanged.</exception>
    public CellId Add(string text)
    {
        if (_free.Count == 0)
        {
            Provide();
        }

        uint index = _free.Peek();
        Invariant.Holds(_slots[index] is not { Text: not null }, "A slot that is taken is free.");
        var slot = new Slot(_slots[index] is { } last ? last.Generation + 2 : _newFloor + 1, text);
        _slots[index] = slot;
        _ = _free.Pop();
        Count++;
        Added++;
        return new CellId(index | Mark, slot.Generation);
    }

    /// <summary>The text of a live string; null if the id is stale, or that of a text in the block.</summary>
    public string? Find(CellId id)
    {
        Slot?[] slots = Volatile.Read(ref _slots);
        uint index = id.Index ^ Mark;
        return index < (uint)slots.Length && slots[index] is { } slot && slot.Generation == id.Generation
            ? slot.Text
            : null;
    }

    /// <summary>Frees a string. Does nothing if <see cref="Find"/> would find none.</summary>
    public void Free(CellId id)
    {
        if (Find(id) is not null)
        {
            End(id.Index ^ Mark);
        }
    }

    /// <summary>Frees all strings.</summary>
    public void Clear()
    {
        for (uint index = 0; index < (uint)_used; index++)
        {
            if (_slots[index] is { Text: not null })
            {
                End(index);
            }
        }
    }

    private void End(uint index)
    {
        Slot slot = _slots[index]!;
        Invariant.Holds(slot.Text is not null && Generation.IsLive(slot.Generation), "A text is freed once.");
        slot.End();
        Count--;
        Invariant.Holds(Count >= 0, "The live strings are counted.");
        if (slot.Generation + 1 == Generation.Retired)
        {
            Retired++;
        }
        else
        {
            _free.Push(index);
        }
    }

    // Makes room for a further slot, and for its index in the free list.
    private void Provide()
    {
        if (_used == _slots.Length)
        {
            // Beyond what an array can hold the runtime throws.
            int longer = _used == Array.MaxLength ? int.MaxValue : (int)Math.Min(Array.MaxLength, 2L * _used);
            Array.Resize(ref _slots, Math.Max(FirstCapacity, longer));
        }

        _free.EnsureCapacity(_slots.Length);
        _free.Push((uint)_used++);
    }

    private sealed class Slot(uint generation, string text)
    {
        public readonly uint Generation = generation;

        public string? Text { get; private set; } = text;

        public void End() => Text = null;
    }
}
