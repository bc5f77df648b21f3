using System.Buffers;
using System.Globalization;
using System.Text;

namespace Cenote.IO;

/// <summary>Parses fields as values, with the invariant culture.</summary>
internal static class FieldValue
{
    private const int StackChars = 128;

    /// <summary>
    /// Parses UTF-8. The field is converted to chars first, except for some common types, which parse UTF-8 directly.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryParse<T>(ReadOnlySpan<byte> utf8, [MaybeNullWhen(false)] out T value)
        where T : ISpanParsable<T>
    {
        // The JIT compiler keeps only the branch for T.
        return typeof(T) == typeof(int) ? TryParse<int, T>(utf8, out value)
            : typeof(T) == typeof(long) ? TryParse<long, T>(utf8, out value)
            : typeof(T) == typeof(double) ? TryParse<double, T>(utf8, out value)
            : typeof(T) == typeof(float) ? TryParse<float, T>(utf8, out value)
            : typeof(T) == typeof(decimal) ? TryParse<decimal, T>(utf8, out value)
            : typeof(T) == typeof(Guid) ? TryParse<Guid, T>(utf8, out value)
            : TryParseChars(utf8, out value);
    }

    private static bool TryParse<TUtf8, T>(ReadOnlySpan<byte> utf8, [MaybeNullWhen(false)] out T value)
        where TUtf8 : struct, IUtf8SpanParsable<TUtf8>
    {
        bool isParsed = TUtf8.TryParse(utf8, CultureInfo.InvariantCulture, out TUtf8 parsed);
        value = Unsafe.As<TUtf8, T>(ref parsed);
        return isParsed;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryParseChars<T>(ReadOnlySpan<byte> utf8, [MaybeNullWhen(false)] out T value)
        where T : ISpanParsable<T>
    {
        if (utf8.Length <= StackChars)
        {
            Span<char> buffer = stackalloc char[StackChars];
            return TryParse(buffer[..Encoding.UTF8.GetChars(utf8, buffer)], out value);
        }

        char[] rented = ArrayPool<char>.Shared.Rent(utf8.Length);
        try
        {
            return TryParse(rented.AsSpan(0, Encoding.UTF8.GetChars(utf8, rented)), out value);
        }
        finally
        {
            ArrayPool<char>.Shared.Return(rented);
        }
    }

    // Dates are checked first, because .NET also parses "1.5" as a day of the current year, and "10:30" as a time today.
    private static bool IsDate<T>() => typeof(T) == typeof(DateTime) || typeof(T) == typeof(DateTimeOffset) || typeof(T) == typeof(DateOnly);

    private static bool BeginsWithDate(ReadOnlySpan<char> text) =>
        text.Length >= 10 && text[4] == '-' && text[7] == '-' && !text[..4].ContainsAnyExceptInRange('0', '9');

    // Without these styles, .NET converts times to local time, or assumes that they are local.
    private static bool TryParse<T>(ReadOnlySpan<char> text, [MaybeNullWhen(false)] out T value)
        where T : ISpanParsable<T>
    {
        if (IsDate<T>() && !BeginsWithDate(text))
        {
            value = default;
            return false;
        }

        bool isParsed;
        if (typeof(T) == typeof(DateTime))
        {
            isParsed = DateTime.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind, out DateTime time);
            value = Unsafe.As<DateTime, T>(ref time);
        }
        else if (typeof(T) == typeof(DateTimeOffset))
        {
            isParsed = DateTimeOffset.TryParse(
                text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out DateTimeOffset time);
            value = Unsafe.As<DateTimeOffset, T>(ref time);
        }
        else
        {
            isParsed = T.TryParse(text, CultureInfo.InvariantCulture, out value);
        }

        return isParsed;
    }
}
