using System.Text;
using Cenote.Text;

namespace Cenote.Interning;

/// <content>Operations on UTF-8 keys that <c>FindPlain</c> has not found as ASCII.</content>
internal sealed partial class InternTable<TEntry>
{
    /// <inheritdoc cref="GetOrAdd(ReadOnlySpan{char}, string?)" path="/summary"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string GetOrAdd(ReadOnlySpan<byte> utf8)
    {
        if (IsNew(utf8))
        {
            string instance = Encoding.Latin1.GetString(utf8);
            return GetOrAdd(instance, instance);
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return FindPlain(new OrdinalText(text.Chars)) ?? GetOrAdd(text.Chars, instance: null);
    }

    /// <inheritdoc cref="TryGetOrAdd(ReadOnlySpan{char}, string?)" path="/summary"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? TryGetOrAdd(ReadOnlySpan<byte> utf8)
    {
        if (IsNew(utf8))
        {
            string instance = Encoding.Latin1.GetString(utf8);
            return TryGetOrAdd(instance, instance);
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return FindPlain(new OrdinalText(text.Chars)) ?? TryGetOrAdd(text.Chars, instance: null);
    }

    /// <inheritdoc cref="Get(ReadOnlySpan{char})" path="/summary"/>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string? Get(ReadOnlySpan<byte> utf8)
    {
        if (IsPlainAscii(utf8))
        {
            return null;
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return FindPlain(new OrdinalText(text.Chars)) ?? (IsPlain(text.Chars.Length) ? null : Get(text.Chars));
    }

    // Whether a search by FindPlain that found nothing proves that the key is absent.
    private bool IsPlainAscii(ReadOnlySpan<byte> utf8) => IsPlain(utf8.Length) && KeyText.IsAscii(utf8);

    private bool IsNew(ReadOnlySpan<byte> utf8) => utf8.Length <= _maximumLength && IsPlainAscii(utf8);
}
