using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// How a table hashes: plainly or, once a caller has made texts that collide, with a secret key. An object, so that it is published
/// whole.
/// </summary>
internal sealed class TextHashing
{
    private readonly SipHash _keyed;

    private TextHashing(SipHash keyed = default) => _keyed = keyed;

    public static TextHashing Plain { get; } = new();

    public bool IsKeyed => this != Plain;

    public static TextHashing WithNewSecret() => new(SipHash.WithNewSecret());

    public ulong Of<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct => this == Plain ? text.Hash() : text.Hash(_keyed);
}
