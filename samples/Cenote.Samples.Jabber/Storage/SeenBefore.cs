namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Remembers lately seen texts by 32 bits of their hash, and forgets what falls into the same slot: enough to tell names that
/// many clients have from those that one client has made up. Safe for any number of threads; a lost or a mistaken memory costs a
/// few bytes.
/// </summary>
internal sealed class SeenBefore
{
    private const int Slots = 1 << 12;

    private readonly uint[] _hashes = new uint[Slots];

    /// <summary>Whether a text was seen lately, which it now has been.</summary>
    public bool Notice(ReadOnlySpan<byte> text)
    {
        var hash = default(HashCode);
        hash.AddBytes(text);
        uint value = (uint)hash.ToHashCode();
        ref uint slot = ref _hashes[value % Slots];
        bool isKnown = slot == value;
        slot = value;
        return isKnown;
    }
}
