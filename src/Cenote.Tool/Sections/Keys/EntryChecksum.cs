using Cenote.Tool.Input;

namespace Cenote.Tool.Sections.Keys;

/// <summary>
/// A checksum of the entries of a dictionary in the order in which they were added, which their values give,
/// independent of the order in which they are read.
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
