using System.Text;

namespace Cenote.Buffers;

/// <content>Formatting into lists of chars, and as UTF-8 into lists of bytes.</content>
public unsafe ref partial struct ScratchList<T>
{
    /// <summary>
    /// Appends an interpolated string and formats its values in place: <c>list.Append($"{name}: {count}")</c>. The list must be
    /// of chars or, for UTF-8, of bytes.
    /// </summary>
    /// <param name="handler">The string.</param>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list contains the parts formatted so
    /// far.</exception>
    public readonly void Append([InterpolatedStringHandlerArgument("")] scoped ref ScratchTextHandler handler)
    {
        // The handler has already appended each part.
    }

    /// <summary>
    /// Appends an interpolated string with its values formatted for a culture. The list must be of chars or, for UTF-8, of bytes.
    /// </summary>
    /// <param name="provider">The culture, or null for the current one.</param>
    /// <param name="handler">The string.</param>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list contains the parts formatted so
    /// far.</exception>
    public readonly void Append(
        IFormatProvider? provider,
        [InterpolatedStringHandlerArgument("", nameof(provider))] scoped ref ScratchTextHandler handler)
    {
        // The handler has already appended each part.
    }

    /// <summary>
    /// Appends a formatted value. An <see cref="ISpanFormattable"/> value is formatted in place in a list of chars, an
    /// <see cref="IUtf8SpanFormattable"/> one as UTF-8 in a list of bytes.
    /// </summary>
    /// <typeparam name="TValue">The type of the value.</typeparam>
    /// <param name="value">The value; null appends nothing.</param>
    /// <param name="format">The format, or null for the default one.</param>
    /// <param name="provider">The culture, or null for the current one.</param>
    /// <exception cref="FormatException">The value does not support the format.</exception>
    /// <exception cref="NotSupportedException">The elements of the list are neither chars nor bytes.</exception>
    /// <exception cref="OutOfMemoryException">There is not enough memory. The list is unchanged.</exception>
    public void AppendFormatted<TValue>(TValue value, string? format = null, IFormatProvider? provider = null)
    {
        if (typeof(T) == typeof(byte))
        {
            AppendAsUtf8(value, format, provider);
            return;
        }

        if (typeof(T) != typeof(char))
        {
            Throw.NotAListOfText(typeof(T).Name);
        }

        // A cast after the type test does not box structs.
        if (value is ISpanFormattable)
        {
            int written;
            while (!((ISpanFormattable)value).TryFormat(
                MemoryMarshal.Cast<T, char>(_items[_count..]), out written, format, provider))
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

    /// <summary>Appends chars as UTF-8 to a list of bytes. A lone surrogate becomes U+FFFD.</summary>
    internal void AppendUtf8(scoped ReadOnlySpan<char> text)
    {
        int written;
        while (!Encoding.UTF8.TryGetBytes(text, MemoryMarshal.Cast<T, byte>(_items[_count..]), out written))
        {
            Grow(Encoding.UTF8.GetByteCount(text));
        }

        Advance(written);
    }

    private void AppendAsUtf8<TValue>(TValue value, string? format, IFormatProvider? provider)
    {
        if (value is IUtf8SpanFormattable)
        {
            int written;
            while (!((IUtf8SpanFormattable)value).TryFormat(
                MemoryMarshal.Cast<T, byte>(_items[_count..]), out written, format, provider))
            {
                Grow(_items.Length - _count + 1);
            }

            Advance(written);
        }
        else
        {
            using var text = new ScratchList<char>(stackalloc char[128]);
            text.AppendFormatted(value, format, provider);
            AppendUtf8(text.AsSpan());
        }
    }
}
