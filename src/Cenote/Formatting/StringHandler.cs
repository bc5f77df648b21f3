using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Text;

namespace Cenote.Formatting;

/// <summary>
/// Formats an interpolated string for a pool, an arena, an interner or a table without making a managed string of it. The
/// compiler creates it; code does not name it.
/// </summary>
[InterpolatedStringHandler]
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct StringHandler
{
    private FormattedText _text;

    /// <summary>Starts a string.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of holes.</param>
    public StringHandler(int literalLength, int formattedCount)
        : this(literalLength, formattedCount, provider: null)
    {
    }

    /// <summary>Starts a string whose values are formatted by a provider.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of holes.</param>
    /// <param name="provider">Formats values; null for the current culture.</param>
    public StringHandler(int literalLength, int formattedCount, IFormatProvider? provider)
    {
        // Assigning a new value would copy its buffer.
        Unsafe.SkipInit(out _text);
        _text.Start(provider);
    }

    [UnscopedRef]
    internal ReadOnlySpan<char> Text => _text.Text;

    /// <summary>Appends a constant part.</summary>
    /// <param name="value">The part.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AppendLiteral(string value) => _text.Append(value);

    /// <summary>Appends a value; one that is <see cref="ISpanFormattable"/> is formatted in place.</summary>
    /// <param name="value">The value.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value) => _text.Append(value, format: null);

    /// <summary>Appends a value in a format.</summary>
    /// <param name="value">The value.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, string? format) => _text.Append(value, format);

    /// <summary>Appends a value, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, int alignment) => _text.AppendPadded(value, alignment, format: null);

    /// <summary>Appends a value in a format, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, int alignment, string? format) => _text.AppendPadded(value, alignment, format);

    /// <summary>Appends text.</summary>
    /// <param name="value">The text.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value) => _text.Append(value);

    /// <summary>Appends text, padded.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <param name="format">Has no effect on text.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null) =>
        _text.AppendPadded(value, alignment);

    /// <summary>Appends a string.</summary>
    /// <param name="value">The string; null appends nothing.</param>
    public void AppendFormatted(string? value) => _text.Append(value);

    /// <inheritdoc cref="FormattedText.Clear"/>
    internal void Clear() => _text.Clear();

    /// <summary>Hands a result on that was made of the text, which is not needed any more.</summary>
    internal T Done<T>(T result)
    {
        _text.Clear();
        return result;
    }
}
