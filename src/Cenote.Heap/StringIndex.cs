using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// Which addresses have a string, and which text: a bit for each eight bytes of heap, how many bits are set before each 4 KB, and
/// the texts in the order of addresses. So a string costs four bytes and an address needs no table. All of it is off the managed
/// heap.
/// </summary>
internal sealed class StringIndex : IDisposable
{
    private const int WordsPerBlock = 8;
    private const int BitsPerBlock = WordsPerBlock * BitList.WordBits;

    private readonly HeapLayout _layout;

    // The bit of the first address of each range; each has whole blocks.
    private readonly long[] _firstBits;
    private readonly BitList _bits;
    private readonly NativeList<uint> _before = new();
    private readonly NativeList<int> _texts = new();
    private int _lastRange;

    public StringIndex(HeapLayout layout)
    {
        _layout = layout;
        _firstBits = new long[layout.Ranges.Count];
        long bits = 0;
        for (int range = 0; range < _firstBits.Length; range++)
        {
            _firstBits[range] = bits;
            long needed = (layout.Ranges[range].Length / sizeof(ulong)) + 1;
            bits += (needed + BitsPerBlock - 1) / BitsPerBlock * BitsPerBlock;
        }

        _bits = new BitList(bits);
    }

    /// <summary>How many strings there are. Each has a number, its ordinal, by address.</summary>
    public long Count => _texts.Count;

    /// <summary>The text of a string.</summary>
    public int TextOf(uint ordinal) => _texts[ordinal];

    /// <summary>Says which text a string has.</summary>
    public void SetText(uint ordinal, int text) => _texts[ordinal] = text;

    /// <summary>Adds a string, whose address is larger than that of all before it.</summary>
    public void Add(int range, ulong address, int text)
    {
        _bits.Set(BitOf(range, address));
        _texts.Add(text);
    }

    /// <summary>Counts the bits, after which strings can be found.</summary>
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

    /// <summary>The string at an address.</summary>
    /// <param name="address">Any address.</param>
    /// <param name="ordinal">Which string it is.</param>
    /// <param name="age">How old it is.</param>
    /// <returns>Whether there is one.</returns>
    public bool TryFind(ulong address, out uint ordinal, out HeapAge age)
    {
        ordinal = 0;
        age = default;
        HeapRange where = _layout.Ranges.Count > 0 ? _layout.Ranges[_lastRange] : default;
        if (address < where.Start || address >= where.End)
        {
            int range = _layout.RangeOf(address);
            if (range < 0)
            {
                return false;
            }

            _lastRange = range;
            where = _layout.Ranges[range];
        }

        age = where.Age;
        long bit = BitOf(_lastRange, address);
        long word = bit / BitList.WordBits;
        ulong bits = _bits.Word(word);
        ulong mask = 1UL << (int)(bit % BitList.WordBits);
        if ((bits & mask) == 0 || address % sizeof(ulong) != 0)
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

    /// <summary>Tells ordinal, address and age of every string.</summary>
    public void ForEach(Action<uint, ulong, HeapAge> tell)
    {
        uint ordinal = 0;
        int range = 0;
        _bits.ForEach(bit =>
        {
            while (range + 1 < _firstBits.Length && bit >= _firstBits[range + 1])
            {
                range++;
            }

            HeapRange where = _layout.Ranges[range];
            tell(ordinal++, where.Start + ((ulong)(bit - _firstBits[range]) * sizeof(ulong)), where.Age);
        });
    }

    /// <summary>Gives the memory back.</summary>
    public void Dispose()
    {
        _bits.Dispose();
        _before.Dispose();
        _texts.Dispose();
    }

    private long BitOf(int range, ulong address) => _firstBits[range] + (long)((address - _layout.Ranges[range].Start) / sizeof(ulong));
}
