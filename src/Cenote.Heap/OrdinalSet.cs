using System.Numerics;

namespace Cenote.Heap;

/// <summary>
/// Which strings something refers to: a list while that is smaller than a bit for every string there is, and bits from then on.
/// </summary>
/// <param name="count">How many strings there are.</param>
internal sealed class OrdinalSet(int count)
{
    private const int FirstLength = 16;

    private readonly int _longestList = Math.Max(FirstLength, count / 32);
    private uint[] _list = [];
    private int _length;
    private ulong[]? _bits;

    /// <summary>Adds a string, which may have been added before.</summary>
    public void Add(uint ordinal)
    {
        if (_bits is not null)
        {
            _bits[ordinal / 64] |= 1UL << (int)(ordinal % 64);
            return;
        }

        if (_length > 0 && _list[_length - 1] == ordinal)
        {
            return;
        }

        if (_length == _list.Length)
        {
            Grow();
            if (_bits is not null)
            {
                Add(ordinal);
                return;
            }
        }

        _list[_length++] = ordinal;
    }

    /// <summary>Tells every string once.</summary>
    /// <param name="seen">Bits for all strings, all of which are 0 and are 0 again afterwards.</param>
    /// <param name="tell">Is told.</param>
    public void ForEach(ulong[] seen, Action<uint> tell)
    {
        if (_bits is not null)
        {
            for (int word = 0; word < _bits.Length; word++)
            {
                for (ulong bits = _bits[word]; bits != 0; bits &= bits - 1)
                {
                    tell((uint)((word * 64) + BitOperations.TrailingZeroCount(bits)));
                }
            }

            return;
        }

        for (int i = 0; i < _length; i++)
        {
            uint ordinal = _list[i];
            ulong bit = 1UL << (int)(ordinal % 64);
            if ((seen[ordinal / 64] & bit) == 0)
            {
                seen[ordinal / 64] |= bit;
                tell(ordinal);
            }
        }

        for (int i = 0; i < _length; i++)
        {
            seen[_list[i] / 64] = 0;
        }
    }

    private void Grow()
    {
        if (_list.Length < _longestList)
        {
            Array.Resize(ref _list, Math.Min(_longestList, Math.Max(FirstLength, 2 * _list.Length)));
            return;
        }

        _bits = new ulong[(count + 63) / 64];
        foreach (uint ordinal in _list)
        {
            _bits[ordinal / 64] |= 1UL << (int)(ordinal % 64);
        }

        _list = [];
    }
}
