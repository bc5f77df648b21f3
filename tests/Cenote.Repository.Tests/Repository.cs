using System.Reflection;

namespace Cenote.Repository.Tests;

/// <summary>The working tree under test.</summary>
internal static class Repository
{
    public static string Root { get; } = Metadata("RepositoryRoot");

    /// <summary>The folder of the analyzers that the SDK runs by default.</summary>
    public static string SdkAnalyzers { get; } = Metadata("SdkAnalyzers");

    /// <summary>All pages, README first, as paths relative to the root.</summary>
    public static IReadOnlyList<string> Pages { get; } =
    [
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "samples/README.md",
        .. FilesUnder("samples", "README.md").Where(page => page != "samples/README.md"),
        .. FilesUnder("src", "README.md"),
        "benchmarks/native/README.md", "benchmarks/results/README.md",
        .. FilesUnder("docs", "*.md"),
    ];

    public static string PathOf(string relative) => Path.Combine(Root, relative);

    public static IEnumerable<string> FilesUnder(string folder, string pattern) =>
        Directory.EnumerateFiles(PathOf(folder), pattern, SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Root, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal);

    private static string Metadata(string key) => typeof(Repository).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(attribute => attribute.Key == key).Value!;
}
