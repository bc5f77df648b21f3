using System.Buffers;
using System.Globalization;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>Character mappings and normalization, based on the framework's data.</summary>
internal static class Mapping
{
    private const int DottedCapitalI = 0x0130;
    private const int CombiningDotAbove = 0x0307;

    /// <summary>
    /// Whether <see cref="string.Normalize()"/> works: in invariant globalization mode it returns every string unchanged, so one
    /// address would have several forms.
    /// </summary>
    public static bool CanNormalize { get; } = "e\u0301".Normalize() == "\u00E9";

    /// <summary>Converts well-formed text to normalization form C.</summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">Receives the result.</param>
    /// <param name="written">The length of the result.</param>
    /// <returns>False if the result does not fit.</returns>
    public static bool TryNormalize(ReadOnlySpan<char> text, Span<char> destination, out int written)
    {
        if (Ascii.IsValid(text))
        {
            written = text.Length;
            return text.TryCopyTo(destination);
        }

        return text.TryNormalize(destination, out written);
    }

    /// <summary>Maps a full-width or half-width character to the character of ordinary width.</summary>
    public static Rune MapWidth(Rune rune)
    {
        if (rune.Value is not (0x3000 or (>= 0xFF01 and <= 0xFFEE)))
        {
            return rune;
        }

        string mapped = rune.ToString().Normalize(NormalizationForm.FormKC);
        bool isOne = Rune.DecodeFromUtf16(mapped, out Rune result, out int length) == OperationStatus.Done
            && length == mapped.Length;
        return isOne ? result : rune;
    }

    /// <summary>Appends a character in lower case.</summary>
    public static void AppendLower(ref TextBuffer buffer, Rune rune)
    {
        if (rune.Value == DottedCapitalI)
        {
            // The only character whose lower case is two characters; the invariant culture omits this mapping.
            buffer.Append(new Rune('i'));
            buffer.Append(new Rune(CombiningDotAbove));
        }
        else
        {
            buffer.Append(Rune.ToLowerInvariant(rune));
        }
    }

    /// <summary>Appends a character with case folded, as in domains.</summary>
    public static void AppendFolded(ref TextBuffer buffer, Rune rune)
    {
        switch (rune.Value)
        {
            // Cherokee folds to its capitals, because its small letters were added later.
            case >= 0x13A0 and <= 0x13F5:
                buffer.Append(rune);
                break;
            case >= 0xAB70 and <= 0xABBF:
                buffer.Append(new Rune(rune.Value - 0xAB70 + 0x13A0));
                break;
            case >= 0x13F8 and <= 0x13FD:
                buffer.Append(new Rune(rune.Value - 0x13F8 + 0x13F0));
                break;
            default:
                AppendLower(ref buffer, rune);
                break;
        }
    }

    /// <summary>Whether a character is a combining mark.</summary>
    public static bool IsMark(Rune rune) => Rune.GetUnicodeCategory(rune)
        is UnicodeCategory.NonSpacingMark or UnicodeCategory.SpacingCombiningMark or UnicodeCategory.EnclosingMark;
}
