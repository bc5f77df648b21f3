namespace Cenote.IO;

/// <content>The fields of a record.</content>
public sealed partial class Utf8FieldReader
{
    // For each field whose escaped quotes were replaced: the line of its record, and its new length.
    private (long Line, int Length)[] _unescaped = [];

    /// <summary>A field of the current record, without enclosing quotes and with escaped quotes replaced.</summary>
    /// <param name="index">The index, from 0.</param>
    /// <returns>The bytes, valid until the next read.</returns>
    /// <remarks>O(1) for a field without escaped quotes. One with them is unescaped in the buffer on first use, in O(length).</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The record has no such field.</exception>
    public ReadOnlySpan<byte> this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            if ((uint)index >= (uint)_fieldCount)
            {
                Throw.NoSuchField(nameof(index), index, _fieldCount);
            }

            int[] ends = _ends;
            int start = ends[index] + 1;
            Span<byte> field = _text.AsSpan(start, ends[index + 1] - start);
            return !_hasQuotes || field.Length == 0 || field[0] != _quote ? field
                : _hasEscapes ? Unquote(index, field[1..])
                : field[1..^1];
        }
    }

    /// <summary>Finds a field of the current record: in the first record, the index of a column.</summary>
    /// <param name="field">The field to find, compared byte by byte.</param>
    /// <returns>The index of the first equal field; -1 if there is none.</returns>
    public int IndexOf(ReadOnlySpan<byte> field)
    {
        int index = _fieldCount - 1;
        int found = -1;
        for (; index >= 0; index--)
        {
            found = this[index].SequenceEqual(field) ? index : found;
        }

        return found;
    }

    // The field is passed without its opening quote.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> Unquote(int index, Span<byte> field)
    {
        if (index < _unescaped.Length && _unescaped[index].Line == _lineNumber)
        {
            return field[.._unescaped[index].Length];
        }

        int quote = field.IndexOf(_quote);
        return quote < 0 ? field : quote == field.Length - 1 ? field[..quote] : field[..Unescape(index, field, quote)];
    }

    // Moves the bytes after the first escaped quote to the front, and records that.
    private int Unescape(int index, Span<byte> field, int quote)
    {
        int length = quote;
        Span<byte> rest = field[quote..];
        while (rest.Length > 1 && rest[0] == _quote && rest[1] == _quote)
        {
            field[length++] = _quote;
            rest = rest[2..];
            int next = rest.IndexOf(_quote);
            next = next < 0 ? rest.Length : next;
            rest[..next].CopyTo(field[length..]);
            length += next;
            rest = rest[next..];
        }

        if (rest.Length > 1)
        {
            // Text after a closing quote, which only lenient quoting allows.
            rest[1..].CopyTo(field[length..]);
            length += rest.Length - 1;
        }

        if (index >= _unescaped.Length)
        {
            Array.Resize(ref _unescaped, _ends.Length);
        }

        _unescaped[index] = (_lineNumber, length);
        return length;
    }
}
