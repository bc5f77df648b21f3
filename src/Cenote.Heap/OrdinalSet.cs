using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// A set of string ordinals: first a small array, then a list off the managed heap, and a bit set once the list would be larger
/// than one bit per string of the heap.
/// </summary>
/// <param name="count">The number of strings on the heap.</param>
internal sealed class OrdinalSet(long count) : IDisposable
{
    // Many places hold few strings: they use an array, because a native list allocates 64 KiB at a time.
    private const int LongestArray = 1_024;

    private readonly long _maxListLength = Math.Max(16, count / 32);
    private uint[] _array = [];
    private int _length;
    private NativeList<uint>? _list;
    private BitList? _bits;

    /// <summary>Adds a string, which may already be in the set.</summary>
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

    /// <summary>Calls a callback once for every string.</summary>
    /// <param name="seen">Scratch bits, one per string; all 0 before and after.</param>
    /// <param name="tell">Receives the strings.</param>
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

    /// <summary>Releases the memory.</summary>
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
