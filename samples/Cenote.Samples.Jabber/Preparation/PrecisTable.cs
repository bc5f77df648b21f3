using System.Globalization;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>
/// The property of each code point (RFC 8264, section 8), derived from the framework's categories and normalization. Computed in
/// blocks of 256 on first use. Thread-safe.
/// </summary>
/// <remarks>
/// Categories come from the runtime and normalization from ICU, which may have an older version of Unicode. ICU leaves unknown
/// characters unchanged, so canonically equal strings would stay different. Characters that ICU or the runtime does not know are
/// therefore unassigned here.
/// </remarks>
internal static class PrecisTable
{
    private const int BlockBits = 8;
    private const int BlockSize = 1 << BlockBits;

    private static readonly PrecisProperty[]?[] s_blocks = new PrecisProperty[]?[0x110000 >> BlockBits];

    // The primary collation weight of a character unknown to ICU begins with a higher byte than the weight of any known
    // character. U+1FFFE will never be assigned; U+9FFF, an ideograph, sorts last of the known characters.
    private static readonly byte s_unknownWeight = FirstWeightOf(new Rune(0x1FFFE));
    private static readonly bool s_canCompare = Mapping.CanNormalize && s_unknownWeight > FirstWeightOf(new Rune(0x9FFF));

    /// <summary>The property of a code point that is not a surrogate.</summary>
    public static PrecisProperty Of(int codePoint)
    {
        ref PrecisProperty[]? slot = ref s_blocks[codePoint >> BlockBits];

        // Two threads may compute the same block, with the same result.
        PrecisProperty[] block = Volatile.Read(ref slot) ?? (slot = Derive(codePoint & -BlockSize));
        return block[codePoint & (BlockSize - 1)];
    }

    /// <summary>Whether Unicode will never assign a code point. Normalization throws for some of these.</summary>
    public static bool IsNonCharacter(int codePoint) =>
        (codePoint & 0xFFFE) == 0xFFFE || codePoint is >= 0xFDD0 and <= 0xFDEF;

    private static PrecisProperty[] Derive(int first)
    {
        var block = new PrecisProperty[BlockSize];
        for (int i = 0; i < BlockSize; i++)
        {
            block[i] = Rune.TryCreate(first + i, out Rune rune) ? Derive(rune) : PrecisProperty.Disallowed;
        }

        return block;
    }

    // The order is the one in the RFC; the first match wins.
    private static PrecisProperty Derive(Rune rune)
    {
        int codePoint = rune.Value;
        if (FindException(codePoint) is PrecisProperty exception)
        {
            return exception;
        }

        UnicodeCategory category = CharUnicodeInfo.GetUnicodeCategory(codePoint);
        bool isNonCharacter = IsNonCharacter(codePoint);
        bool isHidden = isNonCharacter || category is UnicodeCategory.Control or UnicodeCategory.PrivateUse;
        return category switch
        {
            UnicodeCategory.OtherNotAssigned when !isNonCharacter => PrecisProperty.Unassigned,
            _ when !isHidden && s_canCompare && FirstWeightOf(rune) == s_unknownWeight => PrecisProperty.Unassigned,
            _ when codePoint is >= 0x21 and <= 0x7E => PrecisProperty.Valid,
            _ when codePoint is 0x200C or 0x200D => PrecisProperty.Contextual,
            _ when isNonCharacter || UnicodeRanges.Contains(UnicodeRanges.OldHangulJamo, codePoint) => PrecisProperty.Disallowed,
            _ when UnicodeRanges.Contains(UnicodeRanges.DefaultIgnorable, codePoint) => PrecisProperty.Disallowed,
            UnicodeCategory.Control => PrecisProperty.Disallowed,
            _ when HasCompatibilityEquivalent(rune) => PrecisProperty.ValidInFreeText,
            _ => OfCategory(category),
        };
    }

    private static PrecisProperty OfCategory(UnicodeCategory category) => category switch
    {
        UnicodeCategory.LowercaseLetter or UnicodeCategory.UppercaseLetter or UnicodeCategory.OtherLetter
            or UnicodeCategory.DecimalDigitNumber or UnicodeCategory.ModifierLetter or UnicodeCategory.NonSpacingMark
            or UnicodeCategory.SpacingCombiningMark => PrecisProperty.Valid,
        UnicodeCategory.Format or UnicodeCategory.PrivateUse or UnicodeCategory.LineSeparator
            or UnicodeCategory.ParagraphSeparator => PrecisProperty.Disallowed,

        // The rest: other letters and digits, spaces, symbols and punctuation.
        _ => PrecisProperty.ValidInFreeText,
    };

    // The category Exceptions of RFC 5892, section 2.6.
    private static PrecisProperty? FindException(int codePoint) => codePoint switch
    {
        0x00DF or 0x03C2 or 0x06FD or 0x06FE or 0x0F0B or 0x3007 => PrecisProperty.Valid,
        0x00B7 or 0x0375 or 0x05F3 or 0x05F4 or 0x30FB => PrecisProperty.Contextual,
        (>= 0x0660 and <= 0x0669) or (>= 0x06F0 and <= 0x06F9) => PrecisProperty.Contextual,
        0x0640 or 0x07FA or 0x302E or 0x302F or (>= 0x3031 and <= 0x3035) or 0x303B => PrecisProperty.Disallowed,
        _ => null,
    };

    private static bool HasCompatibilityEquivalent(Rune rune)
    {
        Span<char> text = stackalloc char[2];
        int length = rune.EncodeToUtf16(text);
        return !((ReadOnlySpan<char>)text[..length]).IsNormalized(NormalizationForm.FormKC);
    }

    private static byte FirstWeightOf(Rune rune) =>
        CultureInfo.InvariantCulture.CompareInfo.GetSortKey(rune.ToString()).KeyData is [byte first, ..] ? first : (byte)0;
}
