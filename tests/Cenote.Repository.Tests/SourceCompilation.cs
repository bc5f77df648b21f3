using System.Text;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Cenote.Repository.Tests;

/// <summary>The compiler, configured like the repository's projects.</summary>
internal static class SourceCompilation
{
    private const string ImplicitUsings =
        """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Net.Http;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    // Warnings about references to older framework versions, which the SDK also suppresses.
    private static readonly Dictionary<string, ReportDiagnostic> s_passedOver = new(StringComparer.Ordinal)
    {
        ["CS1701"] = ReportDiagnostic.Suppress,
        ["CS1702"] = ReportDiagnostic.Suppress,
    };

    private static readonly CSharpParseOptions s_parseOptions = new(LanguageVersion.CSharp14);

    // Excludes the assemblies of the test runner.
    private static readonly string[] s_packageNames =
    [
        "Cenote", "CsvHelper", "Dapper", "MemoryPack", "Microsoft.AspNetCore", "Microsoft.Data.Sqlite",
        "Microsoft.EntityFrameworkCore", "Microsoft.Extensions", "Npgsql", "SQLitePCLRaw", "Sylvan",
    ];

    private static readonly ILookup<bool, string> s_assemblies =
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .ToLookup(path => Path.GetDirectoryName(path) == Path.GetDirectoryName(typeof(object).Assembly.Location));

    private static readonly MetadataReference[] s_framework =
        [.. s_assemblies[true].Select(path => MetadataReference.CreateFromFile(path))];

    /// <summary>The packages of this repository, and third-party packages that pages use.</summary>
    public static IReadOnlyList<MetadataReference> Packages { get; } =
    [
        .. s_assemblies[false]
            .Where(path => IsOfPackage($"{Path.GetFileNameWithoutExtension(path)}."))
            .Select(path => MetadataReference.CreateFromFile(path)),
    ];

    /// <summary>An empty compilation with the framework and the implicit usings of the .NET SDK.</summary>
    /// <param name="kind">A program, or a library, which may contain unsafe code.</param>
    /// <param name="isUnsafe">Whether a program may contain unsafe code; most user programs may not.</param>
    public static CSharpCompilation Create(OutputKind kind, bool isUnsafe = false) =>
        CSharpCompilation.Create(
            "Compilation",
            [Parse(ImplicitUsings, "ImplicitUsings.cs")],
            s_framework,
            new CSharpCompilationOptions(kind, allowUnsafe: isUnsafe || kind != OutputKind.ConsoleApplication,
                nullableContextOptions: NullableContextOptions.Enable, specificDiagnosticOptions: s_passedOver));

    /// <summary>
    /// The sources of a project and of the projects it references. Packages are omitted, so their types have no symbols.
    /// </summary>
    /// <param name="folder">The folder of the project, relative to the root of the repository.</param>
    public static CSharpCompilation OfProject(string folder)
    {
        string file = Repository.FilesUnder(folder, "*.csproj").Single();
        var project = XDocument.Load(Repository.PathOf(file));
        string usings = string.Concat(Included(project, "Using").Select(name => $"global using {name};\n"));
        return Create(OutputKind.DynamicallyLinkedLibrary)
            .WithAssemblyName(Path.GetFileNameWithoutExtension(file))
            .AddReferences(Included(project, "ProjectReference")
                .Select(other => OfProject(Path.Combine(folder, Path.GetDirectoryName(other)!)).ToMetadataReference()))
            .AddSyntaxTrees(Repository.FilesUnder(folder, "*.cs").Select(ParseFile).Prepend(Parse(usings, "Usings.cs")));
    }

    /// <summary>Parses a file of the repository.</summary>
    public static SyntaxTree ParseFile(string file) => Parse(File.ReadAllText(Repository.PathOf(file)), file);

    public static SyntaxTree Parse(string text, string path) =>
        CSharpSyntaxTree.ParseText(text, s_parseOptions, path, Encoding.UTF8);

    private static bool IsOfPackage(string assembly) =>
        !assembly.EndsWith(".Tests.", StringComparison.Ordinal)
        && s_packageNames.Any(name => assembly.StartsWith($"{name}.", StringComparison.Ordinal));

    private static IEnumerable<string> Included(XDocument project, string item) =>
        project.Descendants(item).Select(element => element.Attribute("Include")!.Value);
}
