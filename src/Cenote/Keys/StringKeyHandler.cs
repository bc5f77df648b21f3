using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Cenote.Keys;

/// <summary>
/// Formats an interpolated string as a key, without allocating a string. Created by the compiler; code does not name it.
/// </summary>
/// <remarks>
/// Allocates nothing for up to 256 chars. Copies are independent and need no disposal, so an indexer may use it twice.
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
    /// <param name="literalLength">Chars in the constant parts.</param>
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

    /// <summary>Appends a value. <see cref="ISpanFormattable"/> values are formatted in place.</summary>
    /// <param name="value">The value.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public void AppendFormatted<T>(T value) => AppendFormatted(value, 0, null);

    /// <summary>Appends a formatted value.</summary>
    /// <param name="value">The value.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public void AppendFormatted<T>(T value, string? format) => AppendFormatted(value, 0, format);

    /// <summary>Appends a value, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Minimum number of chars; negative to pad on the right.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public void AppendFormatted<T>(T value, int alignment) => AppendFormatted(value, alignment, null);

    /// <summary>Appends a formatted value, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Minimum number of chars; negative to pad on the right.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
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

    /// <summary>Appends chars.</summary>
    /// <param name="value">The chars.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value)
    {
        if (value.Length > Rest.Length)
        {
            Grow(value.Length);
        }

        value.CopyTo(Rest);
        _length += value.Length;
    }

    /// <summary>Appends chars, padded.</summary>
    /// <param name="value">The chars.</param>
    /// <param name="alignment">Minimum number of chars; negative to pad on the right.</param>
    /// <param name="format">Ignored.</param>
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

    // If the rest was large enough, the chars are already there.
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
