using Cenote.Threading;

namespace Cenote.Memory.Rings;

/// <summary>
/// Finds cells by hash: an array of 8-byte slots sorted by hash, with gaps (linear probing in hash order, Celis, Larson and
/// Munro, 1985). A search ends at the first gap or larger hash. The array grows at its front: slots then move only toward the
/// front, so one pass rehashes in place.
/// <code>
/// hash : 31 | place of the cell, in units : 31 | use : 2         0 is a gap
/// </code>
/// </summary>
/// <remarks>
/// Searches are bounded even under deliberate collisions. A key is inserted at most <see cref="MaxDistance"/> slots from its home
/// and shifts at most <see cref="MaxMoved"/> other keys, so no search is longer than the sum of these limits.
/// </remarks>
internal unsafe struct SlotIndex
{
    /// <summary>The maximum use count.</summary>
    public const int MaxUses = 3;

    /// <summary>
    /// Extra slots after the last home slot for shifted keys, as many as the maximum distance from a home slot. In an index that
    /// is 7/8 full, 1 change in 10⁷ needs more than 64, and practically no change more than 128.
    /// </summary>
    public const uint SpareSlots = MaxDistance;

    private const uint MaxDistance = 128;
    private const uint MaxMoved = 4_096;
    private const int HashShift = 33;
    private const int PlaceShift = 2;
    private const uint PlaceMask = int.MaxValue;

    private ulong* _first;
    private ulong* _end;

    /// <summary>The number of home slots.</summary>
    public uint Length { get; private set; }

    public uint Count { get; private set; }

    public readonly byte* Start => (byte*)_first;

    /// <summary>The bytes of an index.</summary>
    public static ulong BytesFor(uint length) => ((ulong)length + SpareSlots) * sizeof(ulong);

    /// <summary>The hash bits stored in a slot.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Bits(uint hash) => hash >> 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint HashBitsOf(ulong slot) => (uint)(slot >> HashShift);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint PlaceOf(ulong slot) => (uint)(slot >> PlaceShift) & PlaceMask;

    /// <summary>The number of hits since the cell was written or last moved, up to <see cref="MaxUses"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint UsesOf(ulong slot) => (uint)slot & MaxUses;

    public static ulong Slot(uint hashBits, uint place, uint uses)
    {
        Invariant.Holds(
            hashBits <= int.MaxValue && place is > 0 and <= PlaceMask && uses <= MaxUses, "The parts of a slot fit in its bits.");
        return ((ulong)hashBits << HashShift) | ((ulong)place << PlaceShift) | uses;
    }

    /// <summary>Sets the memory of the index, which must be zeroed or be cleared next.</summary>
    public void Initialize(byte* end, uint length)
    {
        _end = (ulong*)end;
        SetLength(length);
    }

    public void Clear()
    {
        NativeMemory.Clear(_first, (nuint)BytesFor(Length));
        Count = 0;
    }

    /// <summary>The home slot of a hash.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ulong* Home(uint hashBits) => _first + (((ulong)hashBits * Length) >> 31);

    /// <summary>Whether a slot is inside the array. A race with a writer can lead a reader past its end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool Holds(ulong* slot) => slot < _end;

    /// <summary>The slot of a cell; null if the cell has no slot.</summary>
    public readonly ulong* Find(uint hashBits, uint place)
    {
        for (ulong* slot = Home(hashBits); *slot != 0 && HashBitsOf(*slot) <= hashBits; slot++)
        {
            if (HashBitsOf(*slot) == hashBits && PlaceOf(*slot) == place)
            {
                return slot;
            }
        }

        return null;
    }

    /// <summary>Inserts a cell; false if too many hashes collide.</summary>
    public bool TryAdd(uint hashBits, uint place, uint uses)
    {
        ulong* home = Home(hashBits);
        ulong* slot = home;
        while (*slot != 0 && HashBitsOf(*slot) <= hashBits)
        {
            slot++;
        }

        ulong* gap = slot;
        while (*gap != 0)
        {
            gap++;
        }

        // The last slot is always a gap, which ends searches.
        if (slot - home > MaxDistance || gap - slot > MaxMoved || gap + 1 >= _end)
        {
            return false;
        }

        Buffer.MemoryCopy(slot, slot + 1, (gap - slot) * sizeof(ulong), (gap - slot) * sizeof(ulong));
        Invariant.Holds(slot >= _first && gap < _end, "The slots that move stay in the index.");
        *slot = Slot(hashBits, place, uses);
        Count++;
        return true;
    }

    /// <summary>Removes a slot, and moves displaced slots after it one position toward their homes.</summary>
    public void Remove(ulong* slot)
    {
        Invariant.Holds(slot >= _first && slot < _end && *slot != 0 && Count > 0, "Only a slot in use is removed.");
        ulong* next = slot + 1;
        while (*next != 0 && Home(HashBitsOf(*next)) != next)
        {
            next++;
        }

        long bytes = (next - slot - 1) * sizeof(ulong);
        Buffer.MemoryCopy(slot + 1, slot, bytes, bytes);
        next[-1] = 0;
        Count--;
    }

    /// <summary>Grows the index at its front, into memory that need not be zeroed.</summary>
    public void Grow(uint length)
    {
        Invariant.Holds(length > Length, "An index never shrinks.");
        ulong* from = _first;
        uint old = Length;
        SetLength(length);
        NativeMemory.Clear(_first, (length - old) * sizeof(ulong));
        ulong* free = _first;
        for (; from < _end; from++)
        {
            ulong slot = *from;
            if (slot != 0)
            {
                ulong* to = Home(HashBitsOf(slot));
                to = to < free ? free : to;
                Invariant.Holds(to >= _first && to <= from, "A slot moves toward the front, or stays in place.");
                *from = 0;
                *to = slot;
                free = to + 1;
            }
        }
    }

    private void SetLength(uint length)
    {
        Length = length;
        _first = _end - length - SpareSlots;
    }
}
