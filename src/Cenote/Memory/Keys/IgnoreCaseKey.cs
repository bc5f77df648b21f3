using System.Text;
using Cenote.Text;

namespace Cenote.Memory.Keys;

/// <summary>
/// A key compared with <see cref="StringComparison.OrdinalIgnoreCase"/>. Equal keys have equal lengths in chars.
/// </summary>
internal readonly unsafe ref struct IgnoreCaseKey(ReadOnlySpan<char> chars, uint hash) : ISearchKey
{
    private const int SliceChars = 256;

    private readonly ReadOnlySpan<char> _chars = chars;
    private readonly ulong _wideHeader = KeyCell.WideHeader(hash, chars.Length);

    /// <summary>The case-insensitive hash, with a random seed per process.</summary>
    public static uint HashOf(ReadOnlySpan<char> key) => (uint)string.GetHashCode(key, StringComparison.OrdinalIgnoreCase);

    public bool Matches(KeyCell* cell, int textOffset) =>
        KeyCell.NarrowHeader(cell->Header) == KeyCell.NarrowHeader(_wideHeader)
        && (cell->IsNarrow
            ? Equals(KeyCell.NarrowText(cell, textOffset), _chars)
            : KeyCell.WideText(cell, textOffset).Equals(_chars, StringComparison.OrdinalIgnoreCase));

    // The stored key can be compared in slices, because it contains no surrogate pairs.
    private static bool Equals(ReadOnlySpan<byte> stored, ReadOnlySpan<char> key)
    {
        if (Ascii.IsValid(key))
        {
            return Ascii.EqualsIgnoreCase(stored, key);
        }

        Span<char> slice = stackalloc char[SliceChars];
        while (stored.Length > 0)
        {
            int chars = Math.Min(stored.Length, SliceChars);
            KeyText.Widen(stored[..chars], slice);
            if (!key[..chars].Equals(slice[..chars], StringComparison.OrdinalIgnoreCase))
            {
                return false;
            }

            stored = stored[chars..];
            key = key[chars..];
        }

        return true;
    }
}
