using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// Which strings something refers to, in memory off the managed heap: a list while that is smaller than a bit for every string
/// there is, and bits from then on.
/// </summary>
/// <param name="count">How many strings there are.</param>
internal sealed class OrdinalSet(long count) : IDisposable
{
    // A list has its memory in pieces of 64 KiB: places that hold a few strings, of which there are many, use an array.
    private const int LongestArray = 1_024;

    private readonly long _maxListLength = Math.Max(16, count / 32);
    private uint[] _array = [];
    private int _length;
    private NativeList<uint>? _list;
    private BitList? _bits;

    /// <summary>Adds a string, which may have been added before.</summary>
    public void Add(uint ordinal)
    {
        if (_bits is not null)
        {
            _bits.Set(ordinal);
        }
        else if (_list is not null)
        {
            AddToList(_list, ordinal);
        }
        else if (_length == 0 || _array[_length - 1] != ordinal)
        {
            if (_length == LongestArray)
            {
                _list = new NativeList<uint>();
                _list.AddRange(_array);
                _array = [];
                AddToList(_list, ordinal);
                return;
            }

            if (_length == _array.Length)
            {
                Array.Resize(ref _array, Math.Clamp(2 * _length, 16, LongestArray));
            }

            _array[_length++] = ordinal;
        }
    }

    /// <summary>Tells every string once.</summary>
    /// <param name="seen">Bits for all strings, all of which are 0 and are 0 again afterwards.</param>
    /// <param name="tell">Is told.</param>
    public void ForEach(BitList seen, Action<uint> tell)
    {
        if (_bits is not null)
        {
            _bits.ForEach(bit => tell((uint)bit));
        }
        else if (_list is not null)
        {
            foreach (uint ordinal in _list)
            {
                Tell(ordinal);
            }

            foreach (uint ordinal in _list)
            {
                seen.ClearAround(ordinal);
            }
        }
        else
        {
            foreach (uint ordinal in _array.AsSpan(0, _length))
            {
                Tell(ordinal);
            }

            foreach (uint ordinal in _array.AsSpan(0, _length))
            {
                seen.ClearAround(ordinal);
            }
        }

        void Tell(uint ordinal)
        {
            if (seen.Set(ordinal))
            {
                tell(ordinal);
            }
        }
    }

    /// <summary>Gives the memory back.</summary>
    public void Dispose()
    {
        _list?.Dispose();
        _bits?.Dispose();
    }

    private void AddToList(NativeList<uint> list, uint ordinal)
    {
        if (list[list.Count - 1] == ordinal)
        {
            return;
        }

        if (list.Count < _maxListLength)
        {
            list.Add(ordinal);
            return;
        }

        _bits = new BitList(count);
        foreach (uint earlier in list)
        {
            _bits.Set(earlier);
        }

        _bits.Set(ordinal);
        list.Dispose();
        _list = null;
    }
}
