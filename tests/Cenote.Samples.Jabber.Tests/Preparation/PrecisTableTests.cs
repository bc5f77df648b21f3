using System.Globalization;
using Cenote.Samples.Jabber.Preparation;

namespace Cenote.Samples.Jabber.Tests.Preparation;

/// <summary>Samples of each category of RFC 8264, section 9, with the values of the PRECIS registry.</summary>
public sealed class PrecisTableTests
{
    [Theory]
    [InlineData(0x21, 0x7E)]
    [InlineData(0xDF, 0xF6)]
    [InlineData(0x300, 0x33F)]
    [InlineData(0x391, 0x3A1)]
    [InlineData(0x3C2, 0x3C2)]
    [InlineData(0x6FD, 0x6FE)]
    [InlineData(0xF0B, 0xF0B)]
    [InlineData(0x3007, 0x3007)]
    [InlineData(0x3041, 0x3096)]
    [InlineData(0x4E00, 0x9FFF)]
    [InlineData(0xAC00, 0xD7A3)]
    [InlineData(0x10400, 0x1044F)]
    [InlineData(0x20000, 0x2A6DF)]
    public void Letters_digits_and_printable_ASCII_are_valid(int first, int last) => AllAre(PrecisProperty.Valid, first, last);

    [Theory]
    [InlineData(0x20, 0x20)]
    [InlineData(0xA0, 0xAC)]
    [InlineData(0xBB, 0xBF)]
    [InlineData(0x132, 0x133)]
    [InlineData(0x17F, 0x17F)]
    [InlineData(0x1C4, 0x1CC)]
    [InlineData(0x340, 0x341)]
    [InlineData(0x488, 0x489)]
    [InlineData(0x2000, 0x200A)]
    [InlineData(0x2160, 0x217F)]
    [InlineData(0x265A, 0x265A)]
    [InlineData(0x3000, 0x3004)]
    [InlineData(0xF900, 0xFA0D)]
    [InlineData(0xFF01, 0xFF9F)]
    [InlineData(0x1D400, 0x1D454)]
    [InlineData(0x1F600, 0x1F64F)]
    public void Spaces_signs_and_what_has_an_equivalent_are_valid_in_free_text(int first, int last) =>
        AllAre(PrecisProperty.ValidInFreeText, first, last);

    [Theory]
    [InlineData(0xB7, 0xB7)]
    [InlineData(0x375, 0x375)]
    [InlineData(0x5F3, 0x5F4)]
    [InlineData(0x660, 0x669)]
    [InlineData(0x6F0, 0x6F9)]
    [InlineData(0x200C, 0x200D)]
    [InlineData(0x30FB, 0x30FB)]
    public void Some_characters_depend_on_their_neighbours(int first, int last) => AllAre(PrecisProperty.Contextual, first, last);

    [Theory]
    [InlineData(0x00, 0x1F)]
    [InlineData(0x7F, 0x9F)]
    [InlineData(0xAD, 0xAD)]
    [InlineData(0x34F, 0x34F)]
    [InlineData(0x600, 0x605)]
    [InlineData(0x640, 0x640)]
    [InlineData(0x7FA, 0x7FA)]
    [InlineData(0x1100, 0x11FF)]
    [InlineData(0x200E, 0x200F)]
    [InlineData(0x2028, 0x202E)]
    [InlineData(0x302E, 0x302F)]
    [InlineData(0x3031, 0x3035)]
    [InlineData(0x303B, 0x303B)]
    [InlineData(0xA960, 0xA97C)]
    [InlineData(0xD7B0, 0xD7C6)]
    [InlineData(0xD800, 0xF8FF)]
    [InlineData(0xFDD0, 0xFDEF)]
    [InlineData(0xFE00, 0xFE0F)]
    [InlineData(0xFFFE, 0xFFFF)]
    [InlineData(0xE0020, 0xE007F)]
    [InlineData(0xF0000, 0xFFFFD)]
    [InlineData(0x10FFFE, 0x10FFFF)]
    public void Controls_and_what_nobody_sees_are_disallowed(int first, int last) =>
        AllAre(PrecisProperty.Disallowed, first, last);

    [Theory]
    [InlineData(0x378, 0x379)]
    [InlineData(0x530, 0x530)]
    [InlineData(0x40000, 0x4FFFD)]
    [InlineData(0xE0002, 0xE001F)]
    public void Unassigned_characters_are_that(int first, int last) => AllAre(PrecisProperty.Unassigned, first, last);

    [Fact]
    public void Nothing_valid_is_a_control_a_surrogate_or_of_private_use()
    {
        for (int codePoint = 0; codePoint <= 0x10FFFF; codePoint++)
        {
            bool isHidden = CharUnicodeInfo.GetUnicodeCategory(codePoint)
                is UnicodeCategory.Control or UnicodeCategory.Surrogate or UnicodeCategory.PrivateUse;
            Assert.False(isHidden && PrecisTable.Of(codePoint) != PrecisProperty.Disallowed, $"U+{codePoint:X4}");
        }
    }

    // Unicode 15.1 and 16 added 627 and 5,185 characters; the machine's ICU knows all or none of each version.
    [Theory]
    [InlineData(0x2EBF0, 0x2EE5D)]
    [InlineData(0x105C0, 0x105F3)]
    [InlineData(0x11380, 0x11389)]
    [InlineData(0x1CC00, 0x1CCF9)]
    public void A_character_that_normalization_does_not_know_is_unassigned(int first, int last)
    {
        bool knows = IsAssignedToIcu(first);
        for (int codePoint = first; codePoint <= last; codePoint++)
        {
            Assert.Equal(knows, PrecisTable.Of(codePoint) != PrecisProperty.Unassigned);
        }
    }

    // IdnMapping also uses ICU, and rejects characters unknown to it.
    private static bool IsAssignedToIcu(int codePoint)
    {
        try
        {
            return new IdnMapping { AllowUnassigned = false }.GetAscii($"a{char.ConvertFromUtf32(codePoint)}").Length > 0;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    private static void AllAre(PrecisProperty expected, int first, int last)
    {
        for (int codePoint = first; codePoint <= last; codePoint++)
        {
            Assert.True(PrecisTable.Of(codePoint) == expected, $"U+{codePoint:X4} is {PrecisTable.Of(codePoint)}");
        }
    }
}
