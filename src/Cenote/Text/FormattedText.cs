using System.Runtime.CompilerServices;

namespace Cenote.Text;

/// <summary>
/// Text that is formatted piece by piece into a buffer of the calling thread, which gets it back by <see cref="Clear"/>.
/// </summary>
/// <remarks>
/// A thread keeps one buffer. Where it is in use, because a value formats text of its own while it is being formatted, there is
/// a new one; what is not given back, because a value threw, is left to the garbage collector.
/// </remarks>
internal ref struct FormattedText
{
    private const int FirstChars = 1 << 10;
    private const int MostKeptChars = 1 << 14;

    [ThreadStatic]
    private static char[]? s_chars;

    private readonly IFormatProvider? _provider;
    private readonly bool _hasCustomFormatter;
    private char[]? _chars;
    private int _length;

    public FormattedText(IFormatProvider? provider)
    {
        _chars = s_chars ?? new char[FirstChars];
        s_chars = null;
        _provider = provider;
        _hasCustomFormatter = provider is not null && provider.GetFormat(typeof(ICustomFormatter)) is not null;
    }

    /// <summary>What was appended.</summary>
    public readonly ReadOnlySpan<char> Text => _chars.AsSpan(0, _length);

    private readonly Span<char> Rest => _chars.AsSpan(_length);

    /// <summary>Appends text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Append(scoped ReadOnlySpan<char> value)
    {
        if (!value.TryCopyTo(Rest))
        {
            GrowAndCopy(value);
        }

        _length += value.Length;
    }

    /// <summary>Appends a value as <see cref="DefaultInterpolatedStringHandler"/> does.</summary>
    public void Append<T>(T value, string? format)
    {
        // Those have ways of their own, which the framework knows.
        if (typeof(T).IsEnum || _hasCustomFormatter)
        {
            AppendPadded(value, alignment: 0, format);
        }
        else if (value is ISpanFormattable)
        {
            int written;
            while (!((ISpanFormattable)value).TryFormat(Rest, out written, format, _provider))
            {
                Grow(1);
            }

            _length += written;
        }
        else
        {
            Append(value is IFormattable ? ((IFormattable)value).ToString(format, _provider) : value?.ToString());
        }
    }

    /// <summary>Appends a value in a field of at least so many chars, to the left of it if the number is negative.</summary>
    public void AppendPadded<T>(T value, int alignment, string? format)
    {
        var framework = new DefaultInterpolatedStringHandler(0, 1, _provider, Rest);
        framework.AppendFormatted(value, alignment, format);
        AppendTextOf(ref framework);
    }

    /// <inheritdoc cref="AppendPadded{T}(T, int, string?)"/>
    public void AppendPadded(scoped ReadOnlySpan<char> value, int alignment)
    {
        var framework = new DefaultInterpolatedStringHandler(0, 1, _provider, Rest);
        framework.AppendFormatted(value, alignment);
        AppendTextOf(ref framework);
    }

    /// <summary>Gives the buffer back to the thread. There is no text any more.</summary>
    public void Clear()
    {
        if (_chars is { Length: <= MostKeptChars })
        {
            s_chars = _chars;
        }

        _chars = null;
        _length = 0;
    }

    // Where the rest was large enough the text is there already.
    private void AppendTextOf(scoped ref DefaultInterpolatedStringHandler framework)
    {
        ReadOnlySpan<char> text = framework.Text;
        if (text.Overlaps(Rest))
        {
            _length += text.Length;
        }
        else
        {
            Append(text);
        }

        framework.Clear();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GrowAndCopy(scoped ReadOnlySpan<char> value)
    {
        Grow(value.Length);
        value.CopyTo(Rest);
    }

    // Beyond what an array can hold the runtime throws.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int chars)
    {
        int before = _chars?.Length ?? 0;
        long needed = (long)_length + chars;
        bool isBeyond = needed > Array.MaxLength || before == Array.MaxLength;
        long after = Math.Min(Math.Max(Math.Max(needed, FirstChars), 2L * before), Array.MaxLength);
        Array.Resize(ref _chars, isBeyond ? int.MaxValue : (int)after);
    }
}
