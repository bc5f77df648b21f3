using Cenote.Samples.Jabber.Preparation;

namespace Cenote.Samples.Jabber.Tests.Preparation;

/// <summary>RFC 5892, appendix A, rule by rule.</summary>
public sealed class ContextRulesTests
{
    [Theory]
    [InlineData("\u0915\u094D\u200C\u0937", true)]
    [InlineData("\u06CC\u200C\u0627", true)]
    [InlineData("\u06CC\u064E\u200C\u064E\u0627", true)]
    [InlineData("\u0627\u200C\u0627", false)]
    [InlineData("\u06CC\u200Ca", false)]
    [InlineData("a\u200Cb", false)]
    [InlineData("\u200C\u0627", false)]
    [InlineData("\u06CC\u200C", false)]
    [InlineData("\U0001E900\u200C\U0001E922", true)]
    public void A_non_joiner_follows_a_virama_or_parts_letters_that_join(string text, bool isAllowed) =>
        Check(text, '\u200C', isAllowed);

    [Theory]
    [InlineData("\u0915\u094D\u200D\u0937", true)]
    [InlineData("\U00011013\U00011046\u200D", true)]
    [InlineData("\u06CC\u200D\u0627", false)]
    [InlineData("\u200D", false)]
    public void A_joiner_follows_a_virama(string text, bool isAllowed) => Check(text, '\u200D', isAllowed);

    [Theory]
    [InlineData("l\u00B7l", true)]
    [InlineData("a\u00B7l", false)]
    [InlineData("l\u00B7a", false)]
    [InlineData("\u00B7l", false)]
    [InlineData("l\u00B7", false)]
    public void A_middle_dot_stands_between_two_letters_l(string text, bool isAllowed) => Check(text, '\u00B7', isAllowed);

    [Theory]
    [InlineData("\u0375\u03B1", true)]
    [InlineData("\u0375a", false)]
    [InlineData("\u03B1\u0375", false)]
    public void A_keraia_is_followed_by_Greek(string text, bool isAllowed) => Check(text, '\u0375', isAllowed);

    [Theory]
    [InlineData("\u05D0\u05F3", '\u05F3', true)]
    [InlineData("\u05D0\u05F4", '\u05F4', true)]
    [InlineData("\u05F3\u05D0", '\u05F3', false)]
    [InlineData("a\u05F4", '\u05F4', false)]
    public void Geresh_and_gershayim_follow_Hebrew(string text, char character, bool isAllowed) =>
        Check(text, character, isAllowed);

    [Theory]
    [InlineData("\u30A2\u30FB", true)]
    [InlineData("\u30FBa\u3042", true)]
    [InlineData("\u30FB\u6F22", true)]
    [InlineData("\u30FB\U00020000", true)]
    [InlineData("a\u30FBb", false)]
    public void A_Katakana_middle_dot_has_Japanese_somewhere_beside_it(string text, bool isAllowed) =>
        Check(text, '\u30FB', isAllowed);

    [Theory]
    [InlineData("\u0661\u0662", '\u0661', true)]
    [InlineData("\u0661\u06F2", '\u0661', false)]
    [InlineData("\u06F1\u06F2", '\u06F1', true)]
    [InlineData("\u06F1\u0662", '\u06F1', false)]
    public void Two_kinds_of_Arabic_digits_are_not_mixed(string text, char character, bool isAllowed) =>
        Check(text, character, isAllowed);

    private static void Check(string text, char character, bool isAllowed) =>
        Assert.Equal(isAllowed, ContextRules.Allow(text, text.IndexOf(character, StringComparison.Ordinal)));
}
