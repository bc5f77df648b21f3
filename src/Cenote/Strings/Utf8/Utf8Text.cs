using System.Text;
using System.Text.Unicode;

namespace Cenote.Strings;

/// <summary>
/// Comparison of UTF-8 with UTF-16, and replacement of invalid UTF-8, consistent with <see cref="Encoding.UTF8"/>.
/// </summary>
internal static class Utf8Text
{
    // A char takes at most 3 bytes, so the byte count of a slice fits into an int.
    private const int SliceChars = 1 << 28;
    private const int CompareChars = 256;

    /// <summary>The length of a string in UTF-8 bytes. It can exceed the range of an int.</summary>
    public static long CountBytes(ReadOnlySpan<char> utf16)
    {
        long bytes = 0;
        while (utf16.Length > SliceChars)
        {
            int slice = char.IsHighSurrogate(utf16[SliceChars - 1]) ? SliceChars - 1 : SliceChars;
            bytes += Encoding.UTF8.GetByteCount(utf16[..slice]);
            utf16 = utf16[slice..];
        }

        return bytes + Encoding.UTF8.GetByteCount(utf16);
    }

    /// <summary>The length in bytes, with each invalid sequence replaced with U+FFFD.</summary>
    public static long CountRepaired(ReadOnlySpan<byte> utf8)
    {
        long bytes = 0;
        while (!utf8.IsEmpty)
        {
            _ = Rune.DecodeFromUtf8(utf8, out Rune rune, out int consumed);
            bytes += rune.Utf8SequenceLength;
            utf8 = utf8[consumed..];
        }

        return bytes;
    }

    /// <summary>
    /// Writes UTF-8, with each invalid sequence replaced with U+FFFD. Never throws: if another thread changes the bytes after
    /// they were counted, the result is truncated or padded with zeros.
    /// </summary>
    public static void WriteRepaired(ReadOnlySpan<byte> utf8, Span<byte> destination)
    {
        while (!utf8.IsEmpty)
        {
            _ = Rune.DecodeFromUtf8(utf8, out Rune rune, out int consumed);
            if (!rune.TryEncodeToUtf8(destination, out int written))
            {
                break;
            }

            destination = destination[written..];
            utf8 = utf8[consumed..];
        }

        destination.Clear();
    }

    /// <summary>Whether UTF-8 and UTF-16 are ordinally equal.</summary>
    public static bool Equals(ReadOnlySpan<byte> utf8, ReadOnlySpan<char> utf16)
    {
        if (utf8.Length == utf16.Length && Ascii.Equals(utf8, utf16))
        {
            return true;
        }

        if (utf16.Length > utf8.Length || utf8.Length > 3L * utf16.Length)
        {
            return false;
        }

        Span<char> buffer = stackalloc char[CompareChars];
        while (!utf8.IsEmpty)
        {
            _ = Utf8.ToUtf16(utf8, buffer, out int read, out int written);
            if (!utf16.StartsWith(buffer[..written]))
            {
                return false;
            }

            utf8 = utf8[read..];
            utf16 = utf16[written..];
        }

        return utf16.IsEmpty;
    }
}
