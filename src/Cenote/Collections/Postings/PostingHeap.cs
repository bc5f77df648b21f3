using Cenote.Memory.Pages;
using Cenote.Threading;

namespace Cenote.Collections;

/// <summary>
/// A heap of sorted lists of numbers. A block stores its capacity, then the numbers. Its size is a power of two up to 32 KiB, or
/// whole granules. A free block is on the free list of its size; whole granules are returned to the address space at once.
/// </summary>
/// <remarks>
/// <para>Everything that can fail precedes the first change to a list.</para>
/// <para>Blocks smaller than a granule form a binary buddy system (Knowlton, A fast storage allocator, 1965). A block is halved
/// when needed. Free halves are merged only if memory is short, if no list uses a block, or by a trim.</para>
/// </remarks>
internal unsafe struct PostingHeap(AddressSpace space, bool clears)
{
    private const int MinUnits = 2;
    private const int Classes = 12;
    private const int NumbersPerGranule = (int)AddressSpace.GranuleBytes / sizeof(int);

    // The first free block of each size class. A free block stores ~class, the index of the next free block and, during merging,
    // the index of the next merged block. 0 ends a list: no block has index 0.
    private readonly uint[] _free = new uint[Classes];

    // Number of granules that are split into blocks, and number of those blocks that hold lists.
    private int _granules;
    private int _blocks;

    // Whether blocks were freed since the last merge.
    private bool _mayMerge;

    public static int ManagedBytes => (Classes * sizeof(uint)) + 24;

    /// <summary>Returns the numbers of a list, in ascending order. The span is valid until the list changes.</summary>
    public readonly Span<int> Numbers(ref PostingList list)
    {
        int* numbers = list.Count == 1 ? (int*)Unsafe.AsPointer(ref list) : NumbersAt(list.Place);
        return new Span<int>(numbers, list.Count);
    }

    /// <summary>Inserts a number in order.</summary>
    /// <returns>False if the number exists, or if memory is refused.</returns>
    public bool TryAdd(ref PostingList list, int number, out bool exists)
    {
        Invariant.Holds(list.Count > 0, "The list is not empty.");
        Span<int> numbers = Numbers(ref list);

        // Numbers are usually added in ascending order, so the end is checked first.
        int index = numbers[^1] < number ? ~numbers.Length : numbers.BinarySearch(number);
        exists = index >= 0;
        return !exists && (list.Count < Capacity(in list) || TryMove(ref list, list.Count + 1L))
            && Insert(ref list, ~index, number);
    }

    /// <summary>Removes a number from a list that has at least two.</summary>
    /// <returns>False if the number does not exist.</returns>
    public bool Remove(ref PostingList list, int number)
    {
        Invariant.Holds(list.Count > 1, "The list has at least one other number.");
        Span<int> numbers = Numbers(ref list);
        int index = numbers.BinarySearch(number);
        if (index < 0)
        {
            return false;
        }

        numbers[(index + 1)..].CopyTo(numbers[index..]);
        if (clears)
        {
            numbers[^1] = 0;
        }

        list.Count--;
        if (list.Count == 1)
        {
            int last = numbers[0];
            Free(list.Place);
            list.Place = (uint)last;
        }
        else if (list.Count <= Capacity(in list) / 4)
        {
            // Keeps twice the needed capacity, so that alternating additions and removals do not move the list each time. If the
            // memory is refused, the list stays in place.
            _ = TryMove(ref list, 2L * list.Count);
        }

        return true;
    }

    public void Free(in PostingList list)
    {
        if (list.Count > 1)
        {
            Free(list.Place);
        }
    }

    private readonly int* NumbersAt(uint place) => (int*)space.Address(place) + 1;

    private readonly int Capacity(in PostingList list) => list.Count == 1 ? 1 : NumbersAt(list.Place)[-1];

    private readonly bool Insert(ref PostingList list, int index, int number)
    {
        Invariant.Holds(list.Count < NumbersAt(list.Place)[-1], "The block has space for another number.");
        var numbers = new Span<int>(NumbersAt(list.Place), ++list.Count);
        numbers[index..^1].CopyTo(numbers[(index + 1)..]);
        numbers[index] = number;
        Invariant.Holds(
            (index == 0 || numbers[index - 1] < number) && (index == numbers.Length - 1 || number < numbers[index + 1]),
            "The numbers of a list ascend.");
        return true;
    }

    // Moves a list to a block of at least this capacity; false if memory is refused.
    private bool TryMove(ref PostingList list, long room)
    {
        // A long list gets a quarter more capacity if possible; short lists double because of the block sizes.
        long ample = list.Count < NumbersPerGranule / 2 ? room : Math.Max(room, list.Count + (list.Count / 4L));
        if (!TryAllocate(ample, out uint place) && !TryAllocate(room, out place))
        {
            return false;
        }

        Span<int> numbers = Numbers(ref list);
        numbers.CopyTo(new Span<int>(NumbersAt(place), list.Count));
        Free(in list);
        list.Place = place;
        return true;
    }

    /// <summary>Allocates a block of at least this capacity.</summary>
    /// <returns>False if memory is refused.</returns>
    public bool TryAllocate(long room, out uint place)
    {
        place = 0;
        return room <= int.MaxValue && (TryTake(room, out place) || (Merge() && TryTake(room, out place)));
    }

    /// <summary>
    /// Merges free buddies, and returns granules that become free, except the first, to the address space. O(free blocks).
    /// </summary>
    /// <returns>False if no blocks were merged.</returns>
    public bool Merge()
    {
        bool merged = false;
        for (int sizeClass = 0; _mayMerge && sizeClass < Classes; sizeClass++)
        {
            merged |= Merge(sizeClass);
        }

        _mayMerge = false;
        return merged;
    }

    private bool TryTake(long room, out uint place)
    {
        int sizeClass = Math.Max(0, BitOperations.Log2((uint)room) - 1);
        return sizeClass < Classes ? TryTakeSmall(sizeClass, out place) : TryTakeLong(room, out place);
    }

    private bool TryTakeSmall(int sizeClass, out uint place)
    {
        int larger = sizeClass;
        while (_free[larger] == 0)
        {
            if (++larger == Classes)
            {
                if (!TryAddGranule())
                {
                    place = 0;
                    return false;
                }

                larger = sizeClass;
            }
        }

        place = _free[larger];
        Invariant.Holds(NumbersAt(place)[-1] == ~larger, "A block on a free list is free and of that list's size class.");
        _free[larger] = (uint)*NumbersAt(place);
        while (larger > sizeClass)
        {
            larger--;
            Push(place + UnitsOf(larger), larger);
        }

        NumbersAt(place)[-1] = (4 << sizeClass) - 1;
        _blocks++;
        return true;
    }

    private bool TryTakeLong(long room, out uint place)
    {
        place = 0;
        long granules = (room + NumbersPerGranule) / NumbersPerGranule;
        if ((_granules == 0 && !TryAddGranule()) || !space.TryLend((uint)granules, indexed: true, out PageRun run))
        {
            return false;
        }

        place = run.Index;
        NumbersAt(place)[-1] = (int)Math.Min((granules * NumbersPerGranule) - 1, int.MaxValue);
        return true;
    }

    // Splits a new granule into free blocks: its upper half, the upper half of its lower half, and so on.
    private bool TryAddGranule()
    {
        if (!space.TryLend(1, indexed: true, out PageRun run))
        {
            return false;
        }

        for (int sizeClass = 0; sizeClass < Classes; sizeClass++)
        {
            Push(run.Index + UnitsOf(sizeClass), sizeClass);
        }

        // Index 0 is invalid, so the first block of the first granule is never free, and that granule is never returned.
        if (run.Index != 0)
        {
            Push(run.Index, 0);
        }

        _granules++;
        return true;
    }

    private void Free(uint place)
    {
        int* numbers = NumbersAt(place);
        long bytes = (numbers[-1] + 1L) * sizeof(int);
        if (clears)
        {
            NativeMemory.Clear(numbers - 1, (nuint)bytes);
        }

        if (bytes >= AddressSpace.GranuleBytes)
        {
            space.Return(new PageRun((byte*)(numbers - 1), place, (uint)(bytes / AddressSpace.GranuleBytes)));
            return;
        }

        Invariant.Holds(
            BitOperations.IsPow2(bytes) && _blocks > 0,
            "The size of a block is a power of two, and at least one block is in use.");
        Push(place, BitOperations.Log2((uint)bytes >> AddressSpace.UnitShift) - 1);
        _mayMerge = true;
        if (--_blocks == 0 && _granules > 1)
        {
            Merge();
        }
    }

    private readonly void Push(uint place, int sizeClass)
    {
        int* numbers = NumbersAt(place);
        Invariant.Holds(
            _free[sizeClass] != place && place % UnitsOf(sizeClass) == 0,
            "A freed block is aligned, and not already first on its list.");
        numbers[-1] = ~sizeClass;
        numbers[0] = (int)_free[sizeClass];
        _free[sizeClass] = place;
    }

    // A block of the same or a smaller size begins at the address of each buddy, so the buddy's first word is valid. A merged
    // block stays on its free list until the pass ends, so it is marked; merged pairs are collected on a separate list.
    private bool Merge(int sizeClass)
    {
        uint whole = 0;
        uint next = _free[sizeClass];
        _free[sizeClass] = 0;
        while (next != 0)
        {
            uint place = next;
            int* numbers = NumbersAt(place);
            next = (uint)numbers[0];
            if (numbers[-1] == ~sizeClass)
            {
                int* other = NumbersAt(place ^ UnitsOf(sizeClass));
                if (other[-1] != ~sizeClass)
                {
                    Push(place, sizeClass);
                    continue;
                }

                numbers[-1] = other[-1] = 0;
                place &= ~UnitsOf(sizeClass);
                NumbersAt(place)[1] = (int)whole;
                whole = place;
            }
        }

        bool merged = whole != 0;
        while (whole != 0)
        {
            uint place = whole;
            whole = (uint)NumbersAt(place)[1];
            if (sizeClass < Classes - 1)
            {
                Push(place, sizeClass + 1);
            }
            else
            {
                space.Return(new PageRun((byte*)(NumbersAt(place) - 1), place, granules: 1));
                _granules--;
                Invariant.Holds(_granules >= 0, "The count of split granules is not negative.");
            }
        }

        return merged;
    }

    private static uint UnitsOf(int sizeClass) => (uint)MinUnits << sizeClass;
}
