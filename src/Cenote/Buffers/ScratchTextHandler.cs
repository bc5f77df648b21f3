using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Cenote.Buffers;

/// <summary>
/// Formats an interpolated string into a list of chars for <see cref="ScratchList{T}.Append(ref ScratchTextHandler)"/>.
/// The compiler creates it; code does not name it.
/// </summary>
[InterpolatedStringHandler]
[EditorBrowsable(EditorBrowsableState.Never)]
public unsafe ref struct ScratchTextHandler
{
    private readonly IFormatProvider? _provider;

    // A reference to a list cannot be a field. The list is on the stack, where nothing moves, and lives longer than this.
    private readonly void* _list;

    /// <summary>Starts a string of so many literal chars and so many holes.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of holes.</param>
    /// <param name="list">The list to append to.</param>
    public ScratchTextHandler(int literalLength, int formattedCount, in ScratchList<char> list)
        : this(literalLength, formattedCount, in list, provider: null)
    {
    }

    /// <summary>Starts a string of so many literal chars and so many holes.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of holes.</param>
    /// <param name="list">The list to append to.</param>
    /// <param name="provider">The culture, or null for the current one.</param>
    public ScratchTextHandler(int literalLength, int formattedCount, in ScratchList<char> list, IFormatProvider? provider)
    {
        _list = Unsafe.AsPointer(ref Unsafe.AsRef(in list));
        _provider = provider;
    }

    private readonly ref ScratchList<char> List => ref Unsafe.AsRef<ScratchList<char>>(_list);

    /// <summary>Appends a constant part.</summary>
    /// <param name="value">The part.</param>
    public readonly void AppendLiteral(string value) => List.Append(value.AsSpan());

    /// <summary>Appends a value; one that is <see cref="ISpanFormattable"/> is formatted in place.</summary>
    /// <param name="value">The value.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public readonly void AppendFormatted<T>(T value) => List.AppendFormatted(value, format: null, _provider);

    /// <summary>Appends a value in a format.</summary>
    /// <param name="value">The value.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public readonly void AppendFormatted<T>(T value, string? format) => List.AppendFormatted(value, format, _provider);

    /// <summary>Appends a value, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public readonly void AppendFormatted<T>(T value, int alignment) => AppendFormatted(value, alignment, format: null);

    /// <summary>Appends a value in a format, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">Its type.</typeparam>
    public readonly void AppendFormatted<T>(T value, int alignment, string? format)
    {
        int start = List.Count;
        List.AppendFormatted(value, format, _provider);
        Pad(start, alignment);
    }

    /// <summary>Appends text.</summary>
    /// <param name="value">The text.</param>
    public readonly void AppendFormatted(scoped ReadOnlySpan<char> value) => List.Append(value);

    /// <summary>Appends text, padded.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">Least number of chars; negative to pad on the right.</param>
    /// <param name="format">Has no effect on text.</param>
    public readonly void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null)
    {
        int start = List.Count;
        List.Append(value);
        Pad(start, alignment);
    }

    /// <summary>Appends a string.</summary>
    /// <param name="value">The string; null appends nothing.</param>
    public readonly void AppendFormatted(string? value) => List.Append(value.AsSpan());

    private readonly void Pad(int start, int alignment)
    {
        int missing = (int)Math.Min(int.MaxValue, Math.Abs((long)alignment)) - (List.Count - start);
        if (missing <= 0)
        {
            return;
        }

        int end = List.Count;
        List.Append(' ', missing);
        if (alignment > 0)
        {
            Span<char> field = List.AsSpan()[start..];
            field[..(end - start)].CopyTo(field[missing..]);
            field[..missing].Fill(' ');
        }
    }
}
