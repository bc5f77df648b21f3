using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// The hash function of a table: plain, or with a secret key after a hash-flooding attack. An object, so that it is published
/// atomically.
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
