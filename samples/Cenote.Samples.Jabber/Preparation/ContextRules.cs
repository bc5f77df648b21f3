using System.Globalization;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>The contextual rules of RFC 5892, appendix A.</summary>
internal static class ContextRules
{
    /// <summary>Whether a character is allowed at its position.</summary>
    /// <param name="text">The text.</param>
    /// <param name="index">The index of the character, which must be <see cref="PrecisProperty.Contextual"/>.</param>
    public static bool Allow(ReadOnlySpan<char> text, int index)
    {
        ReadOnlySpan<char> before = text[..index];
        ReadOnlySpan<char> after = text[(index + 1)..];
        return text[index] switch
        {
            '\u200C' => EndsWith(before, UnicodeRanges.Virama) || JoinLettersAround(before, after),
            '\u200D' => EndsWith(before, UnicodeRanges.Virama),
            '\u00B7' => before is [.., 'l'] && after is ['l', ..],
            '\u0375' => StartsWith(after, UnicodeRanges.Greek),
            '\u05F3' or '\u05F4' => EndsWith(before, UnicodeRanges.Hebrew),
            '\u30FB' => HasAny(text, UnicodeRanges.Japanese),
            >= '\u0660' and <= '\u0669' => !text.ContainsAnyInRange('\u06F0', '\u06F9'),
            >= '\u06F0' and <= '\u06F9' => !text.ContainsAnyInRange('\u0660', '\u0669'),
            _ => false,
        };
    }

    // A zero-width non-joiner is needed only where letters would join without it; transparent marks in between are skipped.
    private static bool JoinLettersAround(ReadOnlySpan<char> before, ReadOnlySpan<char> after)
    {
        while (!before.IsEmpty)
        {
            Rune.DecodeLastFromUtf16(before, out Rune rune, out int length);
            before = before[..^length];
            if (!IsTransparent(rune))
            {
                return UnicodeRanges.Contains(UnicodeRanges.JoinsNext, rune.Value) && JoinsPrevious(after);
            }
        }

        return false;
    }

    private static bool JoinsPrevious(ReadOnlySpan<char> after)
    {
        foreach (Rune rune in after.EnumerateRunes())
        {
            if (!IsTransparent(rune))
            {
                return UnicodeRanges.Contains(UnicodeRanges.JoinsPrevious, rune.Value);
            }
        }

        return false;
    }

    // Joining_Type T. Format characters have this type too, but are allowed nowhere; U+1E94B is the only letter of this type.
    private static bool IsTransparent(Rune rune) =>
        Rune.GetUnicodeCategory(rune) is UnicodeCategory.NonSpacingMark or UnicodeCategory.EnclosingMark || rune.Value == 0x1E94B;

    private static bool EndsWith(ReadOnlySpan<char> text, ReadOnlySpan<int> ranges)
    {
        Rune.DecodeLastFromUtf16(text, out Rune rune, out _);
        return !text.IsEmpty && UnicodeRanges.Contains(ranges, rune.Value);
    }

    private static bool StartsWith(ReadOnlySpan<char> text, ReadOnlySpan<int> ranges)
    {
        Rune.DecodeFromUtf16(text, out Rune rune, out _);
        return !text.IsEmpty && UnicodeRanges.Contains(ranges, rune.Value);
    }

    private static bool HasAny(ReadOnlySpan<char> text, ReadOnlySpan<int> ranges)
    {
        foreach (Rune rune in text.EnumerateRunes())
        {
            if (UnicodeRanges.Contains(ranges, rune.Value))
            {
                return true;
            }
        }

        return false;
    }
}
