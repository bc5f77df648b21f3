using System.Globalization;
using System.Text;

namespace Cenote.Tool;

/// <summary>Escapes untrusted text, such as file names, so that it cannot control the terminal.</summary>
internal static class Printable
{
    /// <summary>Escapes invisible chars, such as <c>\u001b</c>.</summary>
    public static string Of(string text)
    {
        if (!text.Any(IsUnseen))
        {
            return text;
        }

        var seen = new StringBuilder(text.Length + 16);
        foreach (char c in text)
        {
            _ = IsUnseen(c) ? seen.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:x4}") : seen.Append(c);
        }

        return seen.ToString();
    }

    // Format characters include those that change the text direction.
    private static bool IsUnseen(char c) => char.IsControl(c) || CharUnicodeInfo.GetUnicodeCategory(c) is UnicodeCategory.Format
        or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
}
