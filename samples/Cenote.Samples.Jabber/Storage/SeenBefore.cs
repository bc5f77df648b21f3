namespace Cenote.Samples.Jabber.Storage;

/// <summary>
/// Remembers recent names by 32 bits of their hash; a new name overwrites the one in its slot. That suffices to distinguish
/// common names from those that one client invented. Thread-safe; a lost or wrong entry costs a few bytes.
/// </summary>
internal sealed class SeenBefore
{
    private const int Slots = 1 << 12;

    private readonly uint[] _hashes = new uint[Slots];

    /// <summary>Returns whether a name was seen recently, and remembers the name.</summary>
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
