using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Cenote.Repository.Tests;

/// <summary>The README: its first two screens, its commands and its length.</summary>
public sealed partial class ReadmeTests
{
    private static readonly MarkdownPage s_page = MarkdownPage.Load("README.md");

    private static readonly CodeBlock[] s_commands = [.. s_page.Blocks.Where(block => block.Info == "sh")];

    [Fact]
    public void A_picture_and_a_figure_come_before_the_first_table() =>
        Assert.InRange(File.ReadAllText(Repository.PathOf("README.md")).IndexOf(".svg)", StringComparison.Ordinal), 1, 400);

    [Fact]
    public void Ten_lines_of_a_program_end_before_line_50()
    {
        CodeBlock program = s_page.Blocks.First(block => block.Info == "csharp");

        Assert.Equal(10, program.Text.Split('\n').Length);
        Assert.InRange(program.Line + 10, 1, 49);
    }

    [Fact]
    public void Two_commands_build_measure_and_test() =>
        Assert.Equal(["dotnet run -c Release --project src/Cenote.Tool", "dotnet test"], Commands(s_commands[0]));

    [Fact]
    public void All_packages_are_built_and_installed()
    {
        Assert.Equal(["dotnet pack src/Packages.slnf -c Release -o packages --version-suffix dev.1"], Commands(s_commands[1]));
        Assert.Equal(
            [
                "dotnet add package Cenote --prerelease",
                "dotnet add package Cenote.Extensions --prerelease",
                "dotnet add package Cenote.EntityFrameworkCore --prerelease",
                "dotnet tool install --global Cenote.Tool --prerelease",
            ],
            Commands(s_commands[2]));
    }

    [Fact]
    public void The_page_names_the_folder_of_the_packages_as_a_source()
    {
        XElement source = XDocument.Parse(s_page.Blocks.Single(block => block.Info == "xml").Text).Descendants("add").Single();

        Assert.Equal("packageSources", source.Parent?.Name.LocalName);
        Assert.Equal("packages", Path.GetFileName(source.Attribute("value")?.Value));
    }

    [Fact]
    public void The_page_has_at_most_700_words() =>
        Assert.InRange(Word.Count(LinkTarget.Replace(File.ReadAllText(Repository.PathOf("README.md")), "]")), 1, 700);

    // Link targets are not counted as words.
    [GeneratedRegex(@"\]\([^)]*\)")]
    private static partial Regex LinkTarget { get; }

    [GeneratedRegex(@"\S*\w\S*")]
    private static partial Regex Word { get; }

    private static IEnumerable<string> Commands(CodeBlock block) =>
        block.Text.Split('\n').Select(line => line.Split('#')[0].Trim());
}
