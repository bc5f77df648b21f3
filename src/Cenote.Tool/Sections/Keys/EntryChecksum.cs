using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Keys;

/// <summary>
/// A checksum of dictionary entries that does not depend on the order in which they are read: their values, which number the
/// keys, determine the order.
/// </summary>
internal readonly struct EntryChecksum(int count)
{
    private readonly ulong[] _texts = new ulong[count];

    /// <summary>The checksum of all entries.</summary>
    public ulong Value => TextChecksum.Of<ulong>(_texts);

    /// <summary>Reads an entry.</summary>
    /// <param name="key">Its key.</param>
    /// <param name="value">Its value: the number of the key.</param>
    public void Read(ReadOnlySpan<char> key, int value)
    {
        var text = new TextChecksum();
        text.Read(key);
        _texts[value] = text.Value;
    }
}
