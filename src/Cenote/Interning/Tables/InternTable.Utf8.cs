using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Cenote.Text;

namespace Cenote.Interning;

/// <content>Texts that come as UTF-8, searched for without being decoded in memory.</content>
internal sealed partial class InternTable<TEntry>
{
    /// <summary>As the other form, for ASCII of any length, and what <see cref="KeyText.DecodeShort"/> decodes.</summary>
    /// <param name="utf8">The text.</param>
    /// <param name="length">Its chars; -1 if it is another text, which was not searched for.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [SkipLocalsInit]
    public string? FindPlain(ReadOnlySpan<byte> utf8, out int length)
    {
        if (!KeyText.DecodesShort)
        {
            return FindAscii(utf8, out length);
        }

        length = KeyText.DecodeShort(utf8, out Vector512<ushort> chars);
        return length >= 0 ? FindPlain(new DecodedText(in chars, length)) : FindAsciiSlow(utf8, out length);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private string? FindAsciiSlow(ReadOnlySpan<byte> utf8, out int length) => FindAscii(utf8, out length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private string? FindAscii(ReadOnlySpan<byte> utf8, out int length)
    {
        bool isAscii = KeyText.IsAscii(utf8);
        length = isAscii ? utf8.Length : -1;
        return isAscii ? FindPlain(new AsciiText(utf8)) : null;
    }
}
