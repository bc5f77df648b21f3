using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// How a table hashes: by samples of long texts, until many texts differ only elsewhere; then by all chars; and, once somebody
/// has made texts that collide, with a secret key. An object, so that it is published whole.
/// </summary>
internal sealed class TextHashing
{
    private readonly SipHash _keyed;

    private TextHashing(SipHash keyed = default) => _keyed = keyed;

    public static TextHashing BySample { get; } = new();

    public static TextHashing Whole { get; } = new();

    public bool IsKeyed => this != BySample && this != Whole;

    /// <summary>Chars up to which the hash of a text is its <see cref="IInternText.SampledHash"/>.</summary>
    public uint LongestSampled => this == BySample ? int.MaxValue : this == Whole ? KeyHash.LongestUnsampled : 0u;

    public static TextHashing WithNewSecret() => new(SipHash.WithNewSecret());

    /// <summary>What to change to when texts like one of this length collide.</summary>
    public TextHashing After(int length) => this == BySample && length > KeyHash.LongestUnsampled ? Whole : WithNewSecret();

    public ulong Of<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct =>
        this == BySample ? text.SampledHash() : this == Whole ? text.Hash() : text.Hash(_keyed);
}
