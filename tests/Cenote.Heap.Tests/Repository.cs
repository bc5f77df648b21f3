using System.Reflection;

namespace Cenote.Heap.Tests;

/// <summary>The location of this repository.</summary>
internal static class Repository
{
    public static string Folder { get; } = typeof(Repository).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>().Single(static data => data.Key == "RepositoryRoot").Value!;
}
