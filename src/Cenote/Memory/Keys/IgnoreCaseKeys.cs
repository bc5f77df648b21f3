using System.Text;
using Cenote.Text;

namespace Cenote.Memory.Keys;

/// <summary>
/// Keys are equal if <see cref="StringComparison.OrdinalIgnoreCase"/> says so. Such keys have the same number of chars.
/// </summary>
internal readonly unsafe struct IgnoreCaseKeys : IKeyComparison
{
    private const int SliceChars = 256;

    /// <summary>The hash that equal keys share, keyed by a secret of the process.</summary>
    public static uint HashOf(ReadOnlySpan<char> key) => (uint)string.GetHashCode(key, StringComparison.OrdinalIgnoreCase);

    public static bool Matches(KeyCell* cell, int textOffset, ReadOnlySpan<char> key, ulong wideHeader) =>
        KeyCell.NarrowHeader(cell->Header) == KeyCell.NarrowHeader(wideHeader)
        && (cell->IsNarrow
            ? Equals(KeyCell.NarrowText(cell, textOffset), key)
            : KeyCell.WideText(cell, textOffset).Equals(key, StringComparison.OrdinalIgnoreCase));

    // Slices of the stored key are widened: no part of it belongs to a pair of surrogates.
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
