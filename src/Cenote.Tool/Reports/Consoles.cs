using Spectre.Console;

namespace Cenote.Tool.Reports;

/// <summary>Creates consoles for the user's terminal, or for redirected output.</summary>
internal static class Consoles
{
    // A width in chars that fits every table of the report.
    private const int WidthWithoutTerminal = 100;

    // Longer lines of text are hard to read.
    private const int MaxWidth = 120;

    public static IAnsiConsole Create(TextWriter writer, bool isTerminal, bool useColor)
    {
        IAnsiConsole console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = isTerminal ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = isTerminal && useColor ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = isTerminal ? InteractionSupport.Detect : InteractionSupport.No,
            Out = new AnsiConsoleOutput(isTerminal ? writer : new TrimmingWriter(writer)),
        });

        // With 16 colours, the theme of the terminal determines how the colours look.
        if (console.Profile.Capabilities.ColorSystem is ColorSystem.Legacy or ColorSystem.Standard)
        {
            console.Profile.Capabilities.ColorSystem = ColorSystem.NoColors;
        }

        console.Profile.Width = isTerminal ? Math.Min(console.Profile.Width, MaxWidth) : WidthWithoutTerminal;
        return console;
    }

    /// <summary>Escapes text, so that it contains no markup. Names come from programs and files, which may be hostile.</summary>
    public static string Safe(string text) => Markup.Escape(Printable.Of(text));
}
