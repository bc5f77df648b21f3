using System.Buffers;
using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Buffers;

/// <summary>The usual kind of ValueStringBuilder: starts on the caller's stack, then uses arrays of the shared pool.</summary>
internal ref struct PlainBuilder(Span<char> initial)
{
    private Span<char> _chars = initial;
    private char[]? _array;
    private int _length;

    public readonly ReadOnlySpan<char> Text => _chars[.._length];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(char value)
    {
        int length = _length;
        Span<char> chars = _chars;
        if ((uint)length < (uint)chars.Length)
        {
            chars[length] = value;
            _length = length + 1;
        }
        else
        {
            GrowAndAppend(value);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<char> value)
    {
        if (_length > _chars.Length - value.Length)
        {
            Grow(value.Length);
        }

        value.CopyTo(_chars[_length..]);
        _length += value.Length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        char[]? array = _array;
        this = default;
        if (array is not null)
        {
            ArrayPool<char>.Shared.Return(array);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GrowAndAppend(char value)
    {
        Grow(1);
        Append(value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int more)
    {
        char[] array = ArrayPool<char>.Shared.Rent(Math.Max(_length + more, 2 * _chars.Length));
        _chars[.._length].CopyTo(array);
        char[]? old = _array;
        _chars = _array = array;
        if (old is not null)
        {
            ArrayPool<char>.Shared.Return(old);
        }
    }
}
