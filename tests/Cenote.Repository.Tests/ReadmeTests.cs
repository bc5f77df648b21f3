namespace Cenote.Repository.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public void The_first_block_is_the_two_commands_a_newcomer_needs()
    {
        CodeBlock first = MarkdownPage.Load("README.md").Blocks[0];

        Assert.Equal("sh", first.Info);
        Assert.Equal(
            ["dotnet run -c Release --project src/Cenote.Tool", "dotnet test"],
            first.Text.Split('\n').Select(line => line.Split('#')[0].Trim()));
    }
}
