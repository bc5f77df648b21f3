using System.Globalization;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>The Bidi rule of RFC 5893, section 2, for characters that are allowed in identifiers and domains.</summary>
internal static class BidiRule
{
    /// <summary>Whether text contains a right-to-left character or an Arabic digit.</summary>
    public static bool IsNeeded(ReadOnlySpan<char> text)
    {
        foreach (Rune rune in text.EnumerateRunes())
        {
            if (ClassOf(rune) is BidiClass.Right or BidiClass.ArabicNumber)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether a label has one direction, numbers of one kind, and a first and a last character that the rule allows.
    /// </summary>
    public static bool Allows(ReadOnlySpan<char> text)
    {
        uint seen = 0;
        BidiClass first = BidiClass.Mark;
        BidiClass last = BidiClass.Mark;
        foreach (Rune rune in text.EnumerateRunes())
        {
            BidiClass current = ClassOf(rune);
            first = seen == 0 ? current : first;
            last = current == BidiClass.Mark ? last : current;
            seen |= Bit(current);
        }

        return first switch
        {
            BidiClass.Left => (seen & (Bit(BidiClass.Right) | Bit(BidiClass.ArabicNumber))) == 0
                && last is BidiClass.Left or BidiClass.EuropeanNumber,
            BidiClass.Right => (seen & Bit(BidiClass.Left)) == 0
                && last is not BidiClass.Neutral
                && !((seen & Bit(BidiClass.EuropeanNumber)) != 0 && (seen & Bit(BidiClass.ArabicNumber)) != 0),
            _ => false,
        };
    }

    /// <summary>The class of a character that is allowed in identifiers.</summary>
    internal static BidiClass ClassOf(Rune rune)
    {
        int codePoint = rune.Value;
        if (codePoint < 0x80)
        {
            return rune switch
            {
                _ when Rune.IsDigit(rune) => BidiClass.EuropeanNumber,
                _ when Rune.IsLetter(rune) => BidiClass.Left,
                _ => BidiClass.Neutral,
            };
        }

        return codePoint switch
        {
            (>= 0x02B9 and <= 0x02BA) or (>= 0x02C6 and <= 0x02CF) or 0x02EC or 0x0374 or 0x2E2F or 0xA67F => BidiClass.Neutral,
            (>= 0xA717 and <= 0xA71F) or 0xA788 or 0x00B7 or 0x0375 or 0x200C or 0x200D or 0x30FB => BidiClass.Neutral,
            >= 0x06F0 and <= 0x06F9 => BidiClass.EuropeanNumber,
            (>= 0x0660 and <= 0x0669) or (>= 0x10D30 and <= 0x10D39) => BidiClass.ArabicNumber,
            0x0CBF or 0x0CC6 or 0x11A07 or 0x11A08 or 0x11C3F => BidiClass.Left,
            _ when Rune.GetUnicodeCategory(rune) == UnicodeCategory.NonSpacingMark => BidiClass.Mark,

            // These are whole blocks: Unicode gives this direction to their unassigned code points as well.
            (>= 0x0590 and <= 0x08FF) or (>= 0xFB1D and <= 0xFDFF) or (>= 0xFE70 and <= 0xFEFF) => BidiClass.Right,
            (>= 0x10800 and <= 0x10FFF) or (>= 0x1E800 and <= 0x1EFFF) => BidiClass.Right,
            _ => BidiClass.Left,
        };
    }

    private static uint Bit(BidiClass value) => 1u << (int)value;
}
