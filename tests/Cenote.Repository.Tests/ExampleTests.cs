using System.ComponentModel;
using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Cenote.Repository.Tests;

/// <summary>The examples in the XML docs of the library and its packages.</summary>
public sealed class ExampleTests
{
    private static readonly string[] s_packages = ["Cenote", "Cenote.EntityFrameworkCore", "Cenote.Extensions"];

    private static readonly SyntaxTree[] s_library =
    [
        .. s_packages.SelectMany(package => Repository.FilesUnder($"src/{package}", "*.cs")).Select(SourceCompilation.ParseFile),
    ];

    private static readonly Snippet[] s_examples = [.. s_library.SelectMany(Examples.Read)];

    public static TheoryData<string> Places { get; } = [.. s_examples.Select(example => example.Place)];

    [Theory]
    [MemberData(nameof(Places))]
    public void An_example_runs_and_prints_what_it_says(string place)
    {
        string? finding = Examples.Check(s_examples.Single(example => example.Place == place));

        Assert.True(finding is null, finding);
    }

    /// <remarks>Types that editors do not show are exempt: interpolated string handlers, JSON converters, former names.</remarks>
    [Fact]
    public void Every_public_type_has_an_example()
    {
        IEnumerable<string> types = s_packages.SelectMany(package => Assembly.Load(package).GetExportedTypes())
            .Where(type => !type.IsNested
                && type.GetCustomAttribute<EditorBrowsableAttribute>() is not { State: EditorBrowsableState.Never })
            .Select(type => type.FullName!);

        Findings.AssertNone(types.Except(s_library.SelectMany(Examples.Owners), StringComparer.Ordinal));
    }

    [Fact]
    public void Examples_are_found_with_their_types()
    {
        SyntaxTree tree = SourceCompilation.Parse(
            """
            namespace N.M;

            /// <summary>Has none, but code.</summary>
            /// <remarks><code>no.Example</code></remarks>
            public class A;

            /// <summary>Has one.</summary>
            /// <example>
            /// Twice:
            /// <code>
            /// if (1 &lt; 2)
            ///     Console.WriteLine("1\n2");   // prints 1
            /// // prints 2
            /// </code>
            /// </example>
            public class B<T>
            {
                /// <example>
                /// <code>
                /// Console.WriteLine(3);
                /// </code>
                /// </example>
                public void Member() { }
            }
            """,
            "a.cs");

        Snippet[] examples = [.. Examples.Read(tree)];

        Assert.Equal(["N.M.B`1"], Examples.Owners(tree));
        Assert.Equal(["a.cs:11", "a.cs:20"], examples.Select(example => example.Place));
        Assert.EndsWith(
            "; if (1 < 2)\n    Console.WriteLine(\"1\\n2\");   // prints 1\n// prints 2",
            examples[0].Code,
            StringComparison.Ordinal);
        Assert.Equal(["1\n2", ""], examples.Select(example => example.Output));
    }

    [Theory]
    [InlineData("Console.WriteLine(1 + 1);   // prints 2", null)]
    [InlineData("new StringArena().Gone();", "a.cs:3: CS1061")]
    [InlineData("int unused;", "a.cs:3: CS0168")]
    [InlineData("Console.WriteLine(1 + 1);   // prints 3", "a.cs:3 prints \"2\" where it says \"3\"")]
    [InlineData("Console.WriteLine(1 + 1);", "a.cs:3 prints \"2\" where it says \"\"")]
    [InlineData("_ = args;   // prints 3", "a.cs:3 prints \"\" where it says \"3\"")]
    public void A_broken_example_is_found(string code, string? finding)
    {
        SyntaxTree tree = SourceCompilation.Parse(
            $"/// <example>\n/// <code>\n/// {code}\n/// </code>\n/// </example>\nclass A;", "a.cs");

        string? found = Examples.Check(Examples.Read(tree).Single());

        Assert.StartsWith(finding ?? "none", found ?? "none", StringComparison.Ordinal);
    }
}
