// Snippets write to the process's only console.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace Cenote.Repository.Tests;

public sealed class SnippetTests
{
    public static TheoryData<string> Places { get; } = [.. Snippets.Select(snippet => snippet.Place)];

    private static IEnumerable<Snippet> Snippets =>
        Repository.Pages.SelectMany(page => Snippet.Read(page, MarkdownPage.Load(page)));

    [Theory]
    [MemberData(nameof(Places))]
    public void A_snippet_runs_and_prints_what_its_page_says(string place)
    {
        Snippet snippet = Snippets.Single(snippet => snippet.Place == place);

        string output = SnippetRunner.Run(snippet);

        if (snippet.Output is not null)
        {
            Assert.Equal(snippet.Output.TrimEnd(), output.TrimEnd());
        }
    }

    [Fact]
    public void Programs_and_their_output_are_found()
    {
        MarkdownPage page = MarkdownPage.Parse(
            """
            ```csharp
            Console.WriteLine(1);
            ```

            Output:

            ```text
            1
            ```

            Other text:

            ```csharp
            Console.WriteLine(2);
            ```

            ```text
            not output
            ```

            ```cs
            not.a.Program
            ```
            """);

        Assert.Equal(
            [new Snippet("p.md", 2, "Console.WriteLine(1);", "1"), new Snippet("p.md", 14, "Console.WriteLine(2);", null)],
            Snippet.Read("p.md", page));
    }

    [Fact]
    public void A_program_may_await_and_return()
    {
        var snippet = new Snippet("page.md", 1, "await Task.Yield(); Console.WriteLine(args.Length + 1.5); return 0;", null);

        Assert.Equal("1.5\n", SnippetRunner.Run(snippet));
    }

    [Theory]
    [InlineData("Console.WriteLine(missing);", "page.md:41: CS0103")]
    [InlineData("string text = null;\nConsole.WriteLine(text);", "page.md:41: CS8600")]
    [InlineData("\nint unused;", "page.md:42: CS0168")]
    public void An_error_or_warning_names_the_line_of_the_page(string code, string expected)
    {
        var error = Assert.Throws<FormatException>(() => SnippetRunner.Run(new Snippet("page.md", 41, code, null)));

        Assert.StartsWith(expected, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void An_exception_names_the_line_of_the_page()
    {
        var snippet = new Snippet("page.md", 41, "int zero = args.Length;\nConsole.WriteLine(1 / zero);", null);

        var error = Assert.Throws<DivideByZeroException>(() => SnippetRunner.Run(snippet));

        Assert.Contains("page.md:line 42", error.StackTrace, StringComparison.Ordinal);
    }
}
