using System.ComponentModel;
using Cenote.Text;

namespace Cenote.Formatting;

/// <summary>
/// Formats an interpolated string for a pool, an arena, an interner or a collection without allocating a string. Only the
/// compiler should use it.
/// </summary>
[InterpolatedStringHandler]
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct StringHandler
{
    private FormattedText _text;

    /// <summary>Creates a handler.</summary>
    /// <param name="literalLength">Number of literal chars.</param>
    /// <param name="formattedCount">Number of interpolation expressions.</param>
    public StringHandler(int literalLength, int formattedCount)
        : this(literalLength, formattedCount, provider: null)
    {
    }

    /// <summary>Creates a handler with a format provider.</summary>
    /// <param name="literalLength">Number of literal chars.</param>
    /// <param name="formattedCount">Number of interpolation expressions.</param>
    /// <param name="provider">The format provider; null for the current culture.</param>
    public StringHandler(int literalLength, int formattedCount, IFormatProvider? provider)
    {
        // The field is initialized in place, because assigning a new value would copy the buffer.
        Unsafe.SkipInit(out _text);
        _text.Start(provider);
    }

    [UnscopedRef]
    internal ReadOnlySpan<char> Text => _text.Text;

    /// <summary>Appends a literal.</summary>
    /// <param name="value">The literal.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AppendLiteral(string value) => _text.Append(value);

    /// <summary>Appends a value, in place if it is <see cref="ISpanFormattable"/>.</summary>
    /// <param name="value">The value.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public void AppendFormatted<T>(T value) => _text.Append(value, format: null);

    /// <summary>Appends a value with a format string.</summary>
    /// <param name="value">The value.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public void AppendFormatted<T>(T value, string? format) => _text.Append(value, format);

    /// <summary>Appends a value with a minimum width.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Minimum width in chars; negative to left-align.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public void AppendFormatted<T>(T value, int alignment) => _text.AppendPadded(value, alignment, format: null);

    /// <summary>Appends a value with a format string and a minimum width.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Minimum width in chars; negative to left-align.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public void AppendFormatted<T>(T value, int alignment, string? format) => _text.AppendPadded(value, alignment, format);

    /// <summary>Appends chars.</summary>
    /// <param name="value">The chars.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value) => _text.Append(value);

    /// <summary>Appends chars with a minimum width.</summary>
    /// <param name="value">The chars.</param>
    /// <param name="alignment">Minimum width in chars; negative to left-align.</param>
    /// <param name="format">Ignored.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null) =>
        _text.AppendPadded(value, alignment);

    /// <summary>Appends a string.</summary>
    /// <param name="value">The string; null appends nothing.</param>
    public void AppendFormatted(string? value) => _text.Append(value);

    /// <inheritdoc cref="FormattedText.Clear"/>
    internal void Clear() => _text.Clear();

    /// <summary>Clears the handler and returns the argument.</summary>
    internal T ClearAndReturn<T>(T result)
    {
        _text.Clear();
        return result;
    }
}
