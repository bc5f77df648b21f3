namespace Cenote.Heap;

/// <summary>One bit for each 8-byte-aligned address of a heap, stored off the managed heap.</summary>
internal sealed class AddressBits : IDisposable
{
    private readonly HeapLayout _layout;

    // The bit of the first address of each range.
    private readonly long[] _firstBits;
    private readonly BitList _bits;
    private int _lastRange;

    /// <param name="layout">The ranges that may contain objects.</param>
    /// <param name="blockBits">The number of bits of each range is a multiple of this.</param>
    public AddressBits(HeapLayout layout, int blockBits)
    {
        _layout = layout;
        _firstBits = new long[layout.Ranges.Count];
        long bits = 0;
        for (int range = 0; range < _firstBits.Length; range++)
        {
            _firstBits[range] = bits;
            long needed = (layout.Ranges[range].Length / sizeof(ulong)) + 1;
            bits += (needed + blockBits - 1) / blockBits * blockBits;
        }

        _bits = new BitList(bits);
    }

    /// <summary>The bits, by address.</summary>
    public BitList Bits => _bits;

    /// <summary>The bit of an address in the given range.</summary>
    public long BitOf(int range, ulong address) => _firstBits[range] + (long)((address - _layout.Ranges[range].Start) / sizeof(ulong));

    /// <summary>Finds the bit of an address.</summary>
    /// <param name="address">The address.</param>
    /// <param name="bit">Its bit.</param>
    /// <param name="age">The age of an object at this address.</param>
    /// <returns>Whether an object can begin at this address.</returns>
    public bool TryFind(ulong address, out long bit, out HeapAge age)
    {
        bit = 0;
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
        bit = BitOf(_lastRange, address);
        return address % sizeof(ulong) == 0;
    }

    /// <summary>
    /// Calls a callback with each address whose bit is set, in ascending order, and with the age of an object at that address.
    /// </summary>
    public void ForEach(Action<ulong, HeapAge> action)
    {
        int range = 0;
        _bits.ForEach(bit =>
        {
            while (range + 1 < _firstBits.Length && bit >= _firstBits[range + 1])
            {
                range++;
            }

            HeapRange where = _layout.Ranges[range];
            action(where.Start + ((ulong)(bit - _firstBits[range]) * sizeof(ulong)), where.Age);
        });
    }

    /// <summary>Releases the memory.</summary>
    public void Dispose() => _bits.Dispose();
}
