using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Buffers;

/// <content>Text for lists of chars.</content>
public unsafe ref partial struct ScratchList<T>
{
    /// <summary>Appends an interpolated string, whose values are formatted in place: <c>list.Append($"{name}: {count}")</c>. For a list of chars.</summary>
    /// <param name="handler">The string.</param>
    /// <exception cref="OutOfMemoryException">There is no memory for more chars. The list has what was formatted before.</exception>
    public readonly void Append([InterpolatedStringHandlerArgument("")] scoped ref ScratchTextHandler handler)
    {
        // The handler has appended each part as it came.
    }

    /// <summary>Appends an interpolated string whose values are formatted for a culture. For a list of chars.</summary>
    /// <param name="provider">The culture, or null for the current one.</param>
    /// <param name="handler">The string.</param>
    /// <exception cref="OutOfMemoryException">There is no memory for more chars. The list has what was formatted before.</exception>
    public readonly void Append(IFormatProvider? provider, [InterpolatedStringHandlerArgument("", nameof(provider))] scoped ref ScratchTextHandler handler)
    {
        // The handler has appended each part as it came.
    }

    /// <summary>Appends the text of a value, which is formatted in place if it is <see cref="ISpanFormattable"/>. For a list of chars.</summary>
    /// <typeparam name="TValue">Its type.</typeparam>
    /// <param name="value">The value; null appends nothing.</param>
    /// <param name="format">The format, or null for the usual one.</param>
    /// <param name="provider">The culture, or null for the current one.</param>
    /// <exception cref="FormatException">The value does not know the format.</exception>
    /// <exception cref="NotSupportedException">The elements of the list are not chars.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for more chars. The list is unchanged.</exception>
    public void AppendFormatted<TValue>(TValue value, string? format = null, IFormatProvider? provider = null)
    {
        if (typeof(T) != typeof(char))
        {
            Throw.NotAListOfChars(typeof(T).Name);
        }

        // The casts are to what the value is known to be: no box is made of a struct.
        if (value is ISpanFormattable)
        {
            int written;
            while (!((ISpanFormattable)value).TryFormat(MemoryMarshal.Cast<T, char>(_items[_count..]), out written, format, provider))
            {
                Grow(_items.Length - _count + 1);
            }

            Advance(written);
        }
        else
        {
            string? text = value is IFormattable ? ((IFormattable)value).ToString(format, provider) : value?.ToString();
            Append(MemoryMarshal.Cast<char, T>(text.AsSpan()));
        }
    }
}
