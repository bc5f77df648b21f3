using Cenote.Memory.Cells;
using Cenote.Threading;

namespace Cenote.Strings;

/// <summary>
/// The short strings that an <see cref="UnmanagedStringPool"/> keeps managed. Their ids differ from those of the strings in its
/// block. One thread at a time may add or free strings; other threads may look them up at any time.
/// </summary>
internal sealed class ManagedSlots
{
    // Set in the index of each managed string's id. The block has far fewer slots than 2^31, so its ids never have this bit.
    private const uint ManagedIdFlag = 1u << 31;
    private const int InitialCapacity = 16;

    private readonly uint _initialGeneration = Generation.NewFloor();
    private readonly Stack<uint> _free = new();

    // A slot object refers to a string and has its generation, so a concurrent reader always gets a matching pair. A free slot
    // keeps the generation of its last string.
    private Slot?[] _slots = [];
    private int _used;

    /// <summary>The number of live strings.</summary>
    public int Count { get; private set; }

    /// <summary>The number of strings added since the pool was created.</summary>
    public long Added { get; private set; }

    /// <summary>The number of slots whose generations are exhausted.</summary>
    public int Retired { get; private set; }

    /// <summary>Bytes of the tables and of one object per used slot, without the strings themselves.</summary>
    public long ManagedBytes => ((long)_slots.Length * (nint.Size + sizeof(uint))) + (_used * 32L);

    /// <exception cref="OutOfMemoryException">The tables cannot grow; they are unchanged.</exception>
    public CellId Add(string text)
    {
        if (_free.Count == 0)
        {
            AddFreeSlot();
        }

        uint index = _free.Peek();
        Invariant.Holds(_slots[index] is not { Text: not null }, "Only free slots are taken.");
        var slot = new Slot(_slots[index] is { } last ? last.Generation + 2 : _initialGeneration + 1, text);
        _slots[index] = slot;
        _ = _free.Pop();
        Count++;
        Added++;
        return new CellId(index | ManagedIdFlag, slot.Generation);
    }

    /// <summary>The live string of an id; null if the id is stale or belongs to a string in the block.</summary>
    public string? Find(CellId id)
    {
        Slot?[] slots = Volatile.Read(ref _slots);
        uint index = id.Index ^ ManagedIdFlag;
        return index < (uint)slots.Length && slots[index] is { } slot && slot.Generation == id.Generation
            ? slot.Text
            : null;
    }

    /// <summary>Frees a string. Does nothing if <see cref="Find"/> would return null.</summary>
    public void Free(CellId id)
    {
        if (Find(id) is not null)
        {
            End(id.Index ^ ManagedIdFlag);
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
        Invariant.Holds(slot.Text is not null && Generation.IsLive(slot.Generation), "A string is freed only once.");
        slot.End();
        Count--;
        Invariant.Holds(Count >= 0, "The count of live strings is not negative.");
        if (slot.Generation + 1 == Generation.Retired)
        {
            Retired++;
        }
        else
        {
            _free.Push(index);
        }
    }

    private void AddFreeSlot()
    {
        if (_used == _slots.Length)
        {
            // The runtime throws if the array would exceed Array.MaxLength.
            int longer = _used == Array.MaxLength ? int.MaxValue : (int)Math.Min(Array.MaxLength, 2L * _used);
            Array.Resize(ref _slots, Math.Max(InitialCapacity, longer));
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
