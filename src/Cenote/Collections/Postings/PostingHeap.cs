using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Cenote.Memory.Pages;

namespace Cenote.Collections;

/// <summary>
/// The heap of sorted lists of numbers. A block holds its capacity and then the numbers; its bytes are a power of two up to 32
/// KiB, and whole granules above. A free block is on the list of its size; one of whole granules goes back to the space at once.
/// </summary>
/// <remarks>Everything that can fail comes before the first change to a list.</remarks>
internal unsafe struct PostingHeap(AddressSpace space, bool clears)
{
    private const int SmallestUnits = 2;
    private const int Classes = 12;
    private const int NumbersOfGranule = (int)AddressSpace.GranuleBytes / sizeof(int);

    // By class, the first free block; its second word is the index of the next one. 0 ends a list: no block begins there.
    private readonly uint[] _free = new uint[Classes];

    // Where fresh blocks come from.
    private uint _bump;
    private uint _end;

    public static int ManagedBytes => (Classes * sizeof(uint)) + 24;

    /// <summary>The numbers of a list, in ascending order; as a span they are valid until the list changes.</summary>
    public readonly Span<int> Numbers(ref PostingList list)
    {
        int* numbers = list.Count == 1 ? (int*)Unsafe.AsPointer(ref list) : NumbersAt(list.Place);
        return new Span<int>(numbers, list.Count);
    }

    /// <summary>Adds a number where the order wants it.</summary>
    /// <param name="list">The list, which is not empty.</param>
    /// <param name="number">The number.</param>
    /// <param name="exists">Whether it was there before.</param>
    /// <returns>False if it was there, or there is no memory for it.</returns>
    public bool TryAdd(ref PostingList list, int number, out bool exists)
    {
        Span<int> numbers = Numbers(ref list);

        // Most programs count upwards, so the end comes first.
        int index = numbers[^1] < number ? ~numbers.Length : numbers.BinarySearch(number);
        exists = index >= 0;
        return !exists && (list.Count < Capacity(in list) || TryMove(ref list, list.Count + 1L))
            && Insert(ref list, ~index, number);
    }

    /// <summary>Removes a number of a list that has others.</summary>
    /// <returns>False if it was not there.</returns>
    public bool Remove(ref PostingList list, int number)
    {
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
            // Twice the room, so that adding and removing by turns does not move the list each time. If that is refused, it
            // stays.
            _ = TryMove(ref list, 2L * list.Count);
        }

        return true;
    }

    /// <summary>Frees the block of a list, if it has one.</summary>
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
        var numbers = new Span<int>(NumbersAt(list.Place), ++list.Count);
        numbers[index..^1].CopyTo(numbers[(index + 1)..]);
        numbers[index] = number;
        return true;
    }

    // Moves a list to a block with room for at least so many numbers, unless there is no memory for that.
    private bool TryMove(ref PostingList list, long room)
    {
        // A long list takes a quarter more than it has, if it can: the sizes of short ones double by themselves.
        long ample = list.Count < NumbersOfGranule / 2 ? room : Math.Max(room, list.Count + (list.Count / 4L));
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

    /// <summary>Takes a block with room for at least so many numbers.</summary>
    /// <returns>False if there is no memory for it.</returns>
    public bool TryAllocate(long room, out uint place)
    {
        place = 0;
        if (room > int.MaxValue || (_end == 0 && !TryEnterGranule()))
        {
            return false;
        }

        int sizeClass = Math.Max(0, BitOperations.Log2((uint)room) - 1);
        return sizeClass < Classes ? TryAllocateSmall(sizeClass, out place) : TryAllocateLong(room, out place);
    }

    private bool TryAllocateSmall(int sizeClass, out uint place)
    {
        place = _free[sizeClass];
        if (place != 0)
        {
            _free[sizeClass] = (uint)*NumbersAt(place);
        }
        else
        {
            uint units = (uint)SmallestUnits << sizeClass;
            if (_end - _bump < units && !TryEnterGranule())
            {
                return false;
            }

            place = _bump;
            _bump += units;
        }

        NumbersAt(place)[-1] = (4 << sizeClass) - 1;
        return true;
    }

    private readonly bool TryAllocateLong(long room, out uint place)
    {
        long granules = (room + NumbersOfGranule) / NumbersOfGranule;
        bool lent = space.TryLend((uint)granules, indexed: true, out PageRun run);
        place = run.Index;
        if (lent)
        {
            NumbersAt(place)[-1] = (int)Math.Min((granules * NumbersOfGranule) - 1, int.MaxValue);
        }

        return lent;
    }

    // What is left of the last granule becomes free blocks, the largest first.
    private bool TryEnterGranule()
    {
        if (!space.TryLend(1, indexed: true, out PageRun run))
        {
            return false;
        }

        while (_bump < _end)
        {
            int sizeClass = BitOperations.Log2((_end - _bump) / SmallestUnits);
            Push(_bump, sizeClass);
            _bump += (uint)SmallestUnits << sizeClass;
        }

        // The first granule of a space has index 0, which is no place.
        _bump = Math.Max(run.Index, SmallestUnits);
        _end = run.Index + AddressSpace.GranuleUnits;
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

        if (bytes < AddressSpace.GranuleBytes)
        {
            Push(place, BitOperations.Log2((uint)bytes >> AddressSpace.UnitShift) - 1);
        }
        else
        {
            space.Return(new PageRun((byte*)(numbers - 1), place, (uint)(bytes / AddressSpace.GranuleBytes)));
        }
    }

    private readonly void Push(uint place, int sizeClass)
    {
        *NumbersAt(place) = (int)_free[sizeClass];
        _free[sizeClass] = place;
    }
}
