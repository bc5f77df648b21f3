using System.ComponentModel;
using System.Text;

namespace Cenote.Buffers;

/// <summary>
/// Formats an interpolated string into a list of chars, or, as UTF-8, into a list of bytes, for
/// <see cref="ScratchList{T}.Append(ref ScratchTextHandler)"/>. The compiler creates it; do not use it directly.
/// </summary>
/// <remarks>
/// Alignment counts chars even in a list of bytes, which receives the same string as a list of chars, encoded as UTF-8.
/// </remarks>
[InterpolatedStringHandler]
[EditorBrowsable(EditorBrowsableState.Never)]
public unsafe ref struct ScratchTextHandler
{
    private readonly IFormatProvider? _provider;

    // A pointer, because a field cannot be a reference to a ref struct. The list is on the stack, where nothing moves, and
    // outlives this handler.
    private readonly void* _list;
    private readonly Kind _kind;

    /// <summary>Starts an interpolated string.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of interpolation expressions.</param>
    /// <param name="list">The list to append to.</param>
    public ScratchTextHandler(int literalLength, int formattedCount, in ScratchList<char> list)
        : this(literalLength, formattedCount, in list, provider: null)
    {
    }

    /// <summary>Starts an interpolated string.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of interpolation expressions.</param>
    /// <param name="list">The list to append to.</param>
    /// <param name="provider">The culture, or null for the current one.</param>
    public ScratchTextHandler(int literalLength, int formattedCount, in ScratchList<char> list, IFormatProvider? provider)
    {
        _list = Unsafe.AsPointer(ref Unsafe.AsRef(in list));
        _kind = Kind.Chars;
        _provider = provider;
    }

    /// <summary>Starts an interpolated string.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of interpolation expressions.</param>
    /// <param name="list">The list to append UTF-8 to.</param>
    public ScratchTextHandler(int literalLength, int formattedCount, in ScratchList<byte> list)
        : this(literalLength, formattedCount, in list, provider: null)
    {
    }

    /// <summary>Starts an interpolated string.</summary>
    /// <param name="literalLength">Chars of the constant parts.</param>
    /// <param name="formattedCount">Number of interpolation expressions.</param>
    /// <param name="list">The list to append UTF-8 to.</param>
    /// <param name="provider">The culture, or null for the current one.</param>
    public ScratchTextHandler(int literalLength, int formattedCount, in ScratchList<byte> list, IFormatProvider? provider)
    {
        _list = Unsafe.AsPointer(ref Unsafe.AsRef(in list));
        _kind = Kind.Utf8;
        _provider = provider;
    }

    private enum Kind : byte
    {
        None,
        Chars,
        Utf8,
    }

    private readonly ref ScratchList<char> Chars => ref Unsafe.AsRef<ScratchList<char>>(_list);

    // The list of bytes; used if the kind is not Chars.
    private readonly ref ScratchList<byte> Utf8
    {
        get
        {
            if (_kind == Kind.None)
            {
                Throw.TextHandlerHasNoList();
            }

            return ref Unsafe.AsRef<ScratchList<byte>>(_list);
        }
    }

    private readonly int Count => _kind == Kind.Chars ? Chars.Count : Utf8.Count;

    /// <summary>Appends a constant part.</summary>
    /// <param name="value">The part.</param>
    public readonly void AppendLiteral(string value) => AppendFormatted(value.AsSpan());

    /// <summary>Appends a value, like <see cref="ScratchList{T}.AppendFormatted"/>.</summary>
    /// <param name="value">The value.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public readonly void AppendFormatted<T>(T value) => AppendFormatted(value, format: null);

    /// <summary>Appends a value with a format.</summary>
    /// <param name="value">The value.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public readonly void AppendFormatted<T>(T value, string? format)
    {
        if (_kind == Kind.Chars)
        {
            Chars.AppendFormatted(value, format, _provider);
        }
        else
        {
            Utf8.AppendFormatted(value, format, _provider);
        }
    }

    /// <summary>Appends a value, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Minimum number of chars; negative to pad on the right.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public readonly void AppendFormatted<T>(T value, int alignment) => AppendFormatted(value, alignment, format: null);

    /// <summary>Appends a value with a format, padded.</summary>
    /// <param name="value">The value.</param>
    /// <param name="alignment">Minimum number of chars; negative to pad on the right.</param>
    /// <param name="format">The format, or null.</param>
    /// <typeparam name="T">The type of the value.</typeparam>
    public readonly void AppendFormatted<T>(T value, int alignment, string? format)
    {
        int start = Count;
        AppendFormatted(value, format);
        Pad(start, alignment);
    }

    /// <summary>Appends text.</summary>
    /// <param name="value">The text.</param>
    public readonly void AppendFormatted(scoped ReadOnlySpan<char> value)
    {
        if (_kind == Kind.Chars)
        {
            Chars.Append(value);
        }
        else
        {
            Utf8.AppendUtf8(value);
        }
    }

    /// <summary>Appends text, padded.</summary>
    /// <param name="value">The text.</param>
    /// <param name="alignment">Minimum number of chars; negative to pad on the right.</param>
    /// <param name="format">Has no effect on text.</param>
    public readonly void AppendFormatted(scoped ReadOnlySpan<char> value, int alignment, string? format = null)
    {
        int start = Count;
        AppendFormatted(value);
        Pad(start, alignment);
    }

    /// <summary>Appends a string.</summary>
    /// <param name="value">The string; null appends nothing.</param>
    public readonly void AppendFormatted(string? value) => AppendFormatted(value.AsSpan());

    private readonly void Pad(int start, int alignment)
    {
        if (_kind == Kind.Chars)
        {
            Pad(ref Chars, ' ', start, Chars.Count - start, alignment);
        }
        else
        {
            Pad(ref Utf8, (byte)' ', start, Encoding.UTF8.GetCharCount(Utf8.AsSpan()[start..]), alignment);
        }
    }

    private static void Pad<T>(ref ScratchList<T> list, T space, int start, int chars, int alignment)
        where T : unmanaged
    {
        int missing = (int)Math.Min(int.MaxValue, Math.Abs((long)alignment)) - chars;
        if (missing <= 0)
        {
            return;
        }

        int end = list.Count;
        list.Append(space, missing);
        if (alignment > 0)
        {
            Span<T> field = list.AsSpan()[start..];
            field[..(end - start)].CopyTo(field[missing..]);
            field[..missing].Fill(space);
        }
    }
}
