using System.Text;

namespace Cenote.Tool.Sections;

/// <summary>Builds a string piece by piece, as programs do with builders.</summary>
internal static class TextBuilding
{
    private const int PieceChars = 16;

    /// <summary>Builds a string with an empty builder.</summary>
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
