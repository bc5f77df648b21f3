using System.Text;
using Cenote.Samples.Jabber.Preparation;

namespace Cenote.Samples.Jabber.Tests.Preparation;

/// <summary>RFC 5893, section 2.</summary>
public sealed class BidiRuleTests
{
    [Theory]
    [InlineData("abc", true)]
    [InlineData("abc1", true)]
    [InlineData("a-1", true)]
    [InlineData("abc-", false)]
    [InlineData("a\u0301", true)]
    [InlineData("1a", false)]
    [InlineData("-a", false)]
    [InlineData("\u0301a", false)]
    [InlineData("\u05D0\u05D1", true)]
    [InlineData("\u05D01", true)]
    [InlineData("\u05D01-\u05D1", true)]
    [InlineData("\u05D0-", false)]
    [InlineData("\u05D0\u05B0", true)]
    [InlineData("\u05D0-\u05B0", false)]
    [InlineData("\u0627\u0661", true)]
    [InlineData("\u0627\u0661\u06F1", false)]
    [InlineData("\u05D0a\u05D1", false)]
    [InlineData("a\u05D0b", false)]
    [InlineData("a\u0661", false)]
    [InlineData("\u0661\u0627", false)]
    [InlineData("\U00010800\U00010801", true)]
    public void A_text_reads_in_one_direction(string text, bool isAllowed) => Assert.Equal(isAllowed, BidiRule.Allows(text));

    [Theory]
    [InlineData("abc", false)]
    [InlineData("\u4E2D\u00E9\u0301", false)]
    [InlineData("a\u05D0", true)]
    [InlineData("a\u0661", true)]
    [InlineData("a\u06F1", false)]
    [InlineData("\U0001E900", true)]
    public void Only_text_written_to_the_left_needs_the_rule(string text, bool isNeeded) =>
        Assert.Equal(isNeeded, BidiRule.IsNeeded(text));

    [Theory]
    [InlineData(0x00B7, (int)BidiClass.Neutral)]
    [InlineData(0x02B9, (int)BidiClass.Neutral)]
    [InlineData(0x0300, (int)BidiClass.Mark)]
    [InlineData(0x05B0, (int)BidiClass.Mark)]
    [InlineData(0x0CBF, (int)BidiClass.Left)]
    [InlineData(0x07C0, (int)BidiClass.Right)]
    [InlineData(0x0660, (int)BidiClass.ArabicNumber)]
    [InlineData(0x06F0, (int)BidiClass.EuropeanNumber)]
    [InlineData(0x10D30, (int)BidiClass.ArabicNumber)]
    [InlineData(0x1EE00, (int)BidiClass.Right)]
    [InlineData(0x20000, (int)BidiClass.Left)]
    public void Characters_have_their_class(int codePoint, int expected) =>
        Assert.Equal((BidiClass)expected, BidiRule.ClassOf(new Rune(codePoint)));
}
