using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Cenote.Keys;

/// <summary>
/// Formats an interpolated string to look a key up, or to add it, without making a managed string of it. The compiler creates it;
/// code does not name it.
/// </summary>
/// <remarks>
/// Allocates nothing for up to 256 chars. Copies of it are independent, and nothing has to be given back: an indexer may use it
/// twice.
/// </remarks>
[InterpolatedStringHandler]
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct StringKeyHandler
{
    private const int InlineChars = 256;

    private InlineBuffer _inline;
    private char[]? _longer;
    private int _length;

    /// <summary>Starts a string with this many literal chars and holes.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of holes.</param>
    public StringKeyHandler(int literalLength, int formattedCount)
    {
        if (literalLength > InlineChars)
        {
            _longer = new char[literalLength + (16 * formattedCount)];
        }
    }

    [UnscopedRef]
    internal readonly ReadOnlySpan<char> Text =>
        _longer is null ? ((ReadOnlySpan<char>)_inline)[.._length] : _longer.AsSpan(0, _length);

    /// <summary>Appends a constant part.</summary>
    /// <param name="value">The part.</param>
    public void AppendLiteral(string value) => AppendFormatted(value.AsSpan());

    /// <summary>Appends a value; one that is <see cref="ISpanFormattable"/> is formatted in place.</summary>
    /// <param name="value">The value.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value) => AppendFormatted(value, 0, null);

    /// <summary>Appends a value in a format.</summary>
    /// <param name="value">The value.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, string? format) => AppendFormatted(value, 0, format);

    /// <summary>Appends a value, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, int alignment) => AppendFormatted(value, alignment, null);

    /// <summary>Appends a value in a format, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, int alignment, string? format)
    {
        Span<char> rest = Rest;
        var inner = new DefaultInterpolatedStringHandler(0, 1, null, rest);
        try
        {
            inner.AppendFormatted(value, alignment, format);
            Take(inner.Text, rest);
        }
        finally
        {
            inner.Clear();
        }
    }

    /// <summary>Appends text.</summary>
    /// <param name="value">The text.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value)
    {
        if (value.Length > Rest.Length)
        {
            Grow(value.Length);
        }

        value.CopyTo(Rest);
        _length += value.Length;
    }

    /// <summary>Appends text, padded.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <param name="format">Has no effect on text.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null)
    {
        Span<char> rest = Rest;
        var inner = new DefaultInterpolatedStringHandler(0, 1, null, rest);
        try
        {
            inner.AppendFormatted(value, alignment, format);
            Take(inner.Text, rest);
        }
        finally
        {
            inner.Clear();
        }
    }

    /// <summary>Appends a string.</summary>
    /// <param name="value">The string; null appends nothing.</param>
    public void AppendFormatted(string? value) => AppendFormatted(value.AsSpan());

    [UnscopedRef]
    private Span<char> Rest => _longer is null ? ((Span<char>)_inline)[_length..] : _longer.AsSpan(_length);

    // Where the rest was large enough the text is there already.
    private void Take(scoped ReadOnlySpan<char> text, scoped ReadOnlySpan<char> rest)
    {
        if (text.Overlaps(rest))
        {
            _length += text.Length;
        }
        else
        {
            AppendFormatted(text);
        }
    }

    private void Grow(int chars)
    {
        char[] longer = new char[Math.Max(checked(_length + chars), 2 * _length)];
        Text.CopyTo(longer);
        _longer = longer;
    }

    [InlineArray(InlineChars)]
    private struct InlineBuffer
    {
        private char _first;
    }
}
