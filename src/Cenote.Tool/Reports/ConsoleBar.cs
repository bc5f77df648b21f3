using System.Text;
using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <summary>Draws bars in terminal tables, as markup.</summary>
internal static class ConsoleBar
{
    private const int Width = 14;

    // Without Unicode, each part has a different character.
    private const string AsciiBlocks = "#=-";

    /// <summary>Whether colours distinguish the parts of a bar.</summary>
    public static bool HasTints(IAnsiConsole console) => console.Profile.Capabilities.ColorSystem != ColorSystem.NoColors;

    /// <summary>A bar, with at least one block for every part above zero.</summary>
    /// <param name="console">The console, which may lack Unicode.</param>
    /// <param name="parts">The parts as shares of the longest bar, from left to right.</param>
    public static string Of(IAnsiConsole console, params ReadOnlySpan<(double Share, string Tint)> parts)
    {
        var markup = new StringBuilder();
        double end = 0;
        int drawn = 0;
        for (int i = 0; i < parts.Length; i++)
        {
            (double share, string tint) = parts[i];
            if (share > 0)
            {
                end += share;
                int blocks = Math.Max(1, (int)Math.Round(end * Width) - drawn);
                markup.Append('[').Append(tint).Append(']').Append(BlockOf(console, i), blocks).Append("[/]");
                drawn += blocks;
            }
        }

        return markup.ToString();
    }

    /// <summary>The block that a part is drawn with.</summary>
    /// <param name="console">The console, which may lack Unicode.</param>
    /// <param name="part">The index of the part.</param>
    public static char BlockOf(IAnsiConsole console, int part) =>
        console.Profile.Capabilities.Unicode ? '█' : AsciiBlocks[part];
}
