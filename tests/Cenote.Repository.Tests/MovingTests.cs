using System.Globalization;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Cenote.Repository.Tests;

/// <summary>The page about moving from other libraries: its replacement code compiles.</summary>
public sealed class MovingTests
{
    private const string Page = "docs/moving.md";

    private const string Usings =
        """
        using System.Text;
        using Cenote.Buffers;
        using Cenote.Collections;
        using Cenote.Interning;
        using Cenote.Objects;
        using Cenote.Strings;

        """;

    private static readonly MarkdownPage s_page = MarkdownPage.Load(Page);

    /// <summary>The declarations that rows may use: the page's variables and a policy.</summary>
    private static readonly string[] s_blocks = [.. s_page.Blocks.Where(block => block.Info == "cs").Select(block => block.Text)];

    private static readonly CSharpCompilation s_library = SourceCompilation.Create(OutputKind.DynamicallyLinkedLibrary)
        .AddReferences(MetadataReference.CreateFromFile(Assembly.Load("Cenote").Location));

    public static TheoryData<string> Names { get; } =
    [
        "SegmentedStringPool", "UnmanagedStringPool", "PooledString", "PooledStringRef", "DefragmentAndGrowPool",
        "DumpBufferAsString", "CreateEmptyString", "AllocateExecuteDeallocate", "ForgetTrackedObject",
    ];

    [Fact]
    public void Every_row_compiles()
    {
        (string Code, int Line)[] rows = [.. Rows(s_page)];

        Assert.True(rows.Length > 60);
        Findings.AssertNone(rows.SelectMany(row => Errors(row.Code).Select(error => $"{Page}:{row.Line}: {row.Code}: {error}")));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_name_that_users_know_stays_and_is_on_the_page(string name)
    {
        Type[] types = Assembly.Load("Cenote").GetExportedTypes();
        IEnumerable<MemberInfo> members = types.SelectMany(type => type.GetMethods());

        Assert.Contains($"`{name}`", File.ReadAllText(Repository.PathOf(Page)), StringComparison.Ordinal);
        Assert.Contains(name, types.Concat(members).Select(member => member.Name));
    }

    [Theory]
    [InlineData("text.Length", true)]
    [InlineData("text.Free()", true)]
    [InlineData("using var buffer = Scratch.Rent<byte>(n);", true)]
    [InlineData("text.Gone", false)]
    [InlineData("text.Gone();", false)]
    public void A_row_that_does_not_compile_is_noticed(string code, bool compiles) => Assert.Equal(compiles, !Errors(code).Any());

    [Fact]
    public void Rows_are_read_from_the_column_that_is_ours()
    {
        MarkdownPage page = MarkdownPage.Parse(
            """
            | theirs | ours | what differs |
            |---|---|---|
            | `a.B()`, `a.C()` | `a.D()` | `nothing` |
            | `a.E()` | | nothing |
            | name | other |
            |---|---|
            | `a` | `b` |
            """);

        Assert.Equal([("a.D()", 3)], Rows(page));
    }

    private static IEnumerable<(string Code, int Line)> Rows(MarkdownPage page)
    {
        bool isOurs = false;
        foreach ((string text, int line) in page.Prose)
        {
            string[] cells = text.Split(" | ");
            isOurs = cells.Length >= 2 && cells[0].StartsWith("| ", StringComparison.Ordinal) && !cells[0].Contains('`')
                && page.Prose.Any(next => next.Line == line + 1 && next.Text.StartsWith("|---", StringComparison.Ordinal))
                ? cells[1] == "ours"
                : isOurs;
            if (isOurs && cells.Length == 3 && cells[1].Trim() is ['`', .. var code, '`'])
            {
                yield return (code, line);
            }
        }
    }

    // A row is a statement, or an expression with or without a value.
    private static IEnumerable<string> Errors(string code)
    {
        if (code.EndsWith(';'))
        {
            return Compile(code);
        }

        string[] asValue = [.. Compile($"_ = {code};")];
        return asValue.Length == 0 ? asValue : Compile($"{code};");
    }

    private static IEnumerable<string> Compile(string statement)
    {
        string program =
            $$"""
            {{Usings}}
            {{s_blocks[1]}}
            static class Code
            {
                static void Row()
                {
                    {{s_blocks[0]}}
                    {
                        {{statement}}
                    }
                }
            }
            """;
        return s_library.AddSyntaxTrees(SourceCompilation.Parse(program, Page))
            .GetDiagnostics()
            .Where(finding => finding.Severity == DiagnosticSeverity.Error)
            .Select(finding => $"{finding.Id}: {finding.GetMessage(CultureInfo.InvariantCulture)}");
    }
}
