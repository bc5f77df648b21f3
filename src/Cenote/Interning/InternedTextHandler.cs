using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Cenote.Interning;

/// <summary>
/// Formats an interpolated string for an interner or a <see cref="StringTable"/>, in the current culture and without making a
/// string of it. The compiler creates it; code does not name it.
/// </summary>
[InterpolatedStringHandler]
[EditorBrowsable(EditorBrowsableState.Never)]
public ref struct InternedTextHandler
{
    private DefaultInterpolatedStringHandler _inner;

    /// <summary>Starts a string of so many literal chars and so many holes.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of holes.</param>
    public InternedTextHandler(int literalLength, int formattedCount) => _inner = new(literalLength, formattedCount);

    internal readonly ReadOnlySpan<char> Text => _inner.Text;

    /// <summary>Appends a constant part.</summary>
    /// <param name="value">The part.</param>
    public void AppendLiteral(string value) => _inner.AppendLiteral(value);

    /// <summary>Appends a value; one that is <see cref="ISpanFormattable"/> is formatted in place.</summary>
    /// <param name="value">The value.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value) => AppendFormatted(value, alignment: 0, format: null);

    /// <summary>Appends a value in a format.</summary>
    /// <param name="value">The value.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, string? format) => AppendFormatted(value, alignment: 0, format);

    /// <summary>Appends a value, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, int alignment) => AppendFormatted(value, alignment, format: null);

    /// <summary>Appends a value in a format, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public void AppendFormatted<T>(T value, int alignment, string? format)
    {
        try
        {
            _inner.AppendFormatted(value, alignment, format);
        }
        catch
        {
            // The value's own formatting threw, and nobody will ask for the text: what was rented for it goes back.
            _inner.Clear();
            throw;
        }
    }

    /// <summary>Appends text.</summary>
    /// <param name="value">The text.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value) => _inner.AppendFormatted(value);

    /// <summary>Appends text, padded.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <param name="format">Has no effect on text.</param>
    public void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null) =>
        _inner.AppendFormatted(value, alignment, format);

    /// <summary>Appends a string.</summary>
    /// <param name="value">The string; null appends nothing.</param>
    public void AppendFormatted(string? value) => _inner.AppendFormatted(value);

    internal void Clear() => _inner.Clear();
}
