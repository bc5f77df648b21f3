namespace Cenote.Repository.Tests;

/// <summary>What a newcomer finds on the first screen.</summary>
public sealed class ReadmeTests
{
    private static readonly MarkdownPage s_page = MarkdownPage.Load("README.md");

    [Fact]
    public void The_first_block_installs_all_packages()
    {
        string[] commands =
        [
            "dotnet add package Cenote", "dotnet add package Cenote.Extensions", "dotnet add package Cenote.EntityFrameworkCore",
            "dotnet tool install --global Cenote.Tool",
        ];

        Assert.Equal("sh", s_page.Blocks[0].Info);
        Assert.Equal(commands, Commands(s_page.Blocks[0]));
    }

    [Fact]
    public void Ten_lines_of_a_program_end_before_line_25()
    {
        CodeBlock program = s_page.Blocks.First(block => block.Info == "csharp");

        Assert.Equal(10, program.Text.Split('\n').Length);
        Assert.InRange(program.Line + 10, 1, 24);
    }

    [Fact]
    public void Two_commands_build_measure_and_test() =>
        Assert.Equal(
            ["dotnet run -c Release --project src/Cenote.Tool", "dotnet test"],
            Commands(s_page.Blocks.Where(block => block.Info == "sh").ElementAt(1)));

    private static IEnumerable<string> Commands(CodeBlock block) =>
        block.Text.Split('\n').Select(line => line.Split('#')[0].Trim());
}
