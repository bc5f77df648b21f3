using Cenote.Threading;

namespace Cenote.Text;

/// <summary>
/// Builds formatted text. Short text is stored in this struct, on the stack; longer text in a per-thread cached buffer, which
/// <see cref="Clear"/> returns.
/// </summary>
/// <remarks>
/// A thread caches one buffer, so nested formatting allocates another. If formatting a value throws, the buffer is not returned
/// but garbage collected.
/// </remarks>
internal ref struct FormattedText
{
    private const int InlineChars = 128;
    private const int FirstChars = 1 << 10;
    private const int MaxCachedChars = 1 << 14;

    [ThreadStatic]
    private static char[]? s_chars;

    private IFormatProvider? _provider;
    private char[]? _chars;
    private int _length;
    private bool _hasCustomFormatter;

    // Holds text of up to 128 chars. Not zeroed.
    private InlineBuffer _inline;

    /// <summary>The text so far.</summary>
    [UnscopedRef]
    public ReadOnlySpan<char> Text => Buffer[.._length];

    [UnscopedRef]
    private Span<char> Rest => Buffer[_length..];

    [UnscopedRef]
    private Span<char> Buffer => _chars is null ? _inline : _chars;

    /// <summary>Starts with empty text. Must be called first, because the struct may be uninitialized.</summary>
    public void Start(IFormatProvider? provider)
    {
        _provider = provider;
        _chars = null;
        _length = 0;
        _hasCustomFormatter = provider is not null && provider.GetFormat(typeof(ICustomFormatter)) is not null;
    }

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
        // Enums are formatted by the framework, as are all values if there is a custom formatter.
        if (typeof(T).IsEnum || _hasCustomFormatter)
        {
            AppendPadded(value, alignment: 0, format);
        }
        else if (value is ISpanFormattable)
        {
            int written;
            while (!TryFormat(value, format, Rest, out written))
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

    /// <summary>Appends a value with a minimum width; a negative alignment left-aligns it.</summary>
    public void AppendPadded<T>(T value, int alignment, string? format)
    {
        var framework = new DefaultInterpolatedStringHandler(0, 1, _provider, Rest);
        framework.AppendFormatted(value, alignment, format);
        AppendWritten(framework.Text);
        framework.Clear();
    }

    /// <inheritdoc cref="AppendPadded{T}(T, int, string?)"/>
    public void AppendPadded(scoped ReadOnlySpan<char> value, int alignment)
    {
        var framework = new DefaultInterpolatedStringHandler(0, 1, _provider, Rest);
        framework.AppendFormatted(value, alignment);
        AppendWritten(framework.Text);
        framework.Clear();
    }

    /// <summary>Returns the buffer to the thread and empties the text.</summary>
    public void Clear()
    {
        if (_chars is { Length: <= MaxCachedChars })
        {
            s_chars = _chars;
        }

        _chars = null;
        _length = 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool TryFormat<T>(T value, string? format, scoped Span<char> destination, out int written)
    {
        // Formatting without a format and then inserting zeros takes half as long as formatting with a format such as D8.
        if (IsNonNegativeInteger(value) && format is ['D', >= '1' and <= '9'])
        {
            int digits = format[1] - '0';
            written = 0;
            if (destination.Length < digits
                || !((ISpanFormattable)value!).TryFormat(destination, out written, default, _provider))
            {
                return false;
            }

            if (written < digits)
            {
                int zeros = digits - written;
                destination[..written].CopyTo(destination[zeros..]);
                destination[..zeros].Fill('0');
                written = digits;
            }

            return true;
        }

        return ((ISpanFormattable)value!).TryFormat(destination, out written, format, _provider);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsNonNegativeInteger<T>(T value) =>
        (typeof(T) == typeof(int) && (int)(object)value! >= 0) || (typeof(T) == typeof(long) && (long)(object)value! >= 0);

    // If the text fits into the rest of the buffer, the framework has already written it there.
    private void AppendWritten(scoped ReadOnlySpan<char> text)
    {
        if (text.Overlaps(Rest))
        {
            _length += text.Length;
        }
        else
        {
            Append(text);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GrowAndCopy(scoped ReadOnlySpan<char> value)
    {
        Grow(value.Length);
        value.CopyTo(Rest);
    }

    // If the text exceeds the maximum length of an array, the runtime throws.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int chars)
    {
        Invariant.Holds(chars > Rest.Length || chars == 1, "A buffer grows only if its remaining space is too small.");
        long needed = (long)_length + chars;
        char[]? kept = _chars is null ? s_chars : null;
        if (kept is not null && needed <= kept.Length)
        {
            s_chars = null;
        }
        else
        {
            int before = Buffer.Length;
            bool isBeyond = needed > Array.MaxLength || before == Array.MaxLength;

            // If the text fits, the buffer stays within the size that threads cache. A full buffer must always grow.
            int most = needed <= MaxCachedChars && before < MaxCachedChars ? MaxCachedChars : Array.MaxLength;
            long after = Math.Min(Math.Max(Math.Max(needed, FirstChars), 2L * before), most);
            kept = new char[isBeyond ? int.MaxValue : (int)after];
        }

        Text.CopyTo(kept);
        _chars = kept;
    }

    [InlineArray(InlineChars)]
    private struct InlineBuffer
    {
        private char _first;
    }
}
