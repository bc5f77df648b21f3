using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Cenote.Text;

namespace Cenote.Interning;

/// <content>How texts that come as UTF-8 are searched for.</content>
public sealed partial class BoundedStringInterner
{
    // Finds what need not be decoded in memory, may be there, and is compared ordinally.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [SkipLocalsInit]
    private string? FindPlain(ReadOnlySpan<byte> utf8, out bool isPlain)
    {
        if (!KeyText.DecodesShort)
        {
            return FindAscii(utf8, out isPlain);
        }

        int length = KeyText.DecodeShort(utf8, out Vector512<ushort> chars);
        if (length < 0)
        {
            return FindAsciiSlow(utf8, out isPlain);
        }

        isPlain = IsPlain(length);
        return isPlain ? _table.Find(new DecodedText(in chars, length)) : null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private string? FindAsciiSlow(ReadOnlySpan<byte> utf8, out bool isPlain) => FindAscii(utf8, out isPlain);

    // What is too long is not even looked at.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private string? FindAscii(ReadOnlySpan<byte> utf8, out bool isPlain)
    {
        isPlain = IsPlain(utf8.Length) && KeyText.IsAscii(utf8);
        return isPlain ? _table.Find(new AsciiText(utf8)) : null;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsPlain(int length) => (uint)(length - 1) < _longestPlain;

    // Each char comes from at most three bytes, so this needs no memory to decode it.
    private bool IsTooLong(ReadOnlySpan<byte> utf8) => utf8.Length > 3L * _maximumLength;

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private string InternUtf8Slow(ReadOnlySpan<byte> utf8)
    {
        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return Intern(text.Chars);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private bool TryInternUtf8Slow(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        if (IsTooLong(utf8))
        {
            interned = null;
            return false;
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return TryIntern(text.Chars, out interned);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private bool TryGetUtf8Slow(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        if (IsTooLong(utf8))
        {
            interned = null;
            return false;
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return TryGet(text.Chars, out interned);
    }
}
