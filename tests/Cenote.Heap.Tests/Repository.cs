using System.Reflection;

namespace Cenote.Heap.Tests;

/// <summary>Where this repository is.</summary>
internal static class Repository
{
    public static string Folder { get; } = typeof(Repository).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(static data => data.Key == "RepositoryRoot").Value!;
}
