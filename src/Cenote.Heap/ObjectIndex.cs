using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// Maps addresses of objects to numbers, off the managed heap: one bit for each eight bytes of heap, a count of bits for each 4 KB,
/// and the numbers in address order. An object costs four bytes.
/// </summary>
internal sealed class ObjectIndex : IDisposable
{
    private const int WordsPerBlock = 8;
    private const int BitsPerBlock = WordsPerBlock * BitList.WordBits;

    private readonly AddressBits _addresses;
    private readonly BitList _bits;
    private readonly NativeList<uint> _before = new();
    private readonly NativeList<int> _numbers = new();
    private readonly int _maxObjects;

    /// <param name="layout">The ranges that may contain objects.</param>
    /// <param name="maxObjects">The maximum number of objects; lower in tests.</param>
    public ObjectIndex(HeapLayout layout, int maxObjects = int.MaxValue)
    {
        _maxObjects = maxObjects;
        _addresses = new AddressBits(layout, BitsPerBlock);
        _bits = _addresses.Bits;
    }

    /// <summary>The number of objects. The ordinal of an object is its zero-based index in address order.</summary>
    public long Count => _numbers.Count;

    /// <summary>The number of an object.</summary>
    public int NumberOf(uint ordinal) => _numbers[ordinal];

    /// <summary>Sets the number of an object.</summary>
    public void SetNumber(uint ordinal, int number) => _numbers[ordinal] = number;

    /// <summary>Adds an object; addresses must be added in ascending order.</summary>
    /// <exception cref="HeapException">There are too many objects.</exception>
    public void Add(int range, ulong address, int number)
    {
        if (_numbers.Count >= _maxObjects)
        {
            throw HeapException.Failure($"The heap has more than {_maxObjects:N0} strings or collections, and cannot be read.");
        }

        _bits.Set(_addresses.BitOf(range, address));
        _numbers.Add(number);
    }

    /// <summary>Builds the index, after which objects can be found.</summary>
    public void Complete()
    {
        uint count = 0;
        for (long word = 0; word < _bits.Words; word++)
        {
            if (word % WordsPerBlock == 0)
            {
                _before.Add(count);
            }

            count += (uint)BitOperations.PopCount(_bits.Word(word));
        }
    }

    /// <summary>Finds the object at an address.</summary>
    /// <param name="address">Any address.</param>
    /// <param name="ordinal">The ordinal of the object.</param>
    /// <param name="age">Its age.</param>
    /// <returns>Whether there is an object.</returns>
    public bool TryFind(ulong address, out uint ordinal, out HeapAge age)
    {
        ordinal = 0;
        if (!_addresses.TryFind(address, out long bit, out age))
        {
            return false;
        }

        long word = bit / BitList.WordBits;
        ulong bits = _bits.Word(word);
        ulong mask = 1UL << (int)(bit % BitList.WordBits);
        if ((bits & mask) == 0)
        {
            return false;
        }

        ordinal = _before[word / WordsPerBlock] + (uint)BitOperations.PopCount(bits & (mask - 1));
        for (long earlier = word & ~(WordsPerBlock - 1L); earlier < word; earlier++)
        {
            ordinal += (uint)BitOperations.PopCount(_bits.Word(earlier));
        }

        return true;
    }

    /// <summary>Calls a callback with the ordinal, address and age of every object.</summary>
    public void ForEach(Action<uint, ulong, HeapAge> tell)
    {
        uint ordinal = 0;
        _addresses.ForEach((address, age) => tell(ordinal++, address, age));
    }

    /// <summary>Releases the memory.</summary>
    public void Dispose()
    {
        _addresses.Dispose();
        _before.Dispose();
        _numbers.Dispose();
    }
}
