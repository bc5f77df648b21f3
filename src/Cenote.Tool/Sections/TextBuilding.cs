using System.Text;

namespace Cenote.Tool.Sections;

/// <summary>What programs do with builders: put a text together piece by piece, and make a string of it.</summary>
internal static class TextBuilding
{
    private const int PieceChars = 16;

    /// <summary>Builds a string with a builder that is empty.</summary>
    public static string Build(StringBuilder builder, ReadOnlySpan<char> text)
    {
        while (text.Length > PieceChars)
        {
            builder.Append(text[..PieceChars]);
            text = text[PieceChars..];
        }

        return builder.Append(text).ToString();
    }
}
