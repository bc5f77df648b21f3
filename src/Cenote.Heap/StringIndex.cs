using System.Numerics;

namespace Cenote.Heap;

/// <summary>
/// Which addresses have a string, and which text: a bit for each eight bytes of heap, how many bits are set before each 4 KB, and
/// the texts in the order of addresses. So a string costs four bytes and an address needs no table.
/// </summary>
internal sealed class StringIndex
{
    private const int WordsPerBlock = 8;

    private readonly HeapLayout _layout;
    private readonly Part?[] _parts;
    private readonly ChunkedList<int> _texts = new();
    private int _lastRange;

    public StringIndex(HeapLayout layout)
    {
        _layout = layout;
        _parts = new Part?[layout.Ranges.Count];
    }

    /// <summary>How many strings there are. Each has a number, its ordinal, by address.</summary>
    public int Count => _texts.Count;

    /// <summary>The text of a string.</summary>
    public int TextOf(uint ordinal) => _texts[(int)ordinal];

    /// <summary>Adds a string, whose address is larger than that of all before it.</summary>
    public void Add(int range, ulong address, int text)
    {
        HeapRange where = _layout.Ranges[range];
        Part part = _parts[range] ??= new Part((uint)Count, where.Length);
        ulong position = (address - where.Start) / sizeof(ulong);
        part.Bits[position / 64] |= 1UL << (int)(position % 64);
        _texts.Add(text);
    }

    /// <summary>Counts the bits, after which strings can be found.</summary>
    public void Complete()
    {
        foreach (Part? part in _parts)
        {
            part?.Count();
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
        return _parts[_lastRange] is { } part && part.TryFind((address - where.Start) / sizeof(ulong), out ordinal);
    }

    /// <summary>Tells ordinal, address and age of every string.</summary>
    public void ForEach(Action<uint, ulong, HeapAge> tell)
    {
        for (int range = 0; range < _parts.Length; range++)
        {
            if (_parts[range] is not { } part)
            {
                continue;
            }

            HeapRange where = _layout.Ranges[range];
            uint ordinal = part.First;
            for (int word = 0; word < part.Bits.Length; word++)
            {
                for (ulong bits = part.Bits[word]; bits != 0; bits &= bits - 1)
                {
                    ulong position = ((ulong)word * 64) + (ulong)BitOperations.TrailingZeroCount(bits);
                    tell(ordinal++, where.Start + (position * sizeof(ulong)), where.Age);
                }
            }
        }
    }

    private sealed class Part(uint first, long bytes)
    {
        private uint[] _before = [];

        public uint First => first;

        public ulong[] Bits { get; } = new ulong[(bytes / sizeof(ulong) / 64) + 1];

        public void Count()
        {
            _before = new uint[(Bits.Length / WordsPerBlock) + 1];
            uint count = 0;
            for (int word = 0; word < Bits.Length; word++)
            {
                if (word % WordsPerBlock == 0)
                {
                    _before[word / WordsPerBlock] = count;
                }

                count += (uint)BitOperations.PopCount(Bits[word]);
            }
        }

        public bool TryFind(ulong position, out uint ordinal)
        {
            ordinal = 0;
            int word = (int)(position / 64);
            int bit = (int)(position % 64);
            if ((Bits[word] >> bit & 1) == 0)
            {
                return false;
            }

            uint before = _before[word / WordsPerBlock];
            for (int earlier = word & ~(WordsPerBlock - 1); earlier < word; earlier++)
            {
                before += (uint)BitOperations.PopCount(Bits[earlier]);
            }

            ordinal = first + before + (uint)BitOperations.PopCount(Bits[word] & ((1UL << bit) - 1));
            return true;
        }
    }
}
