using System.Collections.Immutable;
using System.Reflection;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// Finds no module files: it queries no server and searches no folder. By default ClrMD queries the Microsoft symbol server, and
/// creates a temporary folder with a predictable name, which another user could have created first.
/// </summary>
internal sealed class NoFiles : IFileLocator
{
    private const string Implementation = "Microsoft.Diagnostics.Runtime.Implementation.";

    private NoFiles()
    {
    }

    /// <summary>The only instance.</summary>
    public static NoFiles Instance { get; } = new();

    /// <summary>Whether ClrMD no longer creates a folder.</summary>
    public static bool IsPrepared { get; private set; }

    /// <summary>
    /// Makes ClrMD use the folder of this program as its file cache, so that it creates none. Nothing is written there, because
    /// no file is requested.
    /// </summary>
    public static void Prepare()
    {
        Assembly library = typeof(DataTarget).Assembly;
        object cache = Activator.CreateInstance(
            library.GetType($"{Implementation}FileSymbolCache", throwOnError: true)!, AppContext.BaseDirectory)!;
        library.GetType($"{Implementation}SymbolGroup", throwOnError: true)!
            .GetField("s_cache", BindingFlags.NonPublic | BindingFlags.Static)!
            .SetValue(null, cache);
        IsPrepared = true;
    }

    /// <inheritdoc/>
    public string? FindPEImage(string fileName, int buildTimeStamp, int imageSize, bool checkProperties) => null;

    /// <inheritdoc/>
    public string? FindPEImage(
        string fileName,
        SymbolProperties archivedUnder,
        ImmutableArray<byte> buildIdOrUUID,
        OSPlatform originalPlatform,
        bool checkProperties) => null;

    /// <inheritdoc/>
    public string? FindElfImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> buildId, bool checkProperties) =>
        null;

    /// <inheritdoc/>
    public string? FindMachOImage(string fileName, SymbolProperties archivedUnder, ImmutableArray<byte> uuid, bool checkProperties) =>
        null;
}
