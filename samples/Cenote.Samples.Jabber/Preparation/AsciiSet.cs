using System.Buffers;
using System.Text;

namespace Cenote.Samples.Jabber.Preparation;

/// <summary>A set of ASCII characters, searched for in UTF-16 and in UTF-8.</summary>
internal sealed class AsciiSet(string members)
{
    private readonly SearchValues<char> _chars = SearchValues.Create(members);
    private readonly SearchValues<byte> _bytes = SearchValues.Create(Encoding.ASCII.GetBytes(members));

    /// <summary>The index of the first character outside the set; -1 if the set contains all characters.</summary>
    public int IndexOfOther(ReadOnlySpan<char> text) => text.IndexOfAnyExcept(_chars);

    /// <inheritdoc cref="IndexOfOther(ReadOnlySpan{char})"/>
    public int IndexOfOther(ReadOnlySpan<byte> text) => text.IndexOfAnyExcept(_bytes);
}
