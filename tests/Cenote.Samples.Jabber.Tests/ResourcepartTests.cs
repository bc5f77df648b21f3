namespace Cenote.Samples.Jabber.Tests;

/// <summary>OpaqueString: the examples of RFC 8265, section 4.3, and more.</summary>
public sealed class ResourcepartTests
{
    [Theory]
    [InlineData("correct horse battery staple", "correct horse battery staple")]
    [InlineData("Correct Horse Battery Staple", "Correct Horse Battery Staple")]
    [InlineData("\u03C0\u00DF\u00E5", "\u03C0\u00DF\u00E5")]
    [InlineData("Jack of \u2666s", "Jack of \u2666s")]
    [InlineData("foo\u1680bar", "foo bar")]
    public void Examples_of_passwords_are_prepared(string given, string prepared) => Verdict.IsResource(given, prepared);

    [Fact]
    public void Examples_of_bad_passwords_are_refused()
    {
        Verdict.IsBadResource("", JabberIdReason.Empty);
        Verdict.IsBadResource("my cat is a \tby", JabberIdReason.ForbiddenCharacter, '\t');
    }

    [Theory]
    [InlineData("\u3000\u00A0", "  ")]
    [InlineData("A\u030A", "\u00C5")]
    [InlineData("\u212B", "\u00C5")]
    [InlineData("\uFB01\u2163\uFF21", "\uFB01\u2163\uFF21")]
    [InlineData("\u05D0a1", "\u05D0a1")]
    [InlineData("\uFFFD", "\uFFFD")]
    [InlineData("\U0001F600", "\U0001F600")]
    [InlineData("a/b@c/", "a/b@c/")]
    public void Spaces_are_mapped_and_text_is_composed_and_nothing_else_is_changed(string given, string prepared) =>
        Verdict.IsResource(given, prepared);

    [Theory]
    [InlineData(0x0000)]
    [InlineData(0x007F)]
    [InlineData(0x00AD)]
    [InlineData(0x0640)]
    [InlineData(0x1100)]
    [InlineData(0x200B)]
    [InlineData(0xE000)]
    [InlineData(0xFE0F)]
    [InlineData(0xFFFF)]
    public void Controls_and_what_nobody_sees_are_refused(int codePoint) =>
        Verdict.IsBadResource($"x{(char)codePoint}", JabberIdReason.ForbiddenCharacter, codePoint);

    [Fact]
    public void A_resourcepart_has_at_most_1023_bytes()
    {
        Verdict.IsResource(new string('R', 1_023), new string('R', 1_023));
        Verdict.IsResource(new string('\u265A', 341), new string('\u265A', 341));
        Verdict.IsBadResource(new string('R', 1_024), JabberIdReason.TooLong);
        Verdict.IsBadResource(new string('\u265A', 342), JabberIdReason.TooLong);
        Verdict.IsBadResource(new string('\u1F82', 400), JabberIdReason.TooLong);
    }
}
