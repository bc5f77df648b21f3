using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Cenote.Repository.Tests;

/// <summary>The compiler, set as the repository's projects set it.</summary>
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

    private static readonly CSharpParseOptions s_parseOptions = new(LanguageVersion.CSharp14);

    private static readonly MetadataReference[] s_framework =
        [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetDirectoryName(path) == Path.GetDirectoryName(typeof(object).Assembly.Location))
            .Select(path => MetadataReference.CreateFromFile(path))];

    /// <summary>An empty compilation with the framework and the implicit usings of the .NET SDK.</summary>
    public static CSharpCompilation Create(OutputKind kind) =>
        CSharpCompilation.Create(
            "Compilation",
            [Parse(ImplicitUsings, "ImplicitUsings.cs")],
            s_framework,
            new CSharpCompilationOptions(kind, allowUnsafe: kind != OutputKind.ConsoleApplication,
                nullableContextOptions: NullableContextOptions.Enable));

    public static SyntaxTree Parse(string text, string path) =>
        CSharpSyntaxTree.ParseText(text, s_parseOptions, path, Encoding.UTF8);
}
