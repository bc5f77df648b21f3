using Cenote.Tool.Reports;
using Spectre.Console;

namespace Cenote.Tool.Tests.Reports;

public class TrimmingWriterTests
{
    [Fact]
    public void Blanks_at_the_ends_of_lines_are_left_out_however_the_text_is_cut()
    {
        const string Text = "  one  two   \n   \n\r\nthree \r\n four  ";
        using var whole = new StringWriter();
        using var single = new StringWriter();

        using (var writer = new TrimmingWriter(whole))
        {
            writer.Write(Text);
        }

        using (var writer = new TrimmingWriter(single))
        {
            Assert.All(Text, writer.Write);
        }

        Assert.Equal("  one  two\n\n\r\nthree\r\n four", whole.ToString());
        Assert.Equal(whole.ToString(), single.ToString());
    }

    [Fact]
    public void Redirected_lines_of_a_grid_end_without_blanks()
    {
        using var output = new StringWriter();
        IAnsiConsole console = Consoles.Create(output, isTerminal: false, useColor: false);

        console.Write(new Grid().AddColumn().AddColumn().AddRow("Saves", "a longer text").AddRow("Costs", "text"));

        Assert.Equal(["Saves  a longer text", "Costs  text", ""], output.ToString().ReplaceLineEndings("\n").Split('\n'));
    }
}
