using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Cenote.Threading;

namespace Cenote.Text;

/// <summary>
/// Text that is formatted piece by piece: a short one in the value itself, on the stack, a longer one in a buffer of the calling
/// thread, which gets it back by <see cref="Clear"/>.
/// </summary>
/// <remarks>
/// A thread keeps one buffer. Where it is in use, because a value formats text of its own while it is being formatted, there is
/// a new one; what is not given back, because a value threw, is left to the garbage collector.
/// </remarks>
internal ref struct FormattedText
{
    private const int BriefChars = 128;
    private const int FirstChars = 1 << 10;
    private const int MaxKeptChars = 1 << 14;

    [ThreadStatic]
    private static char[]? s_chars;

    private IFormatProvider? _provider;
    private char[]? _chars;
    private int _length;
    private bool _hasCustomFormatter;

    // Used until the text is longer. Not cleared before.
    private BriefBuffer _brief;

    /// <summary>What was appended.</summary>
    [UnscopedRef]
    public ReadOnlySpan<char> Text => Buffer[.._length];

    [UnscopedRef]
    private Span<char> Rest => Buffer[_length..];

    [UnscopedRef]
    private Span<char> Buffer => _chars is null ? _brief : _chars;

    /// <summary>Starts an empty text; to be called before anything else, on a value that need not have one.</summary>
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
        // Those have ways of their own, which the framework knows.
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

    /// <summary>Appends a value in a field of at least so many chars, to the left of it if the number is negative.</summary>
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

    /// <summary>Gives the buffer back to the thread. There is no text any more.</summary>
    public void Clear()
    {
        if (_chars is { Length: <= MaxKeptChars })
        {
            s_chars = _chars;
        }

        _chars = null;
        _length = 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool TryFormat<T>(T value, string? format, scoped Span<char> destination, out int written)
    {
        // Without a format, and with zeros in front afterwards, the framework takes half the time that it takes for D8.
        if (IsNatural(value) && format is ['D', >= '1' and <= '9'])
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
    private static bool IsNatural<T>(T value) =>
        (typeof(T) == typeof(int) && (int)(object)value! >= 0) || (typeof(T) == typeof(long) && (long)(object)value! >= 0);

    // Where the rest was large enough the framework has written the text there.
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

    // Beyond what an array can hold the runtime throws.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int chars)
    {
        Invariant.Holds(chars > Rest.Length || chars == 1, "A buffer grows when its rest is too short.");
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

            // What may be kept is not exceeded for as long as the text fits; a full buffer has to grow, whatever the caller knows.
            int most = needed <= MaxKeptChars && before < MaxKeptChars ? MaxKeptChars : Array.MaxLength;
            long after = Math.Min(Math.Max(Math.Max(needed, FirstChars), 2L * before), most);
            kept = new char[isBeyond ? int.MaxValue : (int)after];
        }

        Text.CopyTo(kept);
        _chars = kept;
    }

    [InlineArray(BriefChars)]
    private struct BriefBuffer
    {
        private char _first;
    }
}
