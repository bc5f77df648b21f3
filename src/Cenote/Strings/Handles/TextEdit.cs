namespace Cenote.Strings;

/// <summary>
/// A copy of a string in which a value replaces some parts. The length of the copy is known before its memory is allocated.
/// </summary>
/// <typeparam name="T">The type of the elements.</typeparam>
internal readonly ref struct TextEdit<T>
    where T : unmanaged, IEquatable<T>
{
    private readonly ReadOnlySpan<T> _text;
    private readonly ReadOnlySpan<T> _oldValue;
    private readonly ReadOnlySpan<T> _newValue;
    private readonly int _first;
    private readonly long _length;

    /// <summary>The name of the parameter with the new value.</summary>
    public string Parameter => _oldValue.IsEmpty ? "value" : "newValue";

    private TextEdit(ReadOnlySpan<T> text, int first, int count, ReadOnlySpan<T> oldValue, ReadOnlySpan<T> newValue)
    {
        _text = text;
        _oldValue = oldValue;
        _newValue = newValue;
        _first = first;
        _length = text.Length + (count * ((long)newValue.Length - oldValue.Length));
    }

    /// <summary>Inserts a value by replacing an empty part.</summary>
    public static TextEdit<T> Insert(ReadOnlySpan<T> text, int index, ReadOnlySpan<T> value) =>
        new(text, index, count: 1, default, value);

    /// <summary>Replaces every occurrence of a non-empty value with another value.</summary>
    public static TextEdit<T> Replace(ReadOnlySpan<T> text, ReadOnlySpan<T> oldValue, ReadOnlySpan<T> newValue) =>
        new(text, text.IndexOf(oldValue), text.Count(oldValue), oldValue, newValue);

    /// <summary>The length of the result.</summary>
    /// <exception cref="OutOfMemoryException">The length is above the maximum.</exception>
    public int CheckedLength(int maximum)
    {
        if (_length > maximum)
        {
            Throw.ResultTooLong<T>(_length, maximum);
        }

        return (int)_length;
    }

    public void Write(Span<T> result)
    {
        ReadOnlySpan<T> rest = _text;
        for (int next = _first; next >= 0; next = _oldValue.IsEmpty ? -1 : rest.IndexOf(_oldValue))
        {
            rest[..next].CopyTo(result);
            _newValue.CopyTo(result[next..]);
            result = result[(next + _newValue.Length)..];
            rest = rest[(next + _oldValue.Length)..];
        }

        rest.CopyTo(result);
    }
}
