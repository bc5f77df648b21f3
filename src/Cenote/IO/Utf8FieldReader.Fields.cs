namespace Cenote.IO;

/// <content>The fields of a record.</content>
public sealed partial class Utf8FieldReader
{
    // For each field whose escaped quotes were replaced: the line of its record, and its new length.
    private (long Line, int Length)[] _unescaped = [];

    /// <summary>A field of the current record, without enclosing quotes and with escaped quotes replaced.</summary>
    /// <param name="index">The index, from 0.</param>
    /// <returns>The bytes, valid until the next read.</returns>
    /// <remarks>
    /// O(1) for an unquoted field, at most O(length) for a quoted one. The first access to a field with escaped quotes replaces
    /// them in the buffer.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The record has no field with this index.</exception>
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

    /// <summary>Parses a field of the current record as a number, date, boolean, GUID or other value.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="index">The index, from 0.</param>
    /// <returns>The value, parsed with the invariant culture.</returns>
    /// <remarks>
    /// Allocates nothing for the types of .NET. A date is ISO 8601 with hyphens, such as 2026-11-29, with or without a time, a
    /// fraction and an offset. A <see cref="DateTimeOffset"/> without an offset is UTC. A <see cref="DateTime"/> is UTC if it
    /// ends with Z, local time with another offset, and unspecified without one. In floating-point and decimal numbers, commas
    /// separate thousands, so 1,5 is 15. Integers with commas are not valid.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The record has no field with this index.</exception>
    /// <exception cref="FormatException">The field is not a valid value; the message names line and field.</exception>
    public T Parse<T>(int index)
        where T : ISpanParsable<T>
    {
        if (!TryParse<T>(index, out T? value))
        {
            Throw.NotParsed(typeof(T), this[index], index, LineNumber);
        }

        return value;
    }

    /// <summary>Parses a field of the current record; false if it is not a valid value.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="index">The index, from 0.</param>
    /// <param name="value">The value, parsed with the invariant culture, or the default.</param>
    /// <returns>False if the field is not a valid value, for example empty.</returns>
    /// <inheritdoc cref="Parse" path="/remarks"/>
    /// <exception cref="ArgumentOutOfRangeException">The record has no field with this index.</exception>
    public bool TryParse<T>(int index, [MaybeNullWhen(false)] out T value)
        where T : ISpanParsable<T> =>
        FieldValue.TryParse(this[index], out value);

    /// <summary>
    /// Finds a field of the current record by its bytes. Called for a header record, it returns the index of a column.
    /// </summary>
    /// <param name="field">The field to find, compared byte by byte.</param>
    /// <returns>The index of the first equal field; -1 if no field is equal.</returns>
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

    // Moves the bytes after the first escaped quote to the front, and records the new length. After a closing quote, which only
    // lenient quoting allows within a field, quotes are ordinary bytes.
    private int Unescape(int index, Span<byte> field, int quote)
    {
        int length = quote;
        bool isClosed = false;
        for (int i = quote; i < field.Length; i++)
        {
            if (field[i] == _quote && !isClosed)
            {
                i++;
                isClosed = i < field.Length && field[i] != _quote;
            }

            if (i < field.Length)
            {
                field[length++] = field[i];
            }
        }

        if (index >= _unescaped.Length)
        {
            Array.Resize(ref _unescaped, _ends.Length);
        }

        _unescaped[index] = (_lineNumber, length);
        return length;
    }
}
