using System.Reflection;

namespace Cenote.Repository.Tests;

/// <summary>The working tree under test.</summary>
internal static class Repository
{
    public static string Root { get; } = Metadata("RepositoryRoot");

    /// <summary>The folder of the analyzers that the SDK runs by default.</summary>
    public static string SdkAnalyzers { get; } = Metadata("SdkAnalyzers");

    /// <summary>Every page a reader can open, README first, as paths relative to the root.</summary>
    public static IReadOnlyList<string> Pages { get; } =
    [
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "samples/Cenote.Samples.Cache/README.md",
        "samples/Cenote.Samples.Catalog/README.md", "samples/Cenote.Samples.Jabber/README.md",
        "samples/Cenote.Samples.Logs/README.md", "samples/Cenote.Samples.Rows/README.md",
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
